package e2b

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// lister plays the list of a backend with n sandboxes, every third paused.
type lister struct {
	n          int
	v1, v2     bool
	pages      bool // the first list obeys limit and offset
	wrapped    bool
	asked      []string
	statusless bool // ignores the state that is asked for
}

func (l *lister) serve(w http.ResponseWriter, r *http.Request) {
	l.asked = append(l.asked, r.RequestURI)
	q := r.URL.Query()
	var all []map[string]string
	for i := range l.n {
		s := map[string]string{"sandboxID": "s" + strconv.Itoa(i), "state": []string{"paused", "running", "running"}[i%3]}
		if want := q.Get("state"); l.statusless || want == "" || want == s["state"] {
			all = append(all, s)
		}
	}
	limit, _ := strconv.Atoi(q.Get("limit"))
	switch {
	case r.URL.Path == "/v2/sandboxes" && l.v2:
		from, _ := strconv.Atoi(q.Get("nextToken"))
		to := min(from+min(limit, 100), len(all))
		if to < len(all) {
			w.Header().Set("X-Next-Token", strconv.Itoa(to))
		}
		l.write(w, all[from:to])
	case r.URL.Path == "/sandboxes" && l.v1:
		if from, _ := strconv.Atoi(q.Get("offset")); l.pages {
			all = all[min(from, len(all)):min(from+limit, len(all))]
		}
		l.write(w, all)
	default:
		answer(w, 404, `{"code":404,"message":"no such route"}`)
	}
}

func (l *lister) write(w http.ResponseWriter, list []map[string]string) {
	var v any = list
	if l.wrapped {
		v = map[string]any{"data": list}
	}
	json.NewEncoder(w).Encode(v)
}

// walk lists everything, page by page.
func walk(t *testing.T, list func(context.Context, api.ListRequest) (*api.ListPage, error), req api.ListRequest) (ids []string, pages int) {
	t.Helper()
	for {
		page, err := list(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range page.Sandboxes {
			ids = append(ids, s.ID)
		}
		if pages++; page.Next == "" {
			return ids, pages
		}
		if pages > 50 {
			t.Fatal("the list does not end")
		}
		req.Cursor = page.Next
	}
}

func TestListWalks(t *testing.T) {
	for name, l := range map[string]*lister{
		"second list":              {n: 250, v1: true, v2: true},
		"first list, which pages":  {n: 250, v1: true, pages: true},
		"first list, all at once":  {n: 250, v1: true},
		"exactly a page, at once":  {n: 100, v1: true},
		"exactly a page":           {n: 100, v1: true, pages: true},
		"wrapped, second list":     {n: 7, v2: true, wrapped: true},
		"empty":                    {v2: true},
		"empty, first list":        {v1: true, wrapped: true},
		"one more than two pages":  {n: 201, v1: true, pages: true},
		"state is ignored":         {n: 250, v2: true, statusless: true},
		"state is ignored at once": {n: 250, v1: true, statusless: true},
	} {
		for _, req := range []api.ListRequest{{}, {Limit: 30}, {Limit: 150}, {Status: api.StatusPaused}, {Status: api.StatusPaused, Limit: 5}} {
			if !l.v2 && !l.pages && !l.statusless && req.Status != "" {
				continue // a first list filters by a name that lister does not know
			}
			var want []string
			for i := range l.n {
				if req.Status == "" || i%3 == 0 {
					want = append(want, "s"+strconv.Itoa(i))
				}
			}
			c := newControl(t, l.serve)
			if got, _ := walk(t, c.List, req); !slices.Equal(got, want) {
				t.Errorf("%s, %+v: %d of %d: %v", name, req, len(got), len(want), got)
			}
		}
	}
}

func TestListOffsets(t *testing.T) {
	for name, l := range map[string]*lister{
		"second list": {n: 250, v2: true}, "first list": {n: 250, v1: true, pages: true}, "at once": {n: 250, v1: true},
	} {
		c := newControl(t, l.serve)
		page, err := c.List(context.Background(), api.ListRequest{Limit: 20, Offset: 110})
		if err != nil || len(page.Sandboxes) != 20 || page.Sandboxes[0].ID != "s110" || page.Next == "" {
			t.Errorf("%s: %+v %v", name, page, err)
			continue
		}
		page, err = c.List(context.Background(), api.ListRequest{Limit: 20, Cursor: page.Next})
		if err != nil || len(page.Sandboxes) != 20 || page.Sandboxes[0].ID != "s130" {
			t.Errorf("%s, next: %+v %v", name, page, err)
		}
	}
}

func TestListWhatIsAsked(t *testing.T) {
	l := &lister{n: 3, v1: true}
	c := newControl(t, l.serve)
	for range 2 {
		if _, err := c.List(context.Background(), api.ListRequest{Status: "running", Limit: 5}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"/v2/sandboxes?limit=5&state=running", "/sandboxes?limit=5&offset=0&status=running", "/sandboxes?limit=5&offset=0&status=running"}
	if !slices.Equal(l.asked, want) {
		t.Errorf("asked %q", l.asked)
	}
	_, err := c.ListV2(context.Background(), api.ListRequest{})
	wantCode(t, err, api.CodeResourceNotFound)
}

func TestListIsNoList(t *testing.T) {
	for _, body := range []string{`"x"`, `[1]`, `[{"state":"running"}]`, `<html>`, `7`} {
		c := newControl(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, body) })
		if _, err := c.List(context.Background(), api.ListRequest{}); err == nil {
			t.Errorf("%s was taken", body)
		}
	}
}

