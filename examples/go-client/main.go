// Go-client counts words in a sandbox: it writes a file there, runs a program,
// and lists what there is.
//
//	ABX_E2B_API_KEY=… go run ./examples/go-client        (ABX_E2B_BASE_URL for another address)
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"time"

	"github.com/abxgen/abxgen/examples/generated/e2b"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/sandbox"
)

// needs is what a sandbox has to be able to do; the compiler checks it.
type needs interface {
	sandbox.CanExec
	sandbox.CanFiles
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) (err error) {
	p, err := e2b.FromEnvironment(ctx) // or e2b.New(ctx, e2b.Options{APIKey: …})
	if err != nil {
		return err
	}
	defer p.Close()
	s, err := p.Create(ctx, api.CreateRequest{Timeout: 5 * time.Minute})
	if err != nil {
		return err
	}
	// An interrupted program ends its sandbox as well.
	defer func() { err = errors.Join(err, s.Kill(context.WithoutCancel(ctx))) }()
	return count(ctx, s, out)
}

// count works with the sandboxes of any provider that can what it needs.
func count(ctx context.Context, s needs, out io.Writer) error {
	files := s.Files().WithContext(ctx)
	if err := files.WriteFile(ctx, "in/words.txt", []byte("to be or not\nto be\n")); err != nil {
		return err
	}
	res, err := s.Exec(ctx, api.Command("sh", "-c", "sort in/words.txt >in/sorted.txt && wc -w <in/words.txt"))
	if err != nil { // as with os/exec, an exit status other than 0 is one
		return fmt.Errorf("%w\n%s", err, res.Stderr)
	}
	fmt.Fprint(out, "words: ", res.Stdout)
	return fs.WalkDir(files, "in", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			fmt.Fprintln(out, path)
		}
		return err
	})
}
