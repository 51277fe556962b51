package envd

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/examples/devcloud/box"
	"github.com/abxgen/abxgen/examples/devcloud/internal/capture"
)

// serve starts an envd over a fresh box; the captures' home is a name of ours.
func serve(t *testing.T, o Options) (*Server, string) {
	t.Helper()
	b, err := box.New(box.Options{ID: "i0test" + strings.ToLower(filepath.Base(t.Name())), Parent: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	put(t, b, "/tmp/envd/home/user", "->/home/user")
	o.Box = b
	s := New(o)
	srv := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		srv.Close()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, srv.Listener.Addr().String()
}

// put makes a file, or a symbolic link from "->target".
func put(t *testing.T, b *box.Box, p, content string) {
	t.Helper()
	at := filepath.Join(b.Root, p)
	err := os.MkdirAll(filepath.Dir(at), 0o755)
	if target, ok := strings.CutPrefix(content, "->"); err == nil && ok {
		err = os.Symlink(target, at)
	} else if err == nil {
		err = os.WriteFile(at, []byte(content), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// replay sends each captured request and compares the answers, decoded.
// differ tells what is meant to be another, and how the two are made alike.
func replay(t *testing.T, addr, file string, differ map[string]func(got, want *reply)) {
	all, err := capture.Read(filepath.Join("testdata", "captures", file))
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, e := range all {
		alike := differ[e.Title]
		used[e.Title] = true
		t.Run(e.Title, func(t *testing.T) {
			got, want := ask(t, addr, e), parse(t, e)
			got.Body, want.Body = neutral("", got.Body), neutral("", want.Body)
			if alike != nil {
				alike(&got, &want)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("-envd +devcloud\n%s", d)
			}
		})
	}
	for title := range differ {
		if !used[title] {
			t.Errorf("%s has no %q", file, title)
		}
	}
}

var (
	// What is another on every machine; only its kind is compared.
	volatile = regexp.MustCompile(`^(owner|group|modifiedTime|size|pid)$`)
	captured = strings.NewReplacer("/tmp/envd/home/user", "/home/user")
)

func neutral(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = neutral(k, e)
		}
		return v
	case []any:
		for i, e := range v {
			v[i] = neutral("", e)
		}
		return v
	case string:
		if volatile.MatchString(key) {
			return "text"
		}
		return captured.Replace(v)
	case float64:
		if volatile.MatchString(key) {
			return "number"
		}
	}
	return v
}

func TestFilesystemAsCaptured(t *testing.T) {
	s, addr := serve(t, Options{})
	put(t, s.box, "/home/user/f.txt", "hello")
	put(t, s.box, "/home/user/link", "->f.txt")
	put(t, s.box, "/home/user/dlink", "->a")
	put(t, s.box, "/home/user/dangling", "->nowhere")
	replay(t, addr, "filesystem.txt", map[string]func(got, want *reply){
		// No SDK sends protobuf, so devcloud has JSON only.
		"unary proto binary (Stat path=/)": func(got, want *reply) {
			if got.Status != http.StatusUnsupportedMediaType {
				t.Errorf("protobuf is answered with %d", got.Status)
			}
			*want = *got
		},
	})
}

func TestFilesAsCaptured(t *testing.T) {
	_, addr := serve(t, Options{})
	sandbox := func(_, want *reply) { want.Body.(map[string]any)["E2B_SANDBOX"] = "true" } // captured outside of one
	replay(t, addr, "http_files.txt", nil)
	replay(t, addr, "http_misc.txt", map[string]func(got, want *reply){
		"GET /envs":            sandbox,
		"GET /envs after init": sandbox,
		"GET /metrics":         func(got, want *reply) { zero(got.Body); zero(want.Body) },
		// The cloud pauses a sandbox by itself.
		"POST /freeze": func(got, want *reply) {
			if got.Status != http.StatusNotFound {
				t.Errorf("POST /freeze is answered with %d", got.Status)
			}
			*want = *got
		},
	})
}

func TestAuthAsCaptured(t *testing.T) {
	s, addr := serve(t, Options{Token: "tok123"})
	s.now = func() time.Time { return time.Unix(1795987790, 0) } // when it was captured
	put(t, s.box, "/home/user/up/a.txt", "1")
	replay(t, addr, "auth.txt", nil)
}

func TestStartAsCaptured(t *testing.T) {
	_, addr := serve(t, Options{})
	replay(t, addr, "process_start.txt", map[string]func(got, want *reply){
		// The text is the shell's; envd's comes from nice.
		"Start unknown command": func(got, want *reply) {
			if text := stderr(got); !strings.Contains(text, "/no/such/bin") {
				t.Errorf("stderr %q", text)
			}
			want.Body.(map[string]any)["text"] = got.Body.(map[string]any)["text"]
		},
		// envd finds this out before its codec does.
		"Start bad user (Basic nouser:)": func(got, _ *reply) { delete(got.Extra, "Connect-Accept-Encoding") },
		"Start env dump": func(got, want *reply) {
			if text := stdout(got); !strings.Contains(text, "HOME=/home/user\n") || !strings.Contains(text, "E2B_SANDBOX=true\n") {
				t.Errorf("environment %q", text)
			}
			want.Body.(map[string]any)["text"] = got.Body.(map[string]any)["text"]
		},
	})
}

func stdout(r *reply) string { return r.Body.(map[string]any)["text"].(map[string]string)["stdout"] }
func stderr(r *reply) string { return r.Body.(map[string]any)["text"].(map[string]string)["stderr"] }

// zero leaves the names and kinds of numbers only.
func zero(v any) {
	for k, e := range v.(map[string]any) {
		if _, ok := e.(float64); ok {
			v.(map[string]any)[k] = 0
		}
	}
}
