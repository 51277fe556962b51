package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/cmd/abxgen/internal/explain"
	"github.com/abxgen/abxgen/runtime/diag"
)

var explainCommand = command{
	name: "explain", args: "[CODE]", short: "explain a code",
	long: `Explains the code of a finding or of an error: when it comes, an example, what to
do. A rule may be named without the code before its slash. Without a code all of
them are listed.`,
	flags: func(flags *pflag.FlagSet) func(context.Context, *State, []string) int {
		asJSON := flags.Bool("json", false, "print {code, title, text}, or an array of them")
		return func(_ context.Context, s *State, args []string) int {
			switch {
			case len(args) > 1:
				return s.usage("explain", fmt.Sprintf("unknown argument %q", args[1]), "")
			case len(args) == 0:
				return s.listCodes(*asJSON)
			}
			c, ok := explain.Find(args[0])
			if !ok {
				return s.usage("explain", fmt.Sprintf("there is no code %q", args[0]), diag.DidYouMean(args[0], explain.Names()))
			}
			return s.explain(c, *asJSON)
		}
	},
}

func (s *State) explain(c explain.Code, asJSON bool) int {
	if asJSON {
		s.printJSON(c)
	} else {
		fmt.Fprintf(s.Stdout, "%s: %s\n\n%s\n", c.Code, c.Title, c.Text)
	}
	return exitOK
}

func (s *State) listCodes(asJSON bool) int {
	all := []explain.Code{}
	var text strings.Builder
	for i, g := range explain.Groups() {
		if i > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(g.Title + "\n")
		for _, c := range g.Codes {
			all = append(all, c)
			fmt.Fprintf(&text, "  %-26s %s\n", c.Code, c.Title)
		}
	}
	if asJSON {
		s.printJSON(all)
	} else {
		fmt.Fprint(s.Stdout, text.String())
	}
	return exitOK
}
