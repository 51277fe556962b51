package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// flags of all commands; which a command has is its own business.
type flags struct {
	json     bool
	help     bool
	provider string
	options  []string

	template string
	timeout  string
	envs     []string
	metadata []string
	status   string
	limit    int
	input    bool
	cwd      string
	user     string
	headers  bool
}

// globalFlags may stand before and behind the command.
func globalFlags(f *pflag.FlagSet, v *flags) {
	f.BoolVar(&v.json, "json", v.json, "print one JSON value; errors as JSON too")
	f.BoolVarP(&v.help, "help", "h", v.help, "show help")
	f.StringVar(&v.provider, "provider", v.provider, "`ID` of the provider (ABX_PROVIDER; the only one linked in)")
	f.StringArrayVar(&v.options, "option", v.options, "set a provider's option, `KEY=VALUE`; secret ones are never taken from a command line")
}

func createFlags(f *pflag.FlagSet, v *flags) {
	f.StringVar(&v.template, "template", "", "`NAME` of the template (default_template, else base)")
	f.StringVar(&v.timeout, "timeout", "", "lifetime in `SECONDS`, or as 5m (300)")
	f.StringArrayVar(&v.envs, "env", nil, "set a variable in the sandbox, `NAME=VALUE`")
	f.StringArrayVar(&v.metadata, "metadata", nil, "note something of the sandbox, `KEY=VALUE`")
}

func listFlags(f *pflag.FlagSet, v *flags) {
	f.StringVar(&v.status, "status", "", "list those of one `STATUS`: running, paused, …")
	f.IntVar(&v.limit, "limit", 0, "list at most `N` (0: all)")
}

func execFlags(f *pflag.FlagSet, v *flags) {
	f.BoolVarP(&v.input, "interactive", "i", false, "send stdin to the program")
	f.StringArrayVar(&v.envs, "env", nil, "set a variable for the program, `NAME=VALUE`")
	f.StringVar(&v.cwd, "cwd", "", "`DIR` to run in")
	f.StringVar(&v.user, "user", "", "`NAME` of the user to run as")
	f.StringVar(&v.timeout, "timeout", "", "kill the program after `SECONDS`, or as 5m (none)")
}

func portFlags(f *pflag.FlagSet, v *flags) {
	f.BoolVar(&v.headers, "headers", false, "show the headers that the port asks for too; they may hold a key")
}

func newFlagSet() *pflag.FlagSet {
	f := pflag.NewFlagSet("abx", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.SortFlags = false
	return f
}

// parse finds the command and reads the flags before and behind its name.
func (r *run) parse() (*command, []string, error) {
	r.flags.json = asksJSON(r.Args)
	before := newFlagSet()
	before.SetInterspersed(false)
	globalFlags(before, &r.flags)
	if err := before.Parse(r.Args); err != nil {
		return nil, nil, usage("%s", err)
	}
	if before.NArg() == 0 && r.flags.help {
		return nil, nil, nil
	}
	c, rest, err := find(before.Args())
	if err != nil && (r.flags.help || asksHelp(before.Args())) { // of the commands that share a first word
		r.flags.help = false
		c, _, err = find([]string{"help"})
		return c, before.Args()[:1], err
	}
	if err != nil {
		return nil, nil, err
	}
	behind := newFlagSet()
	globalFlags(behind, &r.flags)
	if c.flags != nil {
		c.flags(behind, &r.flags)
	}
	if err := behind.Parse(rest); err != nil {
		return nil, nil, usage("%s", err).With(fmt.Sprintf("run `abx help %s`; what follows -- is never read as a flag", c.name))
	}
	args := behind.Args()
	if n := len(args); !r.flags.help && (n < c.args[0] || c.args[1] != noLimit && n > c.args[1]) {
		return nil, nil, usage("%s takes %s", c.name, wants(c)).With(strings.TrimSpace("write: abx " + c.name + " " + c.usage))
	}
	return c, args, nil
}

func wants(c *command) string {
	if c.usage == "" {
		return "no arguments"
	}
	return c.usage
}

// asksJSON looks for --json among the flags, so that a wrong command line is
// answered in the form that was asked for.
func asksJSON(args []string) bool {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	return slices.Contains(args, "--json")
}

func asksHelp(args []string) bool {
	return len(args) == 2 && (args[1] == "-h" || args[1] == "--help")
}

func usage(format string, args ...any) *api.Error {
	return api.Errorf(api.CodeConfig, format, args...).With("run `abx help`")
}

func usageNear(name string, known []string, half bool) error {
	err := usage("there is no command %q", name)
	if half {
		err = usage("%q needs a second word", name)
	}
	if near := diag.Nearest(name, known); near != "" && !half {
		err.Suggestion = fmt.Sprintf("did you mean `abx %s`? `abx help` lists all", near)
	}
	return err
}

// keyValues reads K=V flags.
func keyValues(flag string, list []string) (map[string]string, error) {
	out := map[string]string{}
	for _, item := range list {
		key, value, ok := strings.Cut(item, "=")
		if !ok || key == "" {
			return nil, usage("--%s takes NAME=VALUE", flag)
		}
		out[key] = value
	}
	return out, nil
}

// duration reads seconds, or Go's form of a duration; "" is 0.
func duration(what, text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if seconds, err2 := strconv.ParseFloat(text, 64); err2 == nil {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d <= 0 || d > 1e6*time.Hour {
		return 0, usage("%s takes a number of seconds, or a time such as 5m", what)
	}
	return d, nil
}