func TestSandboxInfoOfTheCousins(t *testing.T) {
	m := map[string]any{
		"sandbox_id": "s", "template": "t", "status": "Paused", "envd_url": "http://e", "cpu_count": float64(2),
		"memory_mb": "512", "started_at": "2026-01-01T00:00:00Z", "end_at": nil, "metadata": map[string]any{"n": 1.5, "b": true},
		"domain": nil, "region": "r",
	}
	info, err := ParseSandboxInfo(m)
	if err != nil || info.ID != "s" || info.Status != api.StatusPaused || info.EnvdURL != "http://e" || info.CPUCount != 2 ||
		info.MemoryMB != 512 || info.StartedAt.Year() != 2026 || !info.EndAt.IsZero() || info.Metadata["n"] != "1.5" || info.Metadata["b"] != "true" {
		t.Errorf("%+v %v", info, err)
	}
	info, err = ParseSandboxInfo(map[string]any{"data": map[string]any{"sandboxID": "x", "state": "pausing", "startedAt": 1.7e9, "endAt": 1.7e12}})
	if err != nil || info.Status != api.StatusPausing || !info.StartedAt.Equal(info.EndAt) {
		t.Errorf("%+v %v", info, err)
	}
	for _, bad := range []map[string]any{nil, {}, {"sandboxID": ""}, {"data": map[string]any{}}, {"sandboxID": []any{"a"}}} {
		if _, err := ParseSandboxInfo(bad); err == nil {
			t.Errorf("%v was taken", bad)
		}
	}
}

func TestAddresses(t *testing.T) {
	c, err := New(Config{Domain: "example.app"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		target     api.Target
		envd, code string
	}{
		{api.Target{SandboxID: "ns--a1"}, "https://49983-ns--a1.example.app", "https://49999-ns--a1.example.app"},
		{api.Target{SandboxID: "a", Domain: "d.io:8443"}, "https://49983-a.d.io:8443", "https://49999-a.d.io:8443"},
		{api.Target{SandboxID: "a", Domain: "localhost:80"}, "http://49983-a.localhost:80", "http://49999-a.localhost:80"},
		{api.Target{SandboxID: "a", EnvdURL: "http://49983-a.cube.app/"}, "http://49983-a.cube.app", "http://49999-a.cube.app"},
		{api.Target{SandboxID: "a", EnvdURL: "https://gw/kruise/a/49983"}, "https://gw/kruise/a/49983", "https://gw/kruise/a/49999"},
		{api.Target{SandboxID: "a", EnvdURL: "http://127.0.0.1:9"}, "http://127.0.0.1:9", "http://127.0.0.1:9"},
	} {
		envd, err := c.EnvdURL(tt.target)
		code, _ := c.codeURL(tt.target)
		if envd != tt.envd || code != tt.code || err != nil {
			t.Errorf("%+v: %s %s %v", tt.target, envd, code, err)
		}
	}
	for _, bad := range []api.Target{{SandboxID: "a", EnvdURL: "ftp://x"}, {SandboxID: "a", EnvdURL: "http://u:p@x"}, {SandboxID: "a", Domain: "https://x"}, {}} {
		if u, err := c.EnvdURL(bad); err == nil {
			t.Errorf("%+v gave %s", bad, u)
		}
	}
	// What the SDK's network.resolve gives for a rest provider.
	p, err := c.PortURL(context.Background(), "sb1", 3000)
	if err != nil || p.URL != "https://3000-sb1.example.app" || len(p.Headers) != 0 {
		t.Errorf("%+v %v", p, err)
	}
	p, _ = c.PortURLOf(api.Target{SandboxID: "sb1", Token: "tok", EnvdURL: "http://elsewhere"}, 3000)
	if p.URL != "https://3000-sb1.example.app" || p.Headers["X-Access-Token"] != "tok" {
		t.Errorf("%+v", p)
	}
	if _, err := url.Parse(p.URL); err != nil {
		t.Error(err)
	}
	_, err = c.PortURL(context.Background(), "sb1", 0)
	wantCode(t, err, api.CodeConfig)
	none, _ := New(Config{})
	_, err = none.PortURL(context.Background(), "sb1", 80)
	wantCode(t, err, api.CodeConfig)
}
