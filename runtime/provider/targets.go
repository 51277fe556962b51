package provider

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
)

const (
	targetLife = 30 * time.Second // how long an address is believed
	maxTargets = 1024
)

// targets remembers for a while where sandboxes answer, so that a run of calls
// asks the control plane once.
type targets struct {
	mu    sync.Mutex
	known map[string]knownTarget
	now   func() time.Time
}

type knownTarget struct {
	target api.Target
	until  time.Time
}

func (t *targets) init() { t.known, t.now = map[string]knownTarget{}, time.Now }

func (t *targets) get(id string) (api.Target, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k, ok := t.known[id]
	return k.target, ok && t.now().Before(k.until)
}

func (t *targets) put(target api.Target) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.known) >= maxTargets {
		t.known = map[string]knownTarget{}
	}
	t.known[target.SandboxID] = knownTarget{target, t.now().Add(targetLife)}
}

func (t *targets) drop(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.known, id)
}

// target finds where a sandbox's data plane answers: what create, connect or
// an earlier call told, else by get_info, the provider's own where it has one.
func (p *provider) target(ctx context.Context, id string) (api.Target, error) {
	if t, ok := p.targets.get(id); ok {
		return t, nil
	}
	info, err := p.info(ctx, id)
	if err != nil {
		return api.Target{}, err
	}
	return info.Target(), nil
}

// learn takes note of what the control plane told of a sandbox.
func (p *provider) learn(s *api.SandboxInfo) {
	p.redactor.Hold(s.ID, s.EndAt, s.EnvdToken.Reveal())
	p.targets.put(s.Target())
}

// doubt forgets the address of a sandbox where an error of the data plane may
// come of an address or a token that is no longer right.
func (p *provider) doubt(id string, err error) {
	if err == nil {
		return
	}
	var s *e2b.StatusError
	refused := errors.As(err, &s) && s.Status == http.StatusUnauthorized
	switch api.CodeOf(err) {
	case api.CodeAuthentication, api.CodeInvalidAPIKey, api.CodeTokenExpired, api.CodeSandboxNotFound, api.CodeConnection:
		refused = true
	}
	if refused {
		p.targets.drop(id)
	}
}

// onTarget does a call of the data plane that changes something, once.
func onTarget[T any](ctx context.Context, p *provider, id string, do func(api.Target) (T, error)) (T, error) {
	t, err := p.target(ctx, id)
	if err != nil {
		var zero T
		return zero, err
	}
	v, err := do(t)
	p.doubt(id, err)
	return v, err
}

// reading does a call that changes nothing, and once more with a fresh address
// where the remembered one came into doubt: here, or in an effect on the way.
func reading[T any](ctx context.Context, p *provider, id string, do func(api.Target) (T, error)) (T, error) {
	_, before := p.targets.get(id)
	v, err := onTarget(ctx, p, id, do)
	if _, after := p.targets.get(id); err == nil || !before || after {
		return v, err
	}
	return onTarget(ctx, p, id, do)
}
