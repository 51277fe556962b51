package cloud

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// answered is what the control plane said.
type answered struct {
	status int
	header http.Header
	body   any
}

func (a answered) object() map[string]any {
	m, _ := a.body.(map[string]any)
	return m
}

// ask asks the control plane; header holds pairs and may replace the key.
func (c *Cloud) ask(t *testing.T, method, path, body string, header ...string) answered {
	t.Helper()
	res := c.request(t, method, path, strings.NewReader(body), header...)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answered{status: res.StatusCode, header: res.Header}
	if len(text) > 0 && json.Unmarshal(text, &a.body) != nil {
		a.body = string(text)
	}
	return a
}

func (c *Cloud) request(t *testing.T, method, path string, body io.Reader, header ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequest(method, c.URL+path, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-API-Key", c.Key)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// sandbox gives the id of a new sandbox.
func (c *Cloud) sandbox(t *testing.T, body string) string {
	t.Helper()
	a := c.ask(t, "POST", "/sandboxes", body)
	if a.status != http.StatusCreated {
		t.Fatalf("create: %d %v", a.status, a.body)
	}
	return a.object()["sandboxID"].(string)
}

var field = regexp.MustCompile(`(\w+)(\??):([A-Za-z|]+)`)

// shape holds an object against its line of the published API: required fields
// are there, each has its kind, and none is unknown but envdUrl.
func shape(t *testing.T, name string, got any) {
	t.Helper()
	text, err := os.ReadFile("testdata/openapi.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, line, ok := strings.Cut("\n"+string(text), "\n"+name+": {")
	line, _, _ = strings.Cut(line, "}\n")
	if !ok {
		t.Fatalf("no schema %s", name)
	}
	object, _ := got.(map[string]any)
	known := []string{"envdUrl"}
	for _, f := range field.FindAllStringSubmatch(line, -1) {
		key, optional, kind := f[1], f[2] != "", f[3]
		known = append(known, key)
		v, there := object[key]
		if !there && !optional {
			t.Errorf("%s: %s is missing", name, key)
		}
		if there && !fits(kind, v) {
			t.Errorf("%s: %s is %T, want %s", name, key, v, kind)
		}
	}
	for key := range object {
		if !slices.Contains(known, key) {
			t.Errorf("%s: unknown field %s", name, key)
		}
	}
}

func fits(kind string, v any) bool {
	switch strings.TrimSuffix(kind, "|null") {
	case "integer", "number", "CPUCount", "MemoryMB", "DiskSizeMB":
		_, ok := v.(float64)
		return ok
	case "SandboxMetadata", "SandboxLifecycle", "SandboxNetworkConfig":
		_, ok := v.(map[string]any)
		return ok
	case "boolean":
		_, ok := v.(bool)
		return ok
	}
	_, ok := v.(string)
	return ok || v == nil && strings.HasSuffix(kind, "|null")
}

func TestAnswersHaveThePublishedShape(t *testing.T) {
	c := ForTest(t)
	made := c.ask(t, "POST", "/v2/sandboxes", `{"templateID":"base","metadata":{"k":"v"}}`)
	shape(t, "Sandbox", made.body)
	id := made.object()["sandboxID"].(string)
	shape(t, "SandboxDetail", c.ask(t, "GET", "/sandboxes/"+id, "").body)
	for _, path := range []string{"/sandboxes", "/v2/sandboxes"} {
		list := c.ask(t, "GET", path, "").body.([]any)
		if len(list) != 1 {
			t.Fatalf("%s: %v", path, list)
		}
		shape(t, "ListedSandbox", list[0])
	}
	shape(t, "SandboxMetric", c.ask(t, "GET", "/sandboxes/"+id+"/metrics", "").body.([]any)[0])
	shape(t, "Sandbox", c.ask(t, "POST", "/v2/sandboxes/"+id+"/connect", "").body)
	shape(t, "Error", c.ask(t, "GET", "/sandboxes/none", "").body)
}

func TestErrors(t *testing.T) {
	c := ForTest(t, Options{Templates: []string{"base"}, MaxSandboxes: 1})
	id := c.sandbox(t, `{"templateID":"base","timeout":60}`)
	for _, tt := range []struct {
		method, path, body string
		header             []string
		status             int
		message            string
	}{
		{"GET", "/sandboxes", "", []string{"X-API-Key", ""}, 401, "authorization header is missing"},
		{"GET", "/sandboxes", "", []string{"X-API-Key", "e2b_1"}, 401, "Invalid API key"},
		{"GET", "/sandboxes", "", []string{"X-API-Key", "", "Authorization", "Bearer no"}, 401, "Invalid API key"},
		{"GET", "/sandboxes/none", "", nil, 404, `Sandbox "none" doesn't exist or you don't have access to it`},
		{"DELETE", "/sandboxes/none", "", nil, 404, `Sandbox "none" doesn't exist or you don't have access to it`},
		{"POST", "/sandboxes/none/pause", "", nil, 404, `Sandbox "none" doesn't exist or you don't have access to it`},
		{"GET", "/sandboxes/a%20b", "", nil, 400, "Invalid sandbox ID"},
		{"POST", "/sandboxes", `{"templateID":"other"}`, nil, 404, "template 'other' not found"},
		{"POST", "/sandboxes", `{"templateID":"base"}`, nil, 429, "you have reached the maximum number of concurrent E2B " +
			"sandboxes (1). If you need more, please visit 'https://e2b.dev/docs/billing'"},
		{"POST", "/sandboxes", `{}`, nil, 400, "Error when parsing request: templateID is required"},
		{"POST", "/sandboxes", `{"templateID":"base","timeout":-2}`, nil, 400, "Timeout cannot be negative"},
		{"POST", "/sandboxes", `{"templateID":"base","timeout":86401}`, nil, 400, "Timeout cannot be greater than 24 hours"},
		{"POST", "/sandboxes/" + id + "/timeout", `{}`, nil, 400, "Error when parsing request: timeout is required"},
		{"POST", "/sandboxes/" + id + "/resume", `{}`, nil, 409, "Sandbox '" + id + "' is already running"},
		{"GET", "/v2/sandboxes?limit=0", "", nil, 400, "Error when parsing request: limit must be from 1 to 100"},
		{"GET", "/v2/sandboxes?nextToken=x", "", nil, 400, "Invalid next token"},
		{"GET", "/v2/sandboxes?state=dead", "", nil, 400, `Error when parsing request: state "dead" is none of running, paused`},
		{"GET", "/nowhere", "", nil, 404, "no matching operation was found"},
	} {
		a := c.ask(t, tt.method, tt.path, tt.body, tt.header...)
		want := map[string]any{"code": float64(tt.status), "message": tt.message}
		if d := cmp.Diff(want, a.body); a.status != tt.status || d != "" {
			t.Errorf("%s %s: %d, %s", tt.method, tt.path, a.status, d)
		}
	}
	if a := c.ask(t, "POST", "/sandboxes", "{bad"); a.status != 400 {
		t.Errorf("bad JSON: %d", a.status)
	}
	if a := c.ask(t, "GET", "/sandboxes", "", "X-API-Key", "", "Authorization", "Bearer "+c.Key); a.status != 200 {
		t.Errorf("bearer: %d", a.status)
	}
}

func ids(a answered) (all []string) {
	for _, s := range a.body.([]any) {
		all = append(all, s.(map[string]any)["sandboxID"].(string))
	}
	return all
}

func TestPages(t *testing.T) {
	c := ForTest(t)
	var want []string
	for i := range 5 {
		want = append(want, c.sandbox(t, fmt.Sprintf(`{"templateID":"base","timeout":60,"metadata":{"n":"%d","x":"a&b"}}`, i)))
	}
	for _, order := range []string{"asc", "desc"} {
		var got []string
		for path := "/v2/sandboxes?limit=2&order=" + order; path != ""; {
			a := c.ask(t, "GET", path, "")
			got = append(got, ids(a)...)
			next := a.header.Get("X-Next-Token")
			if next == "" {
				break
			}
			path = "/v2/sandboxes?limit=2&order=" + order + "&nextToken=" + next
		}
		if order == "desc" {
			slices.Reverse(got)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", order, d)
		}
	}
	c.ask(t, "POST", "/sandboxes/"+want[1]+"/pause", "")
	for query, want := range map[string][]string{
		"/v2/sandboxes?metadata=n%3D3%26x%3Da%252526b": {want[3]},
		"/v2/sandboxes?state=paused":                   {want[1]},
		"/v2/sandboxes?state=running,paused&limit=1":   {want[4]},
		"/sandboxes?metadata=n%3D1":                    nil, // it is paused
		"/sandboxes?limit=2&offset=3":                  {want[0]},
		"/v2/sandboxes?template=other":                 nil,
	} {
		if d := cmp.Diff(want, ids(c.ask(t, "GET", query, ""))); d != "" {
			t.Errorf("%s: %s", query, d)
		}
	}
	if got := c.ask(t, "GET", "/v2/sandboxes", "").header.Get("X-Total-Running"); got != "4" {
		t.Errorf("X-Total-Running: %s", got)
	}
}

func TestIdempotencyKey(t *testing.T) {
	c := ForTest(t)
	one := c.ask(t, "POST", "/v2/sandboxes", `{"templateID":"base"}`, "Idempotency-Key", "k1")
	two := c.ask(t, "POST", "/v2/sandboxes", `{"templateID":"base"}`, "Idempotency-Key", "k1")
	three := c.ask(t, "POST", "/v2/sandboxes", `{"templateID":"base"}`, "Idempotency-Key", "k2")
	id := func(a answered) any { return a.object()["sandboxID"] }
	if id(one) != id(two) || id(one) == id(three) || c.Running() != 2 {
		t.Errorf("%v, %v, %v, %d run", one.body, two.body, three.body, c.Running())
	}
}

func TestLifetime(t *testing.T) {
	c := ForTest(t)
	id := c.sandbox(t, `{"templateID":"base","timeout":3600}`)
	end := func() time.Duration {
		at, err := time.Parse(time.RFC3339, c.ask(t, "GET", "/sandboxes/"+id, "").object()["endAt"].(string))
		if err != nil {
			t.Fatal(err)
		}
		return time.Until(at).Round(time.Minute)
	}
	for _, tt := range []struct {
		path, body string
		status     int
		want       time.Duration
	}{
		{"/sandboxes/" + id + "/timeout", `{"timeout":600}`, 204, 10 * time.Minute},
		{"/sandboxes/" + id + "/refreshes", `{"duration":1200}`, 204, 20 * time.Minute},
		{"/sandboxes/" + id + "/refreshes", `{"duration":60}`, 204, 20 * time.Minute},
		{"/sandboxes/" + id + "/connect", `{"timeout":1800}`, 200, 30 * time.Minute},
		{"/v2/sandboxes/" + id + "/connect", ``, 200, 30 * time.Minute},
		{"/sandboxes/" + id + "/pause", ``, 204, 0},
		{"/sandboxes/" + id + "/pause", ``, 409, 0},
		{"/sandboxes/" + id + "/resume", `{"timeout":600}`, 201, 10 * time.Minute},
		{"/sandboxes/" + id + "/pause", `{}`, 204, 0},
		{"/sandboxes/" + id + "/connect", `{"timeout":300}`, 201, 5 * time.Minute},
	} {
		if a := c.ask(t, "POST", tt.path, tt.body); a.status != tt.status || end() != tt.want {
			t.Errorf("%s %s: %d %v, %v left, want %v", tt.path, tt.body, a.status, a.body, end(), tt.want)
		}
	}
	c.ask(t, "POST", "/sandboxes/"+id+"/timeout", `{"timeout":0}`)
	c.until(t, func() bool { return c.ask(t, "GET", "/sandboxes/"+id, "").status == 404 })
	id = c.sandbox(t, `{"templateID":"base","timeout":0,"autoPause":true}`)
	c.until(t, func() bool { return c.ask(t, "GET", "/sandboxes/"+id, "").object()["state"] == "paused" })
}

// until asks again and again; the end of a lifetime tells nobody.
func (c *Cloud) until(t *testing.T, done func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !done(); {
		if time.Now().After(end) {
			t.Fatal("it did not happen in 10 s")
		}
	}
}
