package cli

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/runtime/api"
)

var versionCommand = command{
	name:  "version",
	short: "print abxgen's version",
	long:  "Prints abxgen's version, and the Go version and platform that it was built with.",
	flags: func(flags *pflag.FlagSet) func(context.Context, *State, []string) int {
		asJSON := flags.Bool("json", false, "print {version, go, platform}")
		return func(_ context.Context, s *State, args []string) int {
			if len(args) > 0 {
				return s.usage("version", fmt.Sprintf("unknown argument %q", args[0]), "")
			}
			platform := runtime.GOOS + "/" + runtime.GOARCH
			if *asJSON {
				s.printJSON(map[string]string{"version": api.Version, "go": runtime.Version(), "platform": platform})
			} else {
				fmt.Fprintf(s.Stdout, "abxgen %s (%s %s)\n", api.Version, runtime.Version(), platform)
			}
			return exitOK
		}
	},
}
