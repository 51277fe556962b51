package epp

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// Link is a started plugin as its host sees it; Spawn makes one.
type Link struct {
	Stdout io.Reader
	Stdin  io.WriteCloser
	// Terminate asks the plugin to end (SIGTERM); nil where nothing can.
	Terminate func()
	// Kill ends the plugin and what it started, also after its own end; Wait
	// returns once the plugin is gone and may be called more than once.
	Kill func()
	Wait func() error
	// Stderr gives the last of what it wrote there; nil where nobody listens.
	Stderr func() string
}

// ClientOptions bound and watch a Client.
type ClientOptions struct {
	Descriptor *api.Descriptor // its timeouts are the calls'
	Log        func(level, message string)
}

// Client is the host's side of one plugin process: an api.Provider whose
// methods are EPP calls. It does not gate: the descriptor's features are its
// caller's to check.
type Client struct {
	link Link
	opts ClientOptions
	d    *api.Descriptor // with the features that the plugin kept
	hide secrets         // of initialize
	out  *Writer
	turn chan struct{} // held by who writes
	in   *inbox

	mu      sync.Mutex
	nextID  int64
	pending map[int64]chan message
	closing bool
	failure error
	gone    chan struct{} // closed when stdout ended
}

// NewClient reads what the plugin of link says. Call Initialize next.
func NewClient(link Link, opts ClientOptions) *Client {
	c := &Client{
		link: link, opts: opts, d: opts.Descriptor, out: NewWriter(link.Stdin), turn: make(chan struct{}, 1),
		in: newInbox(), pending: map[int64]chan message{}, gone: make(chan struct{}),
	}
	go c.read()
	return c
}

// Initialize shakes hands. The plugin's protocol and lists have to be the
// descriptor's (E8013); a plugin that does not answer in time is E8022. Only
// the features that both name are kept; a plugin that names none has them all.
func (c *Client) Initialize(ctx context.Context, init Init) error {
	init.Protocol, init.ProviderID, init.Locale = "epp/1", c.d.ID, "en"
	c.hide = secretsOf(c.d, init)
	var got handshake
	if err := c.callWithin(ctx, c.d.StartupTimeout, "initialize", init, &got); err != nil {
		return err
	}
	want := handshakeOf(c.d)
	want.Plugin, want.Features = got.Plugin, got.Features
	a, _ := json.Marshal(want) // of plain structs: cannot fail
	b, _ := json.Marshal(got)
	if string(a) != string(b) {
		return api.Errorf(api.CodeVersion, "provider %q answers another contract than its manifest states", c.d.ID).
			With("install the plugin's folder whole, or ask its author for one whose manifest and program agree")
	}
	c.keep(got.Features)
	return nil
}

// keep leaves out the features that the plugin did not name.
func (c *Client) keep(named []api.Feature) {
	if len(named) == 0 {
		return
	}
	d := *c.d
	d.Features = slices.DeleteFunc(slices.Clone(d.Features), func(f api.Feature) bool { return !slices.Contains(named, f) })
	c.d = &d
}

// How long a plugin has to answer shutdown, and then to end by itself and by
// SIGTERM (spec/epp.md, "The process").
const (
	shutdownTime = 2 * time.Second
	endTime      = 3 * time.Second
)

// Close asks the plugin to end, gives it its time, and ends it with all that
// it left behind. A second Close takes the time that is left away.
func (c *Client) Close() error {
	c.mu.Lock()
	again := c.closing
	c.closing = true
	c.mu.Unlock()
	if again {
		c.link.Kill()
		<-c.ended()
		return nil
	}
	_ = c.callWithin(context.Background(), shutdownTime, "shutdown", struct{}{}, nil)
	_ = c.link.Stdin.Close()
	ended := c.ended()
	if !within(ended, endTime) && c.link.Terminate != nil {
		c.link.Terminate()
		within(ended, endTime)
	}
	c.link.Kill()
	<-ended
	return nil
}

func (c *Client) ended() <-chan struct{} {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = c.link.Wait() // how it ended is told with the call that met it
	}()
	return ended
}

func within(ended <-chan struct{}, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-ended:
		return true
	case <-timer.C:
		return false
	}
}
