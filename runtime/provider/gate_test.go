package provider_test

import (
	"errors"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/gate"
	"github.com/abxgen/abxgen/runtime/provider"
)

// recorder counts who connects.
type recorder struct {
	net.Listener
	seen chan string
}

func record(t *testing.T) *recorder {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{l, make(chan string, 1000)}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				close(r.seen)
				return
			}
			r.seen <- conn.RemoteAddr().String()
			conn.Close()
		}
	}()
	return r
}

// TestUndeclaredMeansNoConnection takes away the features of each row in turn:
// each of its methods gives E8004 naming provider and feature, and nothing has
// connected to where the provider would go.
func TestUndeclaredMeansNoConnection(t *testing.T) {
	for _, kind := range []string{api.KindREST, api.KindNode} {
		r := record(t)
		c := &cloud.Cloud{URL: "http://" + r.Addr().String(), Domain: r.Addr().String(), Key: "k"}
		for _, m := range methods {
			needs, ok := api.LookupMethod(m.class, m.name)
			if !ok {
				t.Fatalf("%s.%s is in no table", m.class, m.name)
			}
			rest := slices.DeleteFunc(api.Features(), func(f api.Feature) bool { return slices.Contains(needs.Features, f) })
			t.Run(kind+"."+string(m.class)+"."+m.name, func(t *testing.T) {
				p := openKind(t, kind, c, rest, "")
				_, err := m.call(t.Context(), p, "x")
				isUndeclared(t, p, m, err, needs.Features[0])
			})
		}
		r.Close()
		for from := range r.seen {
			t.Errorf("%s: %s connected", kind, from)
		}
	}
}

func openKind(t *testing.T, kind string, c *cloud.Cloud, features []api.Feature, operations string) api.Provider {
	t.Helper()
	o, l := reach(c), restProvider(c, features...)
	if kind == api.KindNode {
		o, l = reachNode(c), nodeProvider(t, "untouched", features...)
	}
	o.Operations = operations
	return open(t, l, o)
}

func isUndeclared(t *testing.T, p api.Provider, m method, err error, f api.Feature) {
	t.Helper()
	var e *api.Error
	if !errors.As(err, &e) || e.Code != api.CodeFeatureNotSupported || e.Provider != p.Descriptor().ID || e.Feature != f ||
		!strings.Contains(e.Message, e.Provider) || !strings.Contains(e.Message, string(f)) {
		t.Errorf("%s.%s gave %v, want E8004 of %s", m.class, m.name, err, f)
	}
}

// TestOperationsAreCheckedForAbx declares everything and lists no operation.
func TestOperationsAreCheckedForAbx(t *testing.T) {
	r := record(t)
	c := &cloud.Cloud{URL: "http://" + r.Addr().String(), Domain: r.Addr().String(), Key: "k"}
	p := openKind(t, api.KindREST, c, api.Features(), gate.HostCLI)
	for _, m := range methods {
		needs, _ := api.LookupMethod(m.class, m.name)
		if len(needs.Operations) > 0 {
			_, err := m.call(t.Context(), p, "x")
			isUndeclared(t, p, m, err, needs.Features[0])
		}
	}
	r.Close()
	for from := range r.seen {
		t.Errorf("%s connected", from)
	}
}

// TestDeclaredReachesTheWire declares of each row nothing but its own feature,
// once for each that lets the method through.
func TestDeclaredReachesTheWire(t *testing.T) {
	c := cloud.ForTest(t)
	all := open(t, restProvider(c), reach(c))
	for _, kind := range []string{api.KindREST, api.KindNode} {
		for _, m := range methods {
			needs, _ := api.LookupMethod(m.class, m.name)
			for _, f := range needs.Features {
				t.Run(kind+"."+string(m.class)+"."+m.name+"."+string(f), func(t *testing.T) {
					id := create(t, all)
					before := len(c.Requests())
					answer, err := m.call(t.Context(), openKind(t, kind, c, []api.Feature{f}, ""), id)
					if errors.Is(err, api.ErrFeatureNotSupported) {
						t.Error(err)
					}
					arrived(t, c, m, id, answer, c.Requests()[before:])
					_ = all.Kill(t.Context(), id) // the method may have done so
				})
			}
		}
	}
}

func arrived(t *testing.T, c *cloud.Cloud, m method, id string, answer any, seen []cloud.Request) {
	t.Helper()
	if m.wire == "" {
		if text := exactURL(t, c, m, id); text != urlOf(answer) {
			t.Errorf("%s gave %v, want %s", m.name, answer, text)
		}
		return
	}
	end := strings.ReplaceAll(m.wire, "ID", id)
	if !slices.ContainsFunc(seen, func(r cloud.Request) bool { return strings.HasSuffix(r.Path, end) }) {
		t.Errorf("%s.%s did not reach %s: %v", m.class, m.name, end, seen)
	}
}

func urlOf(answer any) string {
	if p, ok := answer.(*api.PortURL); ok && p != nil {
		return p.URL
	}
	text, _ := answer.(string)
	return text
}

// exactURL gives what a method that sends nothing has to answer.
func exactURL(t *testing.T, c *cloud.Cloud, m method, id string) string {
	t.Helper()
	p := open(t, restProvider(c), reach(c))
	s, err := p.GetInfo(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	switch m.name {
	case "port_url":
		return "https://8080-" + id + "." + c.Domain
	case "upload_url":
		return s.EnvdURL + "/files?path=a%20b&username=user&signature=" + signature("a b", "write", s.EnvdToken.Reveal())
	}
	return s.EnvdURL + "/files?path=%2Fa%2Fb&username=user&signature=" + signature("/a/b", "read", s.EnvdToken.Reveal())
}

func TestRequire(t *testing.T) {
	c := cloud.ForTest(t)
	p := open(t, restProvider(c, api.FeaturePTY), reach(c))
	for _, f := range api.Features() {
		if err := p.Require(f); (err == nil) != (f == api.FeaturePTY) || err != nil && !errors.Is(err, api.ErrFeatureNotSupported) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestGateComesBeforeConfiguration(t *testing.T) {
	// A provider that cannot be opened has no methods to gate: what is missing
	// is said at Open, before anything is started.
	launched := false
	l := nodeProvider(t, "untouched")
	l.Descriptor.AuthAnyOf = [][]string{{"api_key"}}
	_, err := provider.Open(t.Context(), l, provider.Options{Guest: neverLaunch(&launched)})
	if api.CodeOf(err) != api.CodeMissingCredentials || launched {
		t.Errorf("%v, launched %t", err, launched)
	}
}
