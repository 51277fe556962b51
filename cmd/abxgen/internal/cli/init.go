package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/runtime/diag"
)

var initCommand = command{
	name: "init", args: "ID", short: "begin a provider",
	long: `Makes the folder of a new provider, which builds as it stands: the manifest with
comments, a README, and by kind
  node   provider.mjs for a backend that is nearly E2B's, kit.d.ts for your editor
  rest   nothing more, for a backend that speaks E2B's HTTP as it is
  exec   plugin.py, a program that speaks EPP/1, for everything else
Ids are lower-case words joined by hyphens; reserved ones and those of the official
catalog are refused.`,
	flags: func(flags *pflag.FlagSet) func(context.Context, *State, []string) int {
		n := &begin{}
		flags.StringVar(&n.kind, "kind", "node", "make a provider of `KIND`: node, rest or exec")
		flags.StringVarP(&n.dir, "output", "o", "", "make it in `DIR` (default ./ID)")
		n.output.declare(flags)
		return n.run
	},
}

// begin holds the flags of abxgen init.
type begin struct {
	output
	kind, dir string
}

// beginReport is the one JSON value of abxgen init --json.
type beginReport struct {
	report
	Dir   string   `json:"dir,omitempty"`
	Files []string `json:"files"`
}

func (n *begin) run(_ context.Context, s *State, args []string) int {
	switch {
	case len(args) == 0:
		return s.usage("init", "no id is named", "write abxgen init my-cloud")
	case len(args) > 1:
		return s.usage("init", fmt.Sprintf("unknown argument %q", args[1]), "")
	case !slices.Contains(gen.Kinds(), n.kind):
		return s.usage("init", fmt.Sprintf("--kind %q is not known", n.kind), "write one of "+strings.Join(gen.Kinds(), ", "))
	}
	dir := n.dir
	if dir == "" {
		dir = args[0]
	}
	files, found := gen.Init(args[0], n.kind, dir)
	if n.json {
		return s.finishBegin(beginReport{report: reportOf(nil, nil), Dir: dir, Files: append([]string{}, files...)}, found)
	}
	return s.finish(n.output, reportOf(nil, nil), found, n.next(args[0], dir, files)...)
}

func (s *State) finishBegin(r beginReport, found diag.List) int {
	r.Diagnostics = diagnostics(found)
	if r.OK = !found.HasErrors(); !r.OK {
		r.Dir = ""
	}
	s.printJSON(r)
	return exitCode(r.OK)
}

// next tells what was made and what to do with it.
func (n *begin) next(id, dir string, files []string) []string {
	lines := []string{fmt.Sprintf("%s: a provider of kind %s", dir, n.kind)}
	for _, f := range files {
		lines = append(lines, "  "+f)
	}
	folder := dir
	if !isFolder(folder) {
		folder = "." + string(filepath.Separator) + folder
	}
	return append(lines, "next:",
		"  abxgen check "+folder,
		"  abxgen test "+folder,
		"  abxgen build --providers "+folder+" -o abx")
}
