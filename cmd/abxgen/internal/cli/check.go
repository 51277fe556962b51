package cli

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/gen"
)

var checkCommand = command{
	name: "check", args: "DIR…", short: "check provider folders",
	long: `Checks providers' folders without building anything: the manifest, the JavaScript
as it would be bundled, and what its buildInfra answers to placeholder options.`,
	flags: func(flags *pflag.FlagSet) func(context.Context, *State, []string) int {
		o := &output{}
		o.declare(flags)
		return func(ctx context.Context, s *State, args []string) int {
			if len(args) == 0 {
				return s.usage("check", "no folder is named", "write abxgen check ./my-cloud")
			}
			return s.inTemp(func(temp string) int { return check(ctx, s, *o, args, temp) })
		}
	},
}

func check(ctx context.Context, s *State, o output, dirs []string, temp string) int {
	var folders []gen.Folder
	for _, dir := range dirs {
		folders = append(folders, gen.Folder{Dir: dir})
	}
	providers, found := gen.Load(ctx, s.input(folders, temp, output{quiet: true}))
	var lines []string
	for _, p := range providers {
		lines = append(lines, p.Dir+": "+describe(p))
	}
	return s.finish(o, reportOf(providers, nil), ended(ctx, found), lines...)
}
