package network

import (
	"net"
	"net/url"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// made is a policy with everything that a provider may have: declared names,
// what the user gave, an endpoint and a dial.
func made() *Policy {
	p := New("my-cloud", []string{"api.example.com", "*.cdn.example.com", "auth.example.com:8443", "https://Written.example.org/path", "10.0.0.7", "sandboxes.example.net"}, false)
	p.Give("http://given.example:8899/base")
	p.Give("http://[::1]:3000")
	p.GiveDomain("user.example")
	p.GiveEndpoint("https://control.example/v1", "boxes.example:8443", "192.0.2.9", 7000)
	return p
}

func TestWhoIsReached(t *testing.T) {
	for _, row := range []struct {
		host           string
		port           int
		fetch, sandbox bool
	}{
		{"api.example.com", 443, true, true},
		{"API.example.com.", 9, true, true},
		{"x.api.example.com", 443, false, true}, // a sandbox may lie below a declared name
		{"example.com", 443, false, false},
		{"api.example.com.evil.example", 443, false, false},
		{"evil-api.example.com", 443, false, false},
		{"cdn.example.com", 443, false, false},
		{"a.cdn.example.com", 443, true, true},
		{"a.b.cdn.example.com", 80, true, true},
		{"acdn.example.com", 443, false, false},
		{"auth.example.com", 8443, true, true},
		{"auth.example.com", 443, false, false},
		{"written.example.org", 443, true, true},
		{"10.0.0.7", 80, true, true},
		{"10.0.0.70", 80, false, false},
		{"::ffff:10.0.0.7", 80, true, true},
		{"49983-abc.sandboxes.example.net", 443, false, true},
		{"given.example", 1, true, true}, // what the user gave counts on every port
		{"below.given.example", 443, false, false},
		{"::1", 9, true, true},
		{"0:0:0:0:0:0:0:1", 9, true, true},
		{"a.user.example", 443, true, true},
		{"control.example", 80, true, true},
		{"a.control.example", 443, false, false},
		{"49983-abc.boxes.example", 443, true, true},
		{"boxes.example", 443, true, true},
		{"xboxes.example", 443, false, false},
		{"192.0.2.9", 7000, true, true},
		{"192.0.2.9", 7001, false, false},
		{"", 443, false, false},
		{".", 443, false, false},
	} {
		p := made()
		if got := p.Allow(row.host, row.port) == nil; got != row.fetch {
			t.Errorf("fetch of %q:%d allowed: %t", row.host, row.port, got)
		}
		if got := p.AllowSandbox(row.host, row.port) == nil; got != row.sandbox {
			t.Errorf("a sandbox at %q:%d allowed: %t", row.host, row.port, got)
		}
	}
}

// TestNothingGivenNothingReached: what is empty or no host opens nothing.
func TestNothingGivenNothingReached(t *testing.T) {
	p := New("my-cloud", []string{"", " ", "*.", "a b", "*.*.example", ".example.com", "x:99999", "x:0"}, false)
	for _, text := range []string{"", "*", "*.example", "http://", "/", "http://*", ":80"} {
		p.Give(text)
		p.GiveDomain(text)
	}
	p.GiveEndpoint("", "", "", 0)
	for _, host := range []string{"example.com", "a.example", "x", "", "*", "a.example.com"} {
		if p.Allow(host, 443) == nil || p.AllowSandbox(host, 443) == nil {
			t.Errorf("%q is allowed", host)
		}
	}
}

func TestOpen(t *testing.T) {
	if err := New("my-cloud", nil, true).Allow("anything.example", 1); err != nil {
		t.Error(err)
	}
	if err := New("my-cloud", []string{"*"}, false).Allow("anything.example", 1); err != nil {
		t.Errorf("a manifest may declare every host: %v", err)
	}
	if err := New("my-cloud", []string{"*:443"}, false).Allow("anything.example", 80); err == nil {
		t.Error("every host on one port is not every port")
	}
}

// TestRefusalHoldsTheLine: what to write where, to be copied.
func TestRefusalHoldsTheLine(t *testing.T) {
	p := New("my-cloud", []string{"api.example.com", "auth.example.com:8443"}, false)
	for _, row := range []struct {
		err        error
		what, line string
	}{
		{p.Allow("evil.example", 443), `may not reach "evil.example": neither its manifest nor its user named that host`, `network = ["api.example.com", "auth.example.com:8443", "evil.example"]`},
		{p.Allow("auth.example.com", 443), `may not reach "auth.example.com:443": its manifest names that host with another port`, `"auth.example.com:8443", "auth.example.com:443"]`},
		{p.AllowSandbox("49983-secretid.eu.example.net", 443), `may not reach a sandbox under "eu.example.net"`, `"auth.example.com:8443", "*.eu.example.net"]`},
		{p.Allow("49983-secretid.eu.example.net", 443), `a sandbox under "eu.example.net"`, `"*.eu.example.net"]`},
		{p.AllowSandbox("192.0.2.1", 443), `"192.0.2.1"`, `"192.0.2.1"]`},
	} {
		if api.CodeOf(row.err) != api.CodeProvider {
			t.Errorf("code of %v", row.err)
		}
		text := row.err.Error()
		if !strings.Contains(text, row.what) || !strings.Contains(text, row.line) || !strings.Contains(text, `add "`) {
			t.Errorf("%s", text)
		}
		if strings.Contains(text, "secretid") {
			t.Errorf("a sandbox's name is shown: %s", text)
		}
	}
	long := New("my-cloud", strings.Split(strings.Repeat("a-long-name.example.com ", 30), " "), false)
	if text := long.Allow("evil.example", 443).Error(); len(text) > 600 || !strings.Contains(text, `add "evil.example" to [security] network`) {
		t.Errorf("%s", text)
	}
}

func TestProblem(t *testing.T) {
	for entry, problem := range map[string]bool{
		"api.example.com": false, "*.example.com:8443": false, "10.0.0.1": false, "[::1]:80": false, "::1": false, "*": false, "*:443": false, "例え.jp": false,
		"https://api.example.com": true, "": true, "api.*.com": true, "a b": true, "api.example.com/path": true, "x:http": true, "**.example.com": true,
	} {
		if got := Problem(entry) != ""; got != problem {
			t.Errorf("%q: %q", entry, Problem(entry))
		}
	}
	if text := Problem("https://api.example.com:8443/v1"); !strings.Contains(text, `"api.example.com:8443"`) {
		t.Error(text)
	}
}

func TestUncovered(t *testing.T) {
	for _, row := range []struct{ declared, base, domain, want string }{
		{"api.example.com *.example.com", "https://api.example.com", "sandboxes.example.com", ""},
		{"api.example.com", "https://api.example.com", "sandboxes.example.com", "*.sandboxes.example.com"},
		{"api.example.com sandboxes.example.com", "https://api.example.com", "sandboxes.example.com", ""},
		{"api.example.com:8443", "https://api.example.com:8443", "", ""},
		{"api.example.com:8443", "https://api.example.com", "", "api.example.com"},
		{"", "http://127.0.0.1:8899", "127.0.0.1", "127.0.0.1"},
	} {
		if got := strings.Join(Uncovered(strings.Fields(row.declared), row.base, row.domain), " "); got != row.want {
			t.Errorf("%+v: %s", row, got)
		}
	}
}

// FuzzAllow: whatever the name, an allowed one is one that was named.
func FuzzAllow(f *testing.F) {
	for _, seed := range []string{"api.example.com", "a.cdn.example.com", "evil.example", "api.example.com\x00", "[::1]", "::1%lo", "…", "api.example.com@evil.example", "0x7f.1"} {
		f.Add(seed, 443)
	}
	f.Fuzz(func(t *testing.T, name string, port int) {
		p := New("my-cloud", []string{"api.example.com", "*.cdn.example.com"}, false)
		err := p.Allow(name, port)
		low := strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
		if err == nil && low != "api.example.com" && !strings.HasSuffix(low, ".cdn.example.com") {
			t.Errorf("%q is allowed", name)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\x00\x1b\r") {
			t.Errorf("%q", err)
		}
		if u, bad := url.Parse("http://" + net.JoinHostPort(name, "80")); bad == nil && err == nil && u.Hostname() == "" {
			t.Errorf("no host is allowed: %q", name)
		}
	})
}
