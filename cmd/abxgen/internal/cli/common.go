package cli

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/guest"
)

// GuestArg is the hidden argument by which abxgen starts itself as the child
// that bundles are probed in.
const GuestArg = "__guest"

func (o *output) declare(flags *pflag.FlagSet) {
	flags.BoolVar(&o.quiet, "quiet", false, "print nothing but findings")
	flags.BoolVar(&o.json, "json", false, "print one JSON value on stdout, findings included")
}

// chosen are the flags that choose providers.
type chosen struct {
	providers []string
	paths     []string
}

func (c *chosen) declare(flags *pflag.FlagSet) {
	flags.StringArrayVar(&c.providers, "providers", nil, "the providers of `LIST`: comma-separated ids, or folders (with a / or . in the name)")
	flags.StringArrayVar(&c.paths, "provider-path", nil, "look for ids in `DIR` first (repeatable; also ABXGEN_PROVIDER_PATH)")
}

// words gives the providers that were named, without blanks around them. A
// line's end parts them as a comma does, for lists that other programs print.
// Nothing is quoted: every other character may be part of a folder's name.
func (c *chosen) words() []string {
	var words []string
	for _, list := range c.providers {
		for _, w := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == '\n' }) {
			if w = strings.TrimSpace(w); w != "" {
				words = append(words, w)
			}
		}
	}
	return words
}

// input makes what gen starts from.
func (s *State) input(folders []gen.Folder, temp string, o output) gen.Input {
	return gen.Input{
		Folders: folders,
		Guest:   guest.Command(s.Executable, GuestArg),
		TempDir: temp,
		OnStep:  s.progress(o.quiet || o.json).step,
	}
}

// inTemp runs a job with a temporary folder that is gone afterwards.
func (s *State) inTemp(job func(temp string) int) int {
	temp, err := os.MkdirTemp("", "abxgen-")
	if err != nil {
		return s.finish(output{json: s.asksJSON()}, reportOf(nil, nil), diag.List{{Code: string(api.CodeInstall), Msg: "cannot make a temporary folder: " + err.Error(), Hint: "point TMPDIR to a folder that can be written"}})
	}
	defer os.RemoveAll(temp)
	return job(temp)
}

// ended adds the word about a job that was interrupted, which has no other. A
// job that was done all the same is not asked about.
func ended(ctx context.Context, found diag.List) diag.List {
	if ctx.Err() == nil {
		return found
	}
	found = slices.DeleteFunc(found, func(d diag.Diag) bool { return d.Severity == diag.Error })
	found.Add(diag.Diag{Code: string(api.CodeInstall), Msg: "interrupted; nothing was written"})
	return found
}
