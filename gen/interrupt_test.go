package gen_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// Whenever a job is interrupted before it writes, nothing is written: a set of
// packages without a script is none.
func TestInterruptedBeforeItWrites(t *testing.T) {
	for _, at := range []string{gen.StepBundle + " my-cloud", gen.StepEmit} {
		ctx, cancel := context.WithCancel(t.Context())
		dir := filepath.Join(t.TempDir(), "out")
		made, found := gen.Generate(ctx, gen.Input{
			Folders: []gen.Folder{{Dir: filepath.Join(testenv.Root(), "examples", "providers", "my-cloud")}},
			Guest:   server.InProcess, TempDir: t.TempDir(),
			OnStep: func(step string) func() {
				if strings.HasPrefix(step, at) {
					cancel()
				}
				return func() {}
			},
		}, gen.Target{Dir: dir})
		if _, err := os.Stat(dir); made != nil || err == nil {
			t.Errorf("%s: %v, %v, %v", at, made, found, err)
		}
		cancel()
	}
}
