// Package cli is the commands of abx over the providers that are linked into
// it. It takes everything of the process as values and gives an exit code.
//
// Every command follows one way: parse, gate (E8004 before anything is read or
// started), configuration, provider, call, print. stdout carries the answer
// and nothing else; errors go to stderr.
//
// Sources: spec/errors.md (forms, exit codes), spec/epp.md (SandboxRecord,
// Entry), spec/config.md (layers).
package cli

import (
	"context"
	"io"
	"os"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/provider"
)

// Env is what a command may know of its process.
type Env struct {
	Args    []string // without the program's name
	Environ func(name string) (string, bool)
	Cwd     string
	Home    string // "" unknown
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer

	// Guest starts the process for a provider's JavaScript.
	Guest guest.Launcher
	// Exec is what hosting an exec provider takes.
	Exec provider.ExecHost
	// Transport says how the network is reached.
	Transport e2b.TransportConfig
	// Serve speaks EPP/1 for a provider on the process's stdin and stdout.
	Serve func(context.Context, api.Linked) error
	// Interrupted gives the signal that ended the context, nil while none did.
	Interrupted func() os.Signal
}

// Main runs one command and gives the exit code of spec/errors.md.
func Main(ctx context.Context, env Env, linked []api.Linked) int {
	r := &run{Env: env, ctx: ctx, linked: linked, open: map[string]api.Provider{}}
	err := r.main()
	if closed := r.close(); err == nil {
		err = closed
	}
	return r.exit(err)
}

// run is one command on its way.
type run struct {
	Env
	ctx    context.Context
	linked []api.Linked
	flags  flags
	open   map[string]api.Provider // by id
	code   int                     // exit code where there is no error
}

func (r *run) main() error {
	cmd, args, err := r.parse()
	if err != nil {
		return err
	}
	if r.flags.help {
		return r.help(cmd)
	}
	return cmd.run(r, args)
}

func (r *run) close() error {
	var first error
	for _, p := range r.open {
		if err := p.Close(); first == nil {
			first = err
		}
	}
	return first
}
