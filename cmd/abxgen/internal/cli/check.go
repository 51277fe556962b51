package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/gen/contract"
	"github.com/abxgen/abxgen/runtime/diag"
)

var checkCommand = command{
	name: "check", args: "DIR…", short: "check provider folders",
	long: `Checks providers' folders without building anything: the manifest, the JavaScript
as it would be bundled, what its buildInfra answers to placeholder options, and the
Go package that would be written. It also warns of what an experienced author
would warn of. ` + "`abxgen explain CODE`" + ` tells about a finding.`,
	flags: func(flags *pflag.FlagSet) func(context.Context, *State, []string) int {
		c := &check{}
		flags.StringVar(&c.format, "format", formatText, "print findings in `FORMAT`: text; json, one value on stdout; github, workflow commands on stdout")
		flags.BoolVar(&c.strict, "strict", false, "exit 1 where there are warnings, too")
		c.output.declare(flags)
		return c.run
	},
}

// The forms of --format.
const (
	formatText   = "text"
	formatJSON   = "json"
	formatGitHub = "github"
)

// check holds the flags of abxgen check.
type check struct {
	output
	format string
	strict bool
}

func (c *check) run(ctx context.Context, s *State, args []string) int {
	formats := []string{formatText, formatJSON, formatGitHub}
	switch {
	case !slices.Contains(formats, c.format):
		return s.usage("check", fmt.Sprintf("--format %q is not known", c.format), diag.DidYouMean(c.format, formats))
	case len(args) == 0:
		return s.usage("check", "no folder is named", "write abxgen check ./my-cloud")
	}
	c.json = c.json || c.format == formatJSON
	return s.inTemp(func(temp string) int { return c.check(ctx, s, args, temp) })
}

func (c *check) check(ctx context.Context, s *State, dirs []string, temp string) int {
	var folders []gen.Folder
	for _, dir := range dirs {
		folders = append(folders, gen.Folder{Dir: dir})
	}
	providers, found := gen.Check(ctx, s.input(folders, temp, output{quiet: true}))
	for _, p := range providers {
		_, problems := contract.ReadExpectations(p.Dir)
		found = append(found, problems...)
	}
	found = ended(ctx, found)
	var code int
	if c.format == formatGitHub && !c.json {
		code = s.annotate(found)
	} else {
		var lines []string
		for _, p := range providers {
			lines = append(lines, p.Dir+": "+describe(p))
		}
		code = s.finish(c.output, reportOf(providers, nil), found, lines...)
	}
	if c.strict && found.Count(diag.Warning) > 0 {
		return exitFinding
	}
	return code
}

// annotate prints the findings as GitHub Actions reads them.
func (s *State) annotate(found diag.List) int {
	var b bytes.Buffer
	_ = found.GitHub(&b) // a buffer takes everything
	fmt.Fprint(s.Stdout, b.String())
	return exitCode(!found.HasErrors())
}
