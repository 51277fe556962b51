package contract

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

func featuresAreKnown(_ context.Context, t *trial) (string, error) {
	for _, f := range t.d.Features {
		if !f.Known() {
			return "", fmt.Errorf("%q is no feature", f)
		}
	}
	return "", nil
}

func noSecretDefaults(_ context.Context, t *trial) (string, error) {
	for _, f := range t.d.Fields {
		if f.Secret && f.Default != nil && f.Default != "" {
			return "", fmt.Errorf("the secret field %q has a default", f.Key)
		}
	}
	return "", nil
}

func lifecycle(ctx context.Context, t *trial) (string, error) {
	s, err := t.p.Create(ctx, api.CreateRequest{Metadata: map[string]string{"contract": "lifecycle"}})
	if err != nil {
		return "", fmt.Errorf("create: %w", err)
	}
	err = t.alive(ctx, s.ID)
	if kill := t.p.Kill(ctx, s.ID); err == nil && kill != nil {
		err = fmt.Errorf("kill: %w", kill)
	}
	if err != nil {
		return "", err
	}
	if _, err := t.p.Connect(ctx, unknownID); api.CodeOf(err) != api.CodeSandboxNotFound {
		return "", fmt.Errorf("connect to a sandbox that does not exist: %w", orNone(err, api.CodeSandboxNotFound))
	}
	return "", nil
}

// alive looks for a sandbox in every way there is.
func (t *trial) alive(ctx context.Context, id string) error {
	s, err := t.p.Connect(ctx, id)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	if s.ID != id {
		return fmt.Errorf("connect gives sandbox %q, not %q", s.ID, id)
	}
	if s, err = t.p.GetInfo(ctx, id); err != nil {
		return fmt.Errorf("get_info: %w", err)
	}
	if s.Status != api.StatusRunning {
		return fmt.Errorf("get_info gives the status %q, not %q", s.Status, api.StatusRunning)
	}
	if running, err := t.p.IsRunning(ctx, id); err != nil || !running {
		return because(err, "is_running gives %v", running)
	}
	return t.listed(ctx, id)
}

func (t *trial) listed(ctx context.Context, id string) error {
	req := api.ListRequest{}
	for {
		page, err := t.p.List(ctx, req)
		if err != nil {
			return fmt.Errorf("list: %w", err)
		}
		if slices.ContainsFunc(page.Sandboxes, func(s api.SandboxInfo) bool { return s.ID == id }) {
			return nil
		}
		if page.Next == "" || page.Next == req.Cursor {
			return fmt.Errorf("list does not name the sandbox that was created")
		}
		req.Cursor = page.Next
	}
}

// orNone words an error that should have been another one, or that is none.
func orNone(err error, want api.Code) error {
	if err == nil {
		return fmt.Errorf("it succeeds, and %s was due", want)
	}
	return err
}

// because adds to what was seen the error behind it, where there is one.
func because(err error, format string, args ...any) error {
	if err == nil {
		return fmt.Errorf(format, args...)
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}

// killTwice holds a kill of what is gone to be no failure, or one that says so:
// the SDK's host takes either for success.
func killTwice(ctx context.Context, t *trial) (string, error) {
	s, err := t.p.Create(ctx, api.CreateRequest{})
	if err != nil {
		return "", fmt.Errorf("create: %w", err)
	}
	if err := t.p.Kill(ctx, s.ID); err != nil {
		return "", fmt.Errorf("kill: %w", err)
	}
	for _, id := range []string{s.ID, s.ID, unknownID} {
		if err := t.p.Kill(ctx, id); err != nil && api.CodeOf(err) != api.CodeSandboxNotFound {
			return "", fmt.Errorf("kill of a sandbox that is gone: %w", err)
		}
	}
	return "", nil
}

func setTimeout(ctx context.Context, t *trial, id string) error { return t.p.SetTimeout(ctx, id, 600) }

func pauseResume(ctx context.Context, t *trial, id string) error {
	if err := t.p.Pause(ctx, id); err != nil {
		return fmt.Errorf("pause: %w", err)
	}
	if err := t.p.Resume(ctx, id); err != nil {
		return fmt.Errorf("resume: %w", err)
	}
	if !t.d.Supports(api.FeatureExecRun) {
		return nil
	}
	r, err := t.run(ctx, id, shell("echo back"))
	if err != nil || !strings.Contains(r.stdout, "back") {
		return because(err, "a command after resume: %q", r.stdout)
	}
	return nil
}

func portsURL(ctx context.Context, t *trial, id string) error {
	p, err := t.p.PortURL(ctx, id, 8080)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(p.URL, "http://") && !strings.HasPrefix(p.URL, "https://") {
		return fmt.Errorf("port_url gives %q, which is no http address", p.URL)
	}
	return nil
}
