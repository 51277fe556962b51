package provider_test

import (
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/provider"
)

// reads bounds what is read of a stream that never ends.
const reads = 20

// some reads the beginning of a stream and leaves it.
func some[T any](s interface{ Recv() (T, error) }, done func() error, err error) error {
	if err != nil {
		return err
	}
	for range reads {
		if _, err = s.Recv(); err != nil {
			break
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, done())
}

// streaming are the calls whose streams are only read in part here.
var streaming = map[string]func(ctx context.Context, p api.Provider, id string) error{
	"start": func(ctx context.Context, p api.Provider, id string) error {
		s, err := p.Start(ctx, id, shell("true"))
		if err != nil {
			return err
		}
		return some(s, s.Close, nil)
	},
	"connect_to_process": func(ctx context.Context, p api.Provider, id string) error {
		s, err := p.ConnectToProcess(ctx, id, "1")
		if err != nil {
			return err
		}
		return some(s, s.Close, nil)
	},
	"open_terminal": func(ctx context.Context, p api.Provider, id string) error {
		s, err := p.OpenTerminal(ctx, id, api.TerminalRequest{})
		if err != nil {
			return err
		}
		return some(s, s.Close, nil)
	},
	"watch_dir": func(ctx context.Context, p api.Provider, id string) error {
		s, err := p.WatchDir(ctx, id, "/", false)
		if err != nil {
			return err
		}
		return some(s, s.Close, nil)
	},
	"read": func(ctx context.Context, p api.Provider, id string) error {
		r, err := p.Read(ctx, id, "/f")
		if err != nil {
			return err
		}
		_, err = io.CopyN(io.Discard, r, reads)
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return errors.Join(err, r.Close())
	},
}

// resultless are the methods whose result nobody looks at.
var resultless = map[string]bool{
	"set_timeout": true, "pause": true, "resume": true, "kill": true, "make_dir": true, "write": true, "move": true, "remove": true,
	"send_input": true, "update": true, "send_signal": true, "restart_context": true, "remove_context": true,
}

// taken are the values that a method may well take: large is a file's content
// and an address, and a wrapped text or list is one.
func taken(value, method string) bool {
	switch value {
	case "large":
		return method == "read" || method == "upload_url" || method == "download_url" || method == "port_url"
	case "ok_after_end":
		return method == "read" || method == "watch_dir"
	}
	return strings.HasPrefix(value, "ok_")
}

var valueName = regexp.MustCompile(`(?m)^      (\w+): `)

// hostileValues are the names in testdata/hostile.js.
func hostileValues(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/hostile.js")
	if err != nil {
		t.Fatal(err)
	}
	_, text2, _ := strings.Cut(string(text), "const values = {")
	body, _, _ := strings.Cut(text2, "return {\n      async")
	var names []string
	for _, m := range valueName.FindAllStringSubmatch(body, -1) {
		names = append(names, m[1])
	}
	if len(names) < 60 {
		t.Fatalf("only %d values were found", len(names))
	}
	return names
}

// TestHostileResults: whatever a provider's method returns, the call ends, with
// an error where the result matters; nothing panics, and the next call works.
func TestHostileResults(t *testing.T) {
	for _, value := range hostileValues(t) {
		t.Run(value, func(t *testing.T) {
			t.Parallel()
			o := provider.Options{Guest: server.InProcess, Limits: guest.Limits{Call: time.Second, OutputBytes: 4 << 20}}
			o.Values.Options = map[string]any{"api_key": "key", "base_url": "http://127.0.0.1:9", "dial": value}
			p := open(t, nodeProvider(t, "hostile"), o)
			if _, err := p.GetInfo(t.Context(), "sane"); err != nil {
				t.Fatal(err)
			}
			var all sync.WaitGroup
			for _, m := range methods {
				all.Go(func() { checkHostile(t, p, m, value) })
			}
			all.Wait()
			if info, err := p.GetInfo(t.Context(), "sane"); !strings.HasPrefix(value, "broken") && (err != nil || info.ID != "sane") {
				t.Errorf("the next call: %v, %v", info, err)
			}
		})
	}
}

func checkHostile(t *testing.T, p api.Provider, m method, value string) {
	// What never comes ends with the caller's patience, all else by itself.
	endless := strings.HasPrefix(value, "ok_") && strings.HasSuffix(value, "_never")
	patience := 30 * time.Second
	if endless {
		patience = time.Second
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	call := streaming[m.name]
	id := "sane"
	if call == nil || m.class == api.ClassSandbox {
		call = func(ctx context.Context, p api.Provider, id string) error { _, err := m.call(ctx, p, id); return err }
	}
	if m.class == api.ClassSandbox {
		id = "hostile"
	}
	err := call(ctx, p, id)
	switch {
	case ctx.Err() != nil && !endless:
		t.Errorf("%s.%s did not end", m.class, m.name)
	case err == nil && !resultless[m.name] && !taken(value, m.name):
		t.Errorf("%s.%s took it", m.class, m.name)
	case err != nil && strings.ContainsAny(err.Error(), "\x1b\r"):
		t.Errorf("%s.%s: %q", m.class, m.name, err)
	}
}
