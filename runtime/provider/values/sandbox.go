package values

import (
	"slices"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
)

var statuses = []string{api.StatusCreating, api.StatusRunning, api.StatusPaused, api.StatusPausing, api.StatusStopping, api.StatusStopped, api.StatusError}

// FromInfo gives a SandboxInfo as the kit's object.
func FromInfo(s *api.SandboxInfo) map[string]any {
	o := Object{"sandbox_id": s.ID, "template": s.Template, "status": s.Status, "metadata": textMap(s.Metadata)}
	set(o, "envd_url", s.EnvdURL)
	set(o, "envd_access_token", s.EnvdToken.Reveal())
	set(o, "envd_version", s.EnvdVersion)
	set(o, "domain", s.Domain)
	set(o, "region", s.Region)
	setTime(o, "started_at", s.StartedAt)
	setTime(o, "end_at", s.EndAt)
	set(o, "cpu_count", s.CPUCount)
	set(o, "memory_mb", s.MemoryMB)
	return o
}

// FromInfos gives a list of them.
func FromInfos(list []api.SandboxInfo) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = FromInfo(&list[i])
	}
	return out
}

// ToInfo reads a SandboxInfo in any of its spellings; one without an id is
// E8000. A status that is none of the seven is "running", as in the published
// host.
func ToInfo(v any) (*api.SandboxInfo, error) {
	o := AsObject(v)
	if len(o) == 0 {
		return nil, wrong(v, "a sandbox with a sandbox_id")
	}
	s, err := e2b.ParseSandboxInfo(o)
	if err != nil {
		return nil, wrong(v, "a sandbox with a sandbox_id")
	}
	if !slices.Contains(statuses, s.Status) {
		s.Status = api.StatusRunning
	}
	return s, nil
}

// ToInfos reads a list of them: an array, or an object that holds one as
// sandboxes, items or data, with the cursor of the next page.
func ToInfos(v any) (*api.ListPage, error) {
	page := &api.ListPage{}
	items, ok := v.([]any)
	if !ok {
		o := AsObject(v)
		if items, ok = o.Get("sandboxes", "items", "data").([]any); !ok {
			return nil, wrong(v, "an array of sandboxes")
		}
		page.Next = o.Text("next", "next_token", "cursor")
	}
	for _, item := range items {
		info, err := ToInfo(item)
		if err != nil {
			return nil, err
		}
		page.Sandboxes = append(page.Sandboxes, *info)
	}
	return page, nil
}

// FromCreate gives the kit's create config.
func FromCreate(r api.CreateRequest) map[string]any {
	o := Object{
		"template": r.Template, "timeout": r.Timeout.Seconds(), "metadata": textMap(r.Metadata), "env_vars": textMap(r.Envs),
		"auto_pause": r.AutoPause, "provider_options": map[string]any{},
	}
	if r.Options != nil {
		o["provider_options"] = r.Options
	}
	for key, n := range map[string]*int{"cpu": r.CPU, "memory": r.Memory, "disk": r.Disk} {
		if n != nil {
			o[key] = *n
		}
	}
	if r.GPU != nil {
		o["gpu"] = *r.GPU
	}
	if r.Secure != nil {
		o["secure"] = *r.Secure
	}
	return o
}

// ToCreate reads a create config, and the options object beside it.
func ToCreate(config, call any) api.CreateRequest {
	o, c := AsObject(config), AsObject(call)
	r := api.CreateRequest{
		Template:       o.Text("template", "template_id", "templateID"),
		Timeout:        o.Seconds("timeout"),
		Metadata:       o.Map("metadata"),
		Envs:           o.Map("env_vars", "envs", "env"),
		CPU:            o.IntPtr("cpu", "cpu_count"),
		Memory:         o.IntPtr("memory", "memory_mb", "memoryMB"),
		Disk:           o.IntPtr("disk", "disk_size_mb", "diskSizeMB"),
		AutoPause:      o.Bool("auto_pause"),
		RequestTimeout: c.Seconds("request_timeout", "timeout"),
	}
	if gpu := o.Text("gpu"); gpu != "" {
		r.GPU = &gpu
	}
	if secure, ok := o.Get("secure").(bool); ok {
		r.Secure = &secure
	}
	if options := AsObject(o.Get("provider_options")); len(options) > 0 {
		r.Options = options
	}
	return r
}

// FromList gives the argument of list and list_v2.
func FromList(r api.ListRequest) map[string]any {
	o := Object{"limit": r.Limit, "offset": r.Offset}
	set(o, "status", r.Status)
	set(o, "cursor", r.Cursor)
	return o
}

// ToList reads it.
func ToList(v any) api.ListRequest {
	o := AsObject(v)
	return api.ListRequest{Status: o.Text("status", "state"), Limit: o.Int("limit"), Offset: o.Int("offset"), Cursor: o.Text("cursor", "next_token")}
}

// FromPort gives the answer of port_url.
func FromPort(p *api.PortURL) map[string]any {
	return map[string]any{"url": p.URL, "headers": textMap(p.Headers)}
}

// ToPort reads it: an object, a bare URL, or a [url, headers] pair.
func ToPort(v any) (*api.PortURL, error) {
	var p api.PortURL
	switch v := v.(type) {
	case string:
		p.URL = v
	case []any:
		if len(v) > 0 {
			p.URL = Text(v[0])
		}
		if len(v) > 1 {
			p.Headers = Object{"h": v[1]}.Map("h")
		}
	default:
		o := AsObject(v)
		p = api.PortURL{URL: o.Text("url"), Headers: o.Map("headers")}
	}
	if p.URL == "" {
		return nil, wrong(v, "an object with a url")
	}
	return &p, nil
}
