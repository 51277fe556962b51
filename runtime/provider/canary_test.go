package provider_test

import (
	"bytes"
	"context"
	"io"
	"sync"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/server"
)

// tap keeps all that the core writes to its guest.
type tap struct {
	mu   sync.Mutex
	seen bytes.Buffer
}

func (t *tap) launch(ctx context.Context) (*guest.Conn, error) {
	conn, err := server.InProcess(ctx)
	if err == nil {
		conn.W = tapped{conn.W, t}
	}
	return conn, err
}

type tapped struct {
	io.WriteCloser
	t *tap
}

func (w tapped) Write(p []byte) (int, error) {
	w.t.mu.Lock()
	w.t.seen.Write(p)
	w.t.mu.Unlock()
	return w.WriteCloser.Write(p)
}

func (t *tap) has(text string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return bytes.Contains(t.seen.Bytes(), []byte(text))
}

// TestCanaryNeverCrosses: a core key that the manifest does not inherit is in
// no frame to the guest; one that it does is in the Boot.
func TestCanaryNeverCrosses(t *testing.T) {
	const canary = "canary-7b1f9f"
	for inherits, want := range map[string]bool{"": false, config.KeyDomain: false, config.KeyAPIKey: true} {
		c := cloud.ForTest(t)
		l := nodeProvider(t, "subclassed")
		if inherits != "" {
			l.Descriptor.Inherit = []string{inherits}
		}
		tap := &tap{}
		o := reachNode(c)
		o.Guest = tap.launch
		o.Values.Core = map[string]any{config.KeyAPIKey: canary, config.KeyDomain: c.Domain}
		p := open(t, l, o)
		id := create(t, p)
		for _, m := range methods {
			_, _ = m.call(t.Context(), p, id) // what it gives is not the matter
		}
		if !tap.has(id) {
			t.Fatal("nothing was seen of the calls")
		}
		if got := tap.has(canary); got != want {
			t.Errorf("inheriting %q: the key crossed: %t", inherits, got)
		}
	}
}
