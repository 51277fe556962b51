package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/gen/contract"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/provider"
)

var testCommand = command{
	name: "test", args: "DIR", short: "try a provider against a cloud of its own",
	long: `Starts devcloud, an E2B-shaped cloud on loopback, and tries the provider of a
folder against it: what the published SDK's contract suite asks of each declared
feature, and the request, the key's header and the keys that are not sent.

Fields named base_url, api_url or endpoint get devcloud's address, those named
domain its domain, secret and credential ones its key. Other fields take a value
by --option KEY=VALUE, where {url} {host} {port}, {data_url} {data_host}
{data_port}, {domain} and {key} stand for devcloud's. A rest provider's [endpoint]
is replaced where no field is. The folder's own abx-test.toml adds [options] and
[[request]] tables: what devcloud has to have been asked, by the end of its path, its
method, header and body. While it is tried, a provider reaches nothing but
this machine; an exec provider's program is not held to that.`,
	flags: func(flags *pflag.FlagSet) func(context.Context, *State, []string) int {
		t := &try{}
		flags.StringArrayVar(&t.options, "option", nil, "give the provider's option `KEY=VALUE` (repeatable)")
		flags.StringVar(&t.only, "run", "", "run only the tests whose names match `REGEXP`")
		t.output.declare(flags)
		return t.run
	},
}

// try holds the flags of abxgen test.
type try struct {
	output
	options []string
	only    string
	matches func(string) bool
}

func (t *try) run(ctx context.Context, s *State, args []string) int {
	switch len(args) {
	case 0:
		return s.usage("test", "no folder is named", "write abxgen test ./my-cloud")
	case 1:
	default:
		return s.usage("test", fmt.Sprintf("unknown argument %q", args[1]), "")
	}
	only, err := regexp.Compile(t.only)
	if err != nil {
		return s.usage("test", "--run is no regular expression: "+err.Error(), "")
	}
	t.matches = only.MatchString
	given := map[string]string{}
	for _, o := range t.options {
		key, value, ok := strings.Cut(o, "=")
		if key = strings.TrimSpace(key); !ok || key == "" {
			return s.usage("test", fmt.Sprintf("--option %q is no KEY=VALUE", o), "write --option base_url={url}")
		}
		given[key] = value
	}
	return s.inTemp(func(temp string) int { return t.try(ctx, s, args[0], given, temp) })
}

// tryReport is the one JSON value of abxgen test --json.
type tryReport struct {
	report
	Tests []contract.Result `json:"tests"`
}

func (t *try) try(ctx context.Context, s *State, dir string, given map[string]string, temp string) int {
	providers, found := gen.Load(ctx, s.input([]gen.Folder{{Dir: dir}}, temp, output{quiet: true}))
	r := tryReport{report: reportOf(providers, nil), Tests: []contract.Result{}}
	wants, problems := contract.ReadExpectations(dir)
	found = append(found, problems...)
	options := wants.Given()
	maps.Copy(options, given)
	var linked api.Linked
	if len(providers) == 1 {
		linked, problems = providers[0].Linked()
		found = append(found, problems...)
	}
	if !found.HasErrors() && len(providers) == 1 {
		subject := contract.Subject{
			Linked: linked, Guest: guest.Command(s.Executable, GuestArg), Options: options,
			Exec: provider.ExecHost{Folder: filepath.Join(temp, "exec"), Environ: s.All},
			Only: t.matches, Requests: wants.Requests,
		}
		err := contract.Run(ctx, subject, func(result contract.Result) {
			r.Tests = append(r.Tests, result)
			t.print(s, result)
		})
		switch {
		case err != nil:
			found.Add(whyNot(err, providers[0]))
		case len(r.Tests) == 0 && ctx.Err() == nil: // a misspelt name must not pass
			return s.usage("test", fmt.Sprintf("--run %q matches no test", t.only), "")
		}
	}
	// What only warns is abxgen check's to say.
	found = slices.DeleteFunc(found, func(d diag.Diag) bool { return d.Severity != diag.Error })
	return t.end(s, r, ended(ctx, found))
}

// end prints what there is to print at last, and gives the exit code.
func (t *try) end(s *State, r tryReport, found diag.List) int {
	count := map[contract.Outcome]int{}
	for _, x := range r.Tests {
		count[x.Outcome]++
	}
	r.OK = !found.HasErrors() && count[contract.Fail] == 0
	var lines []string
	if len(r.Tests) > 0 {
		lines = []string{fmt.Sprintf("%d passed, %d failed, %d skipped", count[contract.Pass], count[contract.Fail], count[contract.Skip])}
	}
	if t.json {
		r.Diagnostics = diagnostics(found)
		s.printJSON(r)
	} else {
		s.finish(t.output, r.report, found, lines...)
	}
	return exitCode(r.OK)
}

// print tells of one test as it ends.
func (t *try) print(s *State, r contract.Result) {
	if t.json || t.quiet && r.Outcome != contract.Fail {
		return
	}
	line := string(r.Outcome) + "  " + r.Name
	if r.Reason != "" {
		line += ": " + r.Reason
	}
	fmt.Fprintln(s.Stdout, line)
	for _, c := range r.Context {
		fmt.Fprintln(s.Stdout, "      "+c)
	}
}

// whyNot is the finding of a provider that could not be tried.
func whyNot(err error, p gen.Provider) diag.Diag {
	var e *api.Error
	if !errors.As(err, &e) {
		return diag.Diag{Code: string(api.CodeInstall), Msg: err.Error()}
	}
	d := diag.Diag{Code: string(e.Code), Pos: p.Manifest.ID.Pos, Msg: e.Message, Hint: e.Suggestion}
	if e.Code == api.CodeInstall {
		d.Pos = diag.Pos{}
	}
	return d
}
