package main

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
)

func setenv(t *testing.T, c *cloud.Cloud) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("ABX_E2B_API_KEY", c.Key)
	t.Setenv("ABX_E2B_BASE_URL", c.URL)
}

func TestRun(t *testing.T) {
	c := cloud.ForTest(t)
	setenv(t, c)
	var out bytes.Buffer
	if err := run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	const want = "words: 6\nin/sorted.txt\nin/words.txt\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	if c.Running() != 0 {
		t.Error("a sandbox is left")
	}
}

// interrupting ends the context at the first word of the program.
type interrupting struct{ cancel context.CancelFunc }

func (i interrupting) Write(p []byte) (int, error) {
	i.cancel()
	return len(p), nil
}

func TestAnInterruptLeavesNoSandbox(t *testing.T) {
	c := cloud.ForTest(t)
	setenv(t, c)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if err := run(ctx, interrupting{cancel}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if c.Running() != 0 {
		t.Error("a sandbox is left")
	}
}

func TestWithoutAKey(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("ABX_E2B_API_KEY", "")
	if err := run(t.Context(), &bytes.Buffer{}); api.CodeOf(err) != api.CodeMissingCredentials {
		t.Errorf("got %v", err)
	}
}
