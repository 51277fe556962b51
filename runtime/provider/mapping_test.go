package provider_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
)

// TestEveryMethodThroughJavaScript calls each method untouched and through a
// subclass that passes it on to the kit's own: the answers are equal, so
// nothing is lost in the two ways across. And the subclass was called.
func TestEveryMethodThroughJavaScript(t *testing.T) {
	c := cloud.ForTest(t)
	untouched := open(t, nodeProvider(t, "untouched"), reachNode(c))
	var log journal
	o := reachNode(c)
	o.Log = log.log
	subclassed := open(t, nodeProvider(t, "subclassed"), o)
	// Each has a sandbox of its own, made alike.
	a, b := create(t, untouched), create(t, untouched)
	for _, m := range methods {
		want, wantErr := m.tell(t.Context(), untouched, a)
		got, gotErr := m.tell(t.Context(), subclassed, b)
		if diff := cmp.Diff(alike(want, a), alike(got, b), sameTimes); diff != "" {
			t.Errorf("%s.%s (-direct +through JavaScript):\n%s", m.class, m.name, diff)
		}
		if api.CodeOf(wantErr) != api.CodeOf(gotErr) || (wantErr == nil) != (gotErr == nil) {
			t.Errorf("%s.%s failed with %v, and through JavaScript with %v", m.class, m.name, wantErr, gotErr)
		}
		if m.story != nil && wantErr != nil { // two failures would be alike and show nothing
			t.Errorf("the story of %s.%s failed with %v", m.class, m.name, wantErr)
		}
	}
	if err := subclassed.Close(); err != nil { // its log is complete then
		t.Fatal(err)
	}
	for _, m := range methods {
		name := m.name
		if name == "list" {
			name = "list_v2"
		}
		if !strings.Contains(log.String(), "."+name) {
			t.Errorf("%s.%s was not called in JavaScript", m.class, name)
		}
	}
}

// sameTimes: two sandboxes are made one after the other.
var sameTimes = cmp.Comparer(func(a, b time.Time) bool { return a.Sub(b).Abs() < time.Minute })

// alike takes out of an answer what tells one sandbox from another.
func alike(v any, id string) any {
	switch v := v.(type) {
	case api.SandboxInfo:
		v.ID, v.EnvdURL, v.EnvdToken = "", hostless(v.EnvdURL), api.Secret{}
		return v
	case []api.SandboxInfo:
		return len(v)
	case *api.CodeContext:
		return v != nil && v.ID != ""
	case []api.CodeContext:
		return len(v)
	case *api.CodeResult:
		if v == nil {
			return nil
		}
		v.Elapsed = 0
		return v
	case *api.PortURL:
		if v == nil {
			return nil
		}
		return strings.ReplaceAll(v.URL, id, "ID")
	case string:
		return hostless(v)
	}
	return v
}

// hostless keeps of an address what does not name the sandbox.
func hostless(text string) string {
	text, _, _ = strings.Cut(text, "signature=")
	if i := strings.Index(text, "/files"); i >= 0 {
		return text[i:]
	}
	scheme, _, _ := strings.Cut(text, "://")
	return scheme
}
