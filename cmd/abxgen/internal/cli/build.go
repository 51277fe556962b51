package cli

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/gen/link"
)

var buildCommand = command{
	name: "build", short: "link abx from providers",
	long: `Links one static program, abx, from the providers: their manifests are checked,
their JavaScript is bundled and probed, Go packages are generated and linked.
An id is looked up in --provider-path, ABXGEN_PROVIDER_PATH, ./providers,
./examples/providers, ~/.abx/providers and in abxgen's own catalog.
GOOS and GOARCH choose another target.`,
	flags: func(flags *pflag.FlagSet) func(context.Context, *State, []string) int {
		b := &build{}
		b.chosen.declare(flags)
		flags.StringVarP(&b.out, "output", "o", "abx", "write the program to `PATH`")
		flags.StringVar(&b.source, "source", "", "abxgen's own source is in `DIR` (also ABXGEN_SOURCE)")
		flags.BoolVar(&b.keep, "keep-workspace", false, "leave the folder that the program was linked in, and say where it is")
		b.output.declare(flags)
		return b.run
	},
}

// build holds the flags of abxgen build.
type build struct {
	chosen
	output
	out, source string
	keep        bool
}

func (b *build) run(ctx context.Context, s *State, args []string) int {
	words := b.words()
	switch {
	case len(args) > 0:
		return s.usage("build", fmt.Sprintf("unknown argument %q", args[0]), "")
	case len(words) == 0:
		return s.usage("build", "--providers is missing", "write --providers e2b,./my-cloud")
	}
	return s.inTemp(func(temp string) int { return b.link(ctx, s, words, temp) })
}

func (b *build) link(ctx context.Context, s *State, words []string, temp string) int {
	folders, found := s.selection(b.paths, temp).find(words)
	source, problems := link.FindSource(link.Places{
		Flag: b.source, Env: s.Environ("ABXGEN_SOURCE"), Executable: s.Executable, Cwd: s.Cwd,
	})
	found = append(found, problems...)
	linker := &link.Linker{
		Go: s.Go, Environ: s.Environ, Source: source, Output: b.out, UserHome: s.UserHome, Keep: b.keep,
	}
	built, problems := gen.Build(ctx, s.input(folders, temp, b.output), linker, found.HasErrors())
	found = ended(ctx, append(found, problems...))
	if built == nil {
		return s.finish(b.output, reportOf(nil, nil), found)
	}
	return s.finish(b.output, reportOf(built.Providers, built.Result), found, summary(built)...)
}

// summary is what people are told of a build.
func summary(b *gen.Built) []string {
	lines := []string{fmt.Sprintf("%s: %s, %s", b.Output, size(b.Size), b.Target)}
	for _, p := range b.Providers {
		lines = append(lines, "  "+describe(p))
	}
	if b.Workspace != "" {
		lines = append(lines, "workspace: "+b.Workspace)
	}
	return lines
}
