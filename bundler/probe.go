package bundler

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/guest"
)

// probeLimit is Options.ProbeLimit's default.
const probeLimit = 5 * time.Second

// probeTail follows the bundle for the probe alone: it tells by console lines
// how far the provider came, so that what fails before there are options is
// told from what may fail for want of real ones, and which options buildInfra
// asked for that no field is.
const probeTail = `
;(() => {
  console.debug("abx-probe: loaded");
  const create = __abx_provider.default;
  if (typeof create !== "function") return;
  const properties = Object.getOwnPropertyDescriptors;
  // What options do not have is looked for above them, and is heard there.
  const above = new Proxy(Object.prototype, { get(target, key) {
    if (typeof key === "string" && !(key in target)) console.debug("abx-asked: " + JSON.stringify([key, new Error().stack]));
    return Reflect.get(target, key);
  } });
  const listen = (ctx) => Object.freeze(Object.defineProperties({}, {
    ...properties(ctx),
    options: { value: Object.freeze(Object.create(above, properties(ctx.options))), enumerable: true },
  }));
  const watch = (provider) => new Proxy(provider, {
    get(target, key) {
      const f = Reflect.get(target, key);
      if (typeof f !== "function" || key !== "buildInfra" && key !== "build_infra") return f;
      return (ctx, ...args) => {
        console.debug("abx-probe: buildInfra");
        return Reflect.apply(f, target, [listen(ctx), ...args]);
      };
    },
  });
  __abx_provider = { default: async (kit) => {
    console.debug("abx-probe: create");
    const provider = await create(kit);
    return typeof provider === "object" && provider !== null ? watch(provider) : provider;
  } };
})();
`

// probe runs the bundle in a child guest with placeholder options. What fails
// up to create(kit) fails always and is an error; buildInfra may rightly refuse
// a placeholder, so a failure there is a note.
func (b *Bundle) probe(ctx context.Context, f *folder, entry string, o Options) diag.List {
	h := &probeHost{}
	c := guest.Open(ctx, o.Guest, guest.Boot{
		Provider:  o.Provider,
		Bundle:    slices.Concat(b.JS, []byte(probeTail)),
		SourceMap: b.Map,
		Options:   placeholders(o.Fields),
		Core:      corePlaceholders(o.Inherit),
		Probe:     true,
		Limits:    guest.Limits{Startup: cmp.Or(o.ProbeLimit, probeLimit)},
	}, h)
	infra, err := c.Infra(ctx)
	_ = c.Close() // after it every line has come
	b.Asked = f.asked(h.asked, b.Inputs)
	if err == nil {
		b.Infra = infra
		return nil
	}
	if ctx.Err() != nil {
		return nil
	}
	return diag.List{f.failure(b.Inputs, entry, h.phase(), err)}
}

// failure words what went wrong in the phase that the provider had come to.
func (f *folder) failure(inputs []string, entry, phase string, err error) diag.Diag {
	pos := diag.Pos{File: f.show(entry)}
	var thrown guest.Thrown
	if errors.As(err, &thrown) {
		pos = f.thrownAt(thrown.Place, inputs).In(pos)
	}
	msg := err.Error()
	var e *api.Error
	if errors.As(err, &e) {
		msg = e.Message
	}
	switch phase {
	case "":
		return problem(pos, "the module fails when it is loaded: "+msg, "")
	case "loaded":
		return problem(f.exportDefault(entry), "the module's default export is no function", "write export default function create(kit) { … }")
	case "create":
		return problem(pos, "create(kit) fails: "+msg, "")
	}
	d := problem(pos, "buildInfra fails with placeholder options, so that what it overrides is not known before it runs: "+msg, "")
	d.Severity, d.Code = diag.SeverityNote, ""
	return d
}

var placeForm = regexp.MustCompile(`^(.*):(\d+):(\d+)$`)

// thrownAt reads FILE:LINE:COL of the guest. What esbuild and the probe add to
// a bundle is in no file, and its lines are nobody's.
func (f *folder) thrownAt(place string, inputs []string) diag.Pos {
	m := placeForm.FindStringSubmatch(place)
	if m == nil || !slices.Contains(inputs, m[1]) {
		return diag.Pos{}
	}
	line, _ := strconv.Atoi(m[2])
	col, _ := strconv.Atoi(m[3])
	return diag.Pos{File: f.show(m[1]), Line: line, Col: col}
}

var exportForm = regexp.MustCompile(`(?m)^[ \t]*(?:export[ \t]+default\b|module\.exports\b|exports\.default\b)|\bas[ \t]+default\b`)

// exportDefault finds where the entry exports its default; its first character
// where it does not.
func (f *folder) exportDefault(entry string) diag.Pos {
	text, _ := os.ReadFile(filepath.Join(f.copy, filepath.FromSlash(entry)))
	at := 0
	if found := exportForm.FindIndex(text); found != nil {
		at = found[0]
	}
	before := string(text[:at])
	lineStart := strings.LastIndexByte(before, '\n') + 1
	return diag.Pos{File: f.show(entry), Line: strings.Count(before, "\n") + 1, Col: utf8.RuneCountInString(before[lineStart:]) + 1}
}

// probeHost has nothing to give; it listens how far the provider comes.
type probeHost struct {
	mu      sync.Mutex
	reached string
	asked   []string
}

// Call refuses every effect: there is no backend yet.
func (h *probeHost) Call(context.Context, guest.Call) (any, error) {
	return nil, api.Errorf(api.CodeProvider, "there is no backend while a build probes a provider")
}

// Log hears the lines of probeTail; the provider's own are for run time.
func (h *probeHost) Log(_, message string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if phase, ok := strings.CutPrefix(message, "abx-probe: "); ok {
		h.reached = phase
	}
	if line, ok := strings.CutPrefix(message, askedMark); ok {
		h.asked = append(h.asked, line)
	}
}

func (h *probeHost) phase() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.reached
}
