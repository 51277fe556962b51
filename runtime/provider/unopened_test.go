package provider

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// A provider that is not opened for want of time fails as everything does: by
// an *api.Error around the context's own.
func TestOpenWithAContextThatIsOver(t *testing.T) {
	linked := api.Linked{Descriptor: &api.Descriptor{ID: "a1", Kind: api.KindREST, Endpoint: &api.Endpoint{BaseURL: "http://127.0.0.1:1"}}}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	for _, c := range []struct {
		ctx   context.Context
		code  api.Code
		cause error
	}{{gone, api.CodeProvider, context.Canceled}, {late, api.CodeProviderTimeout, context.DeadlineExceeded}} {
		if _, err := Open(c.ctx, linked, Options{}); api.CodeOf(err) != c.code || !errors.Is(err, c.cause) {
			t.Errorf("%v", err)
		}
	}
}

// An exec provider has to be unpacked somewhere, and says what is to be set.
func TestOpenWithoutAFolder(t *testing.T) {
	linked := api.Linked{Descriptor: &api.Descriptor{ID: "a1", Kind: api.KindExec}, Files: fstest.MapFS{}}
	_, err := Open(t.Context(), linked, Options{})
	if api.CodeOf(err) != api.CodeConfig || !strings.Contains(err.Error(), "Exec.Folder") || !strings.Contains(err.Error(), "HOME") {
		t.Error(err)
	}
}

// The program starts with the first call, whose context may be over as well.
func TestStartWithAContextThatIsOver(t *testing.T) {
	p, err := Open(t.Context(), localProcess(t), Options{Exec: ExecHost{Folder: t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Create(ctx, api.CreateRequest{}); api.CodeOf(err) != api.CodeProvider || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
