package cli

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/gen"
)

var generateCommand = command{
	name: "generate", short: "write Go packages of providers",
	long: `Writes one Go package a provider into a folder of your module, each below its own
name. Only files that abxgen wrote there are replaced or removed, and only all of
them together. The module has to require github.com/abxgen/abxgen.`,
	flags: func(flags *pflag.FlagSet) func(context.Context, *State, []string) int {
		g := &generate{}
		g.chosen.declare(flags)
		g.settings.declare(flags)
		flags.StringVarP(&g.dir, "output", "o", "", "write below `DIR`")
		flags.BoolVar(&g.check, "check", false, "write nothing; print what differs from what would be written, and exit 1 where something does")
		flags.BoolVar(&g.types, "types", false, "with --check: compile the packages, too, as part of the module they lie in")
		g.output.declare(flags)
		return g.run
	},
}

// generate holds the flags of abxgen generate.
type generate struct {
	chosen
	settings
	output
	dir   string
	check bool
	types bool
}

func (g *generate) run(ctx context.Context, s *State, args []string) int {
	words := g.words()
	wrong := g.settings.read()
	switch {
	case len(args) > 0:
		return s.usage("generate", fmt.Sprintf("unknown argument %q", args[0]), "")
	case len(words) == 0:
		return s.usage("generate", "--providers is missing", "write --providers e2b,./my-cloud")
	case g.dir == "":
		return s.usage("generate", "-o is missing", "write -o DIR")
	case g.types && !g.check:
		return s.usage("generate", "--types is part of --check", "write --check --types")
	case wrong != nil:
		return s.usage("generate", wrong.Error(), "")
	}
	return s.inTemp(func(temp string) int { return g.write(ctx, s, words, temp) })
}

func (g *generate) write(ctx context.Context, s *State, words []string, temp string) int {
	folders, found := s.selection(g.paths, temp).find(words)
	made, problems := gen.Generate(ctx, g.in(s.input(folders, temp, g.output)), gen.Target{
		Dir: g.dir, Check: g.check, Types: g.types, Stop: found.HasErrors(),
	})
	found = append(found, problems...)
	if made == nil || g.check {
		found = ended(ctx, found)
	}
	if made == nil {
		return s.finish(g.output, reportOf(nil, nil), found)
	}
	if made.Diff != "" && !g.json && !g.quiet {
		fmt.Fprint(s.Stdout, made.Diff)
	}
	r := reportOf(made.Providers, nil)
	r.Diff = made.Diff
	var lines []string
	for i, p := range made.Providers {
		lines = append(lines, describe(p))
		if made.Imports != nil {
			r.Providers[i].Import = made.Imports[i]
			lines = append(lines, fmt.Sprintf("  import %q", made.Imports[i]))
		}
	}
	return s.finish(g.output, r, found, lines...)
}
