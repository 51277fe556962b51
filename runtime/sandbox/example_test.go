package sandbox_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"

	"github.com/abxgen/abxgen/examples/generated/e2bcompatible"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/sandbox"
)

func ExampleSandbox_Exec() {
	ctx := context.Background()
	p, stop := open() // e2b.FromEnvironment(ctx), say, of a generated package
	defer stop()
	s, err := p.Create(ctx, api.CreateRequest{Envs: map[string]string{"NAME": "world"}})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Kill(ctx)

	res, err := s.Exec(ctx, api.Command("sh", "-c", `echo "hello $NAME"; exit 3`))
	var exit *sandbox.ExitError
	if errors.As(err, &exit) {
		fmt.Print(res.Stdout)
		fmt.Println(exit)
	}
	// Output:
	// hello world
	// exit status 3
}

func ExampleSandbox_Start() {
	ctx := context.Background()
	p, stop := open()
	defer stop()
	s, err := p.Create(ctx, api.CreateRequest{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Kill(ctx)

	process, err := s.Start(ctx, api.StartRequest{Cmd: "sed", Args: []string{"-u", "s/^/> /"}, Stdin: true})
	if err != nil {
		log.Fatal(err)
	}
	_, _ = io.WriteString(process.Stdin, "one\ntwo\n")
	_ = process.Stdin.Close()
	for lines := bufio.NewScanner(process.Stdout); lines.Scan(); {
		fmt.Println(lines.Text())
	}
	fmt.Println(process.Wait())
	// Output:
	// > one
	// > two
	// <nil>
}

func ExampleFiles() {
	ctx := context.Background()
	p, stop := open()
	defer stop()
	s, err := p.Create(ctx, api.CreateRequest{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Kill(ctx)

	files := s.Files().WithContext(ctx)
	if err := files.WriteFile(ctx, "src/pkg/a.go", []byte("package pkg\n")); err != nil {
		log.Fatal(err)
	}
	err = fs.WalkDir(files, "src", func(path string, d fs.DirEntry, err error) error {
		fmt.Println(path, d.IsDir())
		return err
	})
	fmt.Println(err)

	_, err = files.ReadFile("src/b.go")
	fmt.Println(errors.Is(err, fs.ErrNotExist), errors.Is(err, api.ErrNotFound))
	// Output:
	// src true
	// src/pkg true
	// src/pkg/a.go false
	// <nil>
	// true true
}

func ExampleClient_Sandboxes() {
	ctx := context.Background()
	p, stop := open()
	defer stop()
	for _, task := range []string{"build", "test"} {
		if _, err := p.Create(ctx, api.CreateRequest{Metadata: map[string]string{"task": task}}); err != nil {
			log.Fatal(err)
		}
	}

	for s, err := range p.Sandboxes(ctx) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(s.Record().Metadata["task"], s.Kill(ctx))
	}
	// Unordered output:
	// build <nil>
	// test <nil>
}

// system works with every provider whose sandboxes can run programs. A package
// of one that declares neither exec.run nor exec.stream has no such sandboxes,
// and the call does not compile.
func system[S sandbox.CanExec](ctx context.Context, p sandbox.Provider[S]) (string, error) {
	s, err := p.Create(ctx, api.CreateRequest{})
	if err != nil {
		return "", err
	}
	res, err := s.Exec(ctx, api.Command("uname", "-s"))
	return res.Stdout, err
}

func ExampleProvider() {
	ctx := context.Background()
	address, key, stop := start() // a cloud
	defer stop()
	p, err := e2bcompatible.New(ctx, e2bcompatible.Options{APIKey: key, BaseURL: address})
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	fmt.Println(system(ctx, p))
	// Output:
	// Linux
	//  <nil>
}
