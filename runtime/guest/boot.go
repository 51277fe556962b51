package guest

import (
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
)

// message is the form of a Boot on the pipe; BootOf reads it.
func (b Boot) message() map[string]any {
	return map[string]any{
		"version": wire.Version, "provider": b.Provider, "probe": b.Probe,
		"bundle": b.Bundle, "source_map": b.SourceMap, "options": b.Options, "core": b.Core,
		"heap_bytes": b.Limits.HeapBytes, "stack_depth": b.Limits.StackDepth,
		"output_bytes": b.Limits.OutputBytes, "timers": b.Limits.Timers, "requests": b.Limits.Requests,
	}
}

// BootOf reads a Boot on the guest's side; false where the core speaks another
// version of the protocol.
func BootOf(v any) (Boot, bool) {
	m, _ := v.(map[string]any)
	f := fields{m}
	b := Boot{
		Provider: f.text("provider"), Probe: f.bool("probe"),
		Bundle: f.bytes("bundle"), SourceMap: f.bytes("source_map"),
		Options: f.object("options"), Core: f.object("core"),
	}
	b.Limits.HeapBytes = int64(f.number("heap_bytes"))
	b.Limits.StackDepth = int(f.number("stack_depth"))
	b.Limits.OutputBytes = int64(f.number("output_bytes"))
	b.Limits.Timers = int(f.number("timers"))
	b.Limits.Requests = int(f.number("requests"))
	b.Limits = b.Limits.Or(Limits{})
	return b, f.number("version") == wire.Version
}

// fields reads an object that came over the pipe; what lacks or has another
// type is the zero value.
type fields struct{ m map[string]any }

func (f fields) text(key string) string    { s, _ := f.m[key].(string); return s }
func (f fields) bool(key string) bool      { b, _ := f.m[key].(bool); return b }
func (f fields) number(key string) float64 { n, _ := f.m[key].(float64); return n }
func (f fields) bytes(key string) []byte   { b, _ := f.m[key].([]byte); return b }
func (f fields) list(key string) []any     { l, _ := f.m[key].([]any); return l }

func (f fields) object(key string) map[string]any { m, _ := f.m[key].(map[string]any); return m }

func (f fields) texts(key string) map[string]string {
	var texts map[string]string
	for k, v := range f.object(key) {
		if s, ok := v.(string); ok {
			if texts == nil {
				texts = map[string]string{}
			}
			texts[k] = s
		}
	}
	return texts
}
