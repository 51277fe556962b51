package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/gen/ship"
	"github.com/abxgen/abxgen/runtime/diag"
)

var buildCommand = command{
	name: "build", short: "link abx, or plugins, from providers",
	long: `Links one static program, abx, from the providers: their manifests are checked,
their JavaScript is bundled and probed, Go packages are generated and linked.
With --as plugin each provider becomes a folder that every host installs as an
EPP/1 plugin, without Node.js.
An id is looked up in --provider-path, ABXGEN_PROVIDER_PATH, ./providers,
./examples/providers, ~/.abx/providers and in abxgen's own catalog.
GOOS and GOARCH choose another target.`,
	flags: func(flags *pflag.FlagSet) func(context.Context, *State, []string) int {
		b := &build{}
		b.chosen.declare(flags)
		b.settings.declare(flags)
		flags.StringVar(&b.as, "as", asAbx, "what to make: abx, or plugin (a folder for each provider)")
		flags.StringVarP(&b.out, "output", "o", "", "write the program to `PATH` (abx), or the plugins' folders below it (dist)")
		flags.StringSliceVar(&b.platforms, "platform", nil, "make plugins for each OS/ARCH of `LIST`, in DIR/ID-OS-ARCH")
		flags.StringVar(&b.dataPlane, "data-plane", ship.Auto, "who moves the bytes of a plugin's sandboxes: auto, plugin, or direct (the host)")
		flags.StringVar(&b.source, "source", "", "abxgen's own source is in `DIR` (also ABXGEN_SOURCE)")
		flags.BoolVar(&b.keep, "keep-workspace", false, "leave the folder that the program was linked in, and say where it is")
		flags.BoolVar(&b.sizes, "sizes", false, "tell how many bytes of a plugin's executables each package takes")
		b.output.declare(flags)
		return b.run
	},
}

// What a build makes.
const (
	asAbx    = "abx"
	asPlugin = "plugin"
)

// build holds the flags of abxgen build.
type build struct {
	chosen
	settings
	output
	as, out, source string
	platforms       []string
	dataPlane       string
	keep, sizes     bool
}

func (b *build) run(ctx context.Context, s *State, args []string) int {
	words := b.words()
	platforms, err := link.ParsePlatforms(b.platforms)
	wrong := b.settings.read()
	switch {
	case len(args) > 0:
		return s.usage("build", fmt.Sprintf("unknown argument %q", args[0]), "")
	case len(words) == 0:
		return s.usage("build", "--providers is missing", "write --providers e2b,./my-cloud")
	case err != nil:
		return s.usage("build", "--platform: "+err.Error(), "")
	case wrong != nil:
		return s.usage("build", wrong.Error(), "")
	case !slices.Contains([]string{asAbx, asPlugin}, b.as):
		return s.usage("build", fmt.Sprintf("--as %q is not known", b.as), "write --as abx or --as plugin")
	case !slices.Contains(ship.DataPlanes(), b.dataPlane):
		return s.usage("build", fmt.Sprintf("--data-plane %q is not known", b.dataPlane), "write "+strings.Join(ship.DataPlanes(), ", "))
	case b.as == asAbx && len(platforms) > 0:
		return s.usage("build", "--platform goes with --as plugin", "set GOOS and GOARCH for another abx")
	case b.as == asAbx && (b.dataPlane != ship.Auto || b.sizes):
		return s.usage("build", "--data-plane and --sizes go with --as plugin", "")
	}
	if b.as == asPlugin {
		return s.inTemp(func(temp string) int { return b.plugins(ctx, s, words, platforms, temp) })
	}
	return s.inTemp(func(temp string) int { return b.link(ctx, s, words, temp) })
}

// linker finds the source that everything is linked against.
func (b *build) linker(s *State) (*link.Linker, diag.List) {
	source, found := link.FindSource(link.Places{
		Flag: b.source, Env: s.Environ("ABXGEN_SOURCE"), Executable: s.Executable, Cwd: s.Cwd,
	})
	return &link.Linker{
		Go: s.Go, Environ: s.Environ, Source: source, Output: cmp.Or(b.out, "abx"), UserHome: s.UserHome, Keep: b.keep,
	}, found
}

func (b *build) link(ctx context.Context, s *State, words []string, temp string) int {
	folders, found := s.selection(b.paths, temp).find(words)
	linker, problems := b.linker(s)
	found = append(found, problems...)
	built, problems := gen.Build(ctx, b.in(s.input(folders, temp, b.output)), linker, found.HasErrors())
	found = append(found, problems...)
	if built == nil {
		return s.finish(b.output, reportOf(nil, nil), ended(ctx, found))
	}
	return s.finish(b.output, reportOf(built.Providers, built.Result), found, summary(built)...)
}

// summary is what people are told of a build.
func summary(b *gen.Built) []string {
	lines := []string{fmt.Sprintf("%s: %s, %s", b.Output, size(b.Size), b.Target)}
	for _, p := range b.Providers {
		lines = append(lines, "  "+describe(p))
	}
	if b.Workspace != "" {
		lines = append(lines, "workspace: "+b.Workspace)
	}
	return lines
}
