package epp

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/abxgen/abxgen/runtime/api"
)

// stalling is a provider whose file "large" stalls beyond what is read of every
// file, until nobody waits for it.
type stalling struct {
	*fake
	held, most atomic.Int32
}

func (p *stalling) Read(ctx context.Context, id, path string) (io.ReadCloser, error) {
	if path != "large" {
		return p.fake.Read(ctx, id, path)
	}
	return &stalled{p: p, ctx: ctx}, nil
}

type stalled struct {
	p    *stalling
	ctx  context.Context
	read int
}

func (f *stalled) Read(b []byte) (int, error) {
	if f.read >= smallContent {
		f.p.most.Store(max(f.p.most.Load(), f.p.held.Add(1)))
		defer f.p.held.Add(-1)
		<-f.ctx.Done()
		return 0, f.ctx.Err()
	}
	n := min(len(b), smallContent-f.read)
	f.read += n
	return n, nil
}

func (f *stalled) Close() error { return nil }

// Large files wait for each other, so that a host that reads many at once does
// not fill the memory; small ones wait for nothing.
func TestLargeFilesWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &stalling{fake: newFake()}
		p.files["small"] = []byte("hi")
		s := serveAs(t, p.fake, p)
		s.send(hello)
		s.next()
		for n := range 2 * maxLarge {
			s.send(req(fmt.Sprint(100+n), "files.read", `{"path":"large"}`))
		}
		synctest.Wait()
		if n := p.held.Load(); n != maxLarge {
			t.Errorf("%d are held", n)
		}
		s.send(req("2", "files.read", `{"path":"small"}`))
		s.want(`{"jsonrpc":"2.0","id":2,"result":{"content_b64":"aGk="}}`)
		for n := range 2 * maxLarge {
			s.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/cancel","params":{"id":%d}}`, 100+n))
			if line := s.next(); !strings.HasPrefix(line, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error"`, 100+n)) {
				t.Errorf("got %s", line)
			}
		}
		if n := p.most.Load(); n != maxLarge {
			t.Errorf("%d were held at once", n)
		}
		s.eof()
	})
}

var _ api.Provider = (*stalling)(nil)
