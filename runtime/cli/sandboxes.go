package cli

import (
	"context"
	"math"
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
)

func (r *run) create([]string) error {
	timeout, err := duration("--timeout", r.flags.timeout)
	if err != nil {
		return err
	}
	envs, err := keyValues("env", r.flags.envs)
	if err != nil {
		return err
	}
	metadata, err := keyValues("metadata", r.flags.metadata)
	if err != nil {
		return err
	}
	p, err := r.provider("", sandboxNeed("create"))
	if err != nil {
		return err
	}
	return r.showSandbox(p.Create(r.ctx, api.CreateRequest{Template: r.flags.template, Timeout: timeout, Envs: envs, Metadata: metadata}))
}

func (r *run) showSandbox(s *api.SandboxInfo, err error) error {
	if err != nil {
		return err
	}
	c := recordOf(s)
	return r.show(c, func() error { return r.table(nil, c.pairs()) })
}

func (r *run) info(args []string) error {
	p, id, err := r.sandbox(args[0], sandboxNeed("get_info"))
	if err != nil {
		return err
	}
	return r.showSandbox(p.GetInfo(r.ctx, id))
}

func (r *run) list([]string) error {
	if r.flags.limit < 0 {
		return usage("--limit takes a number from 0")
	}
	p, err := r.provider("", sandboxNeed("list"))
	if err != nil {
		return err
	}
	found, err := r.all(p)
	if err != nil {
		return err
	}
	return r.show(found, func() error {
		var rows [][]string
		for _, c := range found {
			rows = append(rows, c.row())
		}
		return r.table(recordHeader, rows)
	})
}

// all follows the pages until the wished number is there.
func (r *run) all(p api.Provider) ([]record, error) {
	limit := r.flags.limit
	if limit == 0 {
		limit = math.MaxInt
	}
	out := []record{}
	req := api.ListRequest{Status: r.flags.status}
	for len(out) < limit {
		req.Limit = min(100, limit-len(out))
		page, err := p.List(r.ctx, req)
		if err != nil {
			return nil, err
		}
		for i := range page.Sandboxes {
			out = append(out, recordOf(&page.Sandboxes[i]))
		}
		if page.Next == "" || page.Next == req.Cursor {
			break
		}
		req.Cursor = page.Next
	}
	return out[:min(len(out), limit)], nil
}

// kill ends every sandbox that is named and reports each one that it could
// not end; the exit code is that of the first.
func (r *run) kill(args []string) error {
	killed := []string{}
	var failed []error
	for _, text := range args {
		id, err := r.killOne(text)
		if err != nil {
			failed = append(failed, err)
		} else {
			killed = append(killed, id)
		}
	}
	err := r.show(map[string][]string{"killed": killed}, func() error {
		for _, id := range killed {
			if err := r.say("killed %s", id); err != nil {
				return err
			}
		}
		return nil
	})
	return r.failures(append(failed, err))
}

func (r *run) killOne(text string) (string, error) {
	p, id, err := r.sandbox(text, sandboxNeed("kill"))
	if err != nil {
		return "", err
	}
	return id, p.Kill(r.ctx, id)
}

// failures reports all errors; the exit code is the first one's. As JSON there
// is one error, the first.
func (r *run) failures(errs []error) error {
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	if len(errs) == 0 {
		return nil
	}
	if r.flags.json || r.ctx.Err() != nil {
		return errs[0]
	}
	for _, err := range errs {
		r.report(asError(err))
	}
	r.code = exitOf(asError(errs[0]).Code)
	return nil
}

func (r *run) timeout(args []string) error {
	d, err := duration("timeout", args[1])
	if err != nil {
		return err
	}
	seconds := int(math.Ceil(d.Seconds()))
	p, id, err := r.sandbox(args[0], sandboxNeed("set_timeout"))
	if err != nil {
		return err
	}
	if err := p.SetTimeout(r.ctx, id, seconds); err != nil {
		return err
	}
	return r.show(map[string]any{"sandbox_id": id, "timeout": seconds}, func() error { return r.say("%s ends in %d s", id, seconds) })
}

func (r *run) pause(args []string) error {
	return r.switchTo(args[0], "pause", api.StatusPaused, api.Provider.Pause)
}

func (r *run) resume(args []string) error {
	return r.switchTo(args[0], "resume", api.StatusRunning, api.Provider.Resume)
}

func (r *run) switchTo(text, method, status string, do func(api.Provider, context.Context, string) error) error {
	p, id, err := r.sandbox(text, sandboxNeed(method))
	if err != nil {
		return err
	}
	if err := do(p, r.ctx, id); err != nil {
		return err
	}
	return r.show(map[string]string{"sandbox_id": id, "status": status}, func() error { return r.say("%s %s", id, status) })
}

func (r *run) port(args []string) error {
	n, err := portNumber(args[1])
	if err != nil {
		return err
	}
	p, id, err := r.sandbox(args[0], sandboxNeed("port_url"))
	if err != nil {
		return err
	}
	u, err := p.PortURL(r.ctx, id, n)
	if err != nil {
		return err
	}
	answer := map[string]any{"url": u.URL}
	if r.flags.headers {
		answer["headers"] = u.Headers
	}
	return r.show(answer, func() error { return r.showPort(u) })
}

func (r *run) showPort(u *api.PortURL) error {
	if err := r.say("%s", u.URL); err != nil || !r.flags.headers {
		return err
	}
	var rows [][]string
	for name, value := range u.Headers {
		rows = append(rows, []string{name + ":", value})
	}
	return r.table(nil, rows)
}
