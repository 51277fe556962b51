package local

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/epp"
)

// Provider is the sandboxes of one data folder. What it does not declare is
// epp.Base's, E8004.
type Provider struct {
	epp.Base
	store *store
	path  string // PATH of commands
	owner string // in the environment of what this process starts

	mu      sync.Mutex
	running map[api.PID]*process // started here
	started int
	closed  bool
}

// Open gives the sandboxes below dir; path is the PATH of their commands.
func Open(d *api.Descriptor, dir, path string) (*Provider, error) {
	s, err := openStore(dir)
	if err != nil {
		return nil, err
	}
	return &Provider{Base: epp.Base{D: d}, store: s, path: defaultPath(path), owner: newOwner(), running: map[api.PID]*process{}}, nil
}

// Create makes a sandbox; every template gives the same empty folder.
func (p *Provider) Create(_ context.Context, req api.CreateRequest) (*api.SandboxInfo, error) {
	r := newRecord(req)
	if err := p.store.create(r); err != nil {
		return nil, err
	}
	return r.info(), nil
}

// defaultPage is how many sandboxes a list gives where nobody says.
const defaultPage = 100

// List gives a page of the sandboxes; the next begins behind its last one,
// whether or not that still lives.
func (p *Provider) List(_ context.Context, req api.ListRequest) (*api.ListPage, error) {
	all := p.store.list()
	if req.Status != "" && req.Status != api.StatusRunning {
		all = nil
	}
	if i := slices.IndexFunc(all, func(r *record) bool { return r.cursor() > req.Cursor }); i >= 0 {
		all = all[i:]
	} else {
		all = nil
	}
	all = all[min(req.Offset, len(all)):]
	limit := req.Limit
	if limit <= 0 {
		limit = defaultPage
	}
	page := &api.ListPage{}
	for _, r := range all[:min(limit, len(all))] {
		page.Sandboxes = append(page.Sandboxes, *r.info())
	}
	if limit < len(all) {
		page.Next = all[limit-1].cursor()
	}
	return page, nil
}

// GetInfo gives a sandbox.
func (p *Provider) GetInfo(_ context.Context, id string) (*api.SandboxInfo, error) {
	r, err := p.store.load(id)
	if err != nil {
		return nil, err
	}
	return r.info(), nil
}

// Connect gives a sandbox: there is nothing to wake.
func (p *Provider) Connect(ctx context.Context, id string) (*api.SandboxInfo, error) {
	return p.GetInfo(ctx, id)
}

// IsRunning reports whether a sandbox lives.
func (p *Provider) IsRunning(_ context.Context, id string) (bool, error) {
	_, err := p.store.load(id)
	return err == nil, nil
}

// Kill ends a sandbox with its processes, whoever started them, and its files.
func (p *Provider) Kill(_ context.Context, id string) error {
	if _, err := p.store.load(id); err != nil {
		return err
	}
	return p.store.remove(id)
}

// SetTimeout lets a sandbox live for so many seconds from now.
func (p *Provider) SetTimeout(_ context.Context, id string, seconds int) error {
	r, err := p.store.load(id)
	if err != nil {
		return err
	}
	r.Expires = time.Now().UTC().Add(time.Duration(seconds) * time.Second)
	return p.store.save(r)
}

// PortURL gives a port of this machine: sandboxes share its loopback.
func (p *Provider) PortURL(_ context.Context, id string, port int) (*api.PortURL, error) {
	if _, err := p.store.load(id); err != nil {
		return nil, err
	}
	if port < 1 || port > 65535 {
		return nil, api.Errorf(api.CodeConfig, "%d is no port; take one from 1 to 65535", port)
	}
	return &api.PortURL{URL: fmt.Sprintf("http://127.0.0.1:%s", strconv.Itoa(port))}, nil
}

// Close ends every process that was started here.
func (p *Provider) Close() error {
	p.mu.Lock()
	p.closed = true
	mine := make([]*process, 0, len(p.running))
	for _, proc := range p.running {
		mine = append(mine, proc)
	}
	started := p.started > 0
	p.mu.Unlock()
	for _, proc := range mine {
		proc.kill(nil)
	}
	if started {
		sweep(ownerVar, p.owner) // what left its group
	}
	for _, proc := range mine {
		proc.wait(closeTime)
	}
	return nil
}

// closeTime is how long a killed process is waited for; it is longer than what
// ending one takes, and shorter than a host's patience.
const closeTime = time.Second
