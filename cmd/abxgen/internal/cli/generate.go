package cli

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/gen"
)

var generateCommand = command{
	name: "generate", short: "write Go packages of providers",
	long: `Writes one Go package a provider into a folder, each below its own name. Only files
that abxgen wrote there are replaced or removed, and only all of them together.`,
	flags: func(flags *pflag.FlagSet) func(context.Context, *State, []string) int {
		g := &generate{}
		g.chosen.declare(flags)
		flags.StringVarP(&g.dir, "output", "o", "", "write below `DIR`")
		flags.BoolVar(&g.check, "check", false, "write nothing; exit 1 where the folder is not what would be written")
		g.output.declare(flags)
		return g.run
	},
}

// generate holds the flags of abxgen generate.
type generate struct {
	chosen
	output
	dir   string
	check bool
}

func (g *generate) run(ctx context.Context, s *State, args []string) int {
	words := g.words()
	switch {
	case len(args) > 0:
		return s.usage("generate", fmt.Sprintf("unknown argument %q", args[0]), "")
	case len(words) == 0:
		return s.usage("generate", "--providers is missing", "write --providers e2b,./my-cloud")
	case g.dir == "":
		return s.usage("generate", "-o is missing", "write -o DIR")
	}
	return s.inTemp(func(temp string) int { return g.write(ctx, s, words, temp) })
}

func (g *generate) write(ctx context.Context, s *State, words []string, temp string) int {
	folders, found := s.selection(g.paths, temp).find(words)
	providers, problems := gen.Generate(ctx, s.input(folders, temp, g.output), gen.Target{Dir: g.dir, Check: g.check, Stop: found.HasErrors()})
	found = ended(ctx, append(found, problems...))
	var lines []string
	for _, p := range providers {
		lines = append(lines, describe(p))
	}
	return s.finish(g.output, reportOf(providers, nil), found, lines...)
}
