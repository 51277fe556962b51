// Package cli is abxgen's command line: flags, help, progress, exit codes. It
// owns the process's state; what is done is done by gen.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// A command is one word after abxgen.
type command struct {
	name  string
	args  string // what follows, for the usage line
	short string
	long  string
	// flags declares the command's flags and gives what runs with them.
	flags func(*pflag.FlagSet) func(ctx context.Context, s *State, args []string) int
}

// commands in the order of the help.
func commands() []command {
	return []command{buildCommand, checkCommand, explainCommand, generateCommand, initCommand, testCommand, versionCommand, helpCommand}
}

// Main runs abxgen in this process and gives its exit code. The first Ctrl-C
// lets it clean up; a second one ends it wherever it is.
func Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return Run(ctx, FromProcess())
}

// Run runs one command line.
func Run(ctx context.Context, s *State) int {
	args := s.Args
	if len(args) == 0 {
		fmt.Fprint(s.Stderr, overview())
		return exitUsage
	}
	name, args := args[0], args[1:]
	switch name {
	case "-h", "--help":
		name = helpCommand.name
	case "--version":
		name = versionCommand.name
	}
	cmd, ok := find(name)
	if !ok {
		return s.usage("", fmt.Sprintf("unknown command %q", name), diag.DidYouMean(name, names()))
	}
	return s.run(ctx, cmd, args)
}

func (s *State) run(ctx context.Context, cmd command, args []string) int {
	flags := pflag.NewFlagSet(cmd.name, pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() {}
	do := cmd.flags(flags)
	switch err := flags.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		fmt.Fprint(s.Stdout, cmd.help())
		return exitOK
	case err != nil:
		return s.usage(cmd.name, err.Error(), nearestFlag(flags, err))
	}
	return do(ctx, s, flags.Args())
}

// usage reports a command line that cannot be run: to people on stderr, and to
// whoever asked for JSON by the one value on stdout as well.
func (s *State) usage(cmd, what, hint string) int {
	line := "abxgen: "
	help := "abxgen help"
	if cmd != "" {
		line = "abxgen " + cmd + ": "
		help += " " + cmd
	}
	line += diag.Clean(what)
	if hint != "" {
		line += "; " + hint
	}
	fmt.Fprintf(s.Stderr, "%s\nRun `%s` for what there is.\n", line, help)
	if s.asksJSON() {
		s.finish(output{json: true}, reportOf(nil, nil), diag.List{{Code: string(api.CodeConfig), Msg: what, Hint: hint}})
	}
	return exitUsage
}

// asksJSON looks for --json in a command line that may not be understood.
func (s *State) asksJSON() bool {
	args := s.Args
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	return slices.Contains(args, "--json")
}

// nearestFlag finds the flag that an unknown one was meant to be.
func nearestFlag(flags *pflag.FlagSet, err error) string {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return ""
	}
	var known []string
	flags.VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
	return diag.DidYouMean("--"+strings.TrimLeft(unknown.GetSpecifiedName(), "-"), known)
}

func find(name string) (command, bool) {
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return command{}, false
	}
	return all[i], true
}

func names() []string {
	var list []string
	for _, c := range commands() {
		list = append(list, c.name)
	}
	return list
}
