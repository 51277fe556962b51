package values

import (
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
)

// FromFile gives a FileInfo as the kit's object.
func FromFile(f *api.FileInfo) map[string]any {
	o := Object{"name": f.Name, "path": f.Path, "type": f.Type, "size": f.Size}
	setTime(o, "modified", f.Modified)
	set(o, "mode", int64(f.Mode))
	set(o, "symlink_target", f.Symlink)
	return o
}

// FromFiles gives a list of them.
func FromFiles(list []api.FileInfo) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = FromFile(&list[i])
	}
	return out
}

// ToFile reads a FileInfo in any of its spellings; one with neither name nor
// path is E8000.
func ToFile(v any) (*api.FileInfo, error) {
	f := e2b.ParseFileInfo(AsObject(v))
	if f.Name == "" && f.Path == "" {
		return nil, wrong(v, "a file with a path")
	}
	return &f, nil
}

// ToFiles reads the answer of list_dir.
func ToFiles(v any) ([]api.FileInfo, error) {
	items, ok := v.([]any)
	if !ok {
		if items, ok = AsObject(v).Get("entries").([]any); !ok {
			return nil, wrong(v, "an array of files")
		}
	}
	out := make([]api.FileInfo, 0, len(items))
	for _, item := range items {
		f, err := ToFile(item)
		if err != nil {
			return nil, err
		}
		out = append(out, *f)
	}
	return out, nil
}

// FromEvent gives one event of watch_dir.
func FromEvent(e api.FileEvent) map[string]any {
	o := Object{"type": e.Type, "path": e.Path}
	set(o, "old_path", e.OldPath)
	return o
}

// ToEvent reads one.
func ToEvent(v any) (api.FileEvent, error) {
	o := AsObject(v)
	e := api.FileEvent{Type: o.Text("type"), Path: o.Text("path", "name"), OldPath: o.Text("old_path")}
	if e.Type == "" {
		return e, wrong(v, "an event with a type")
	}
	return e, nil
}

// Path reads the path of a file method's last argument.
func Path(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return AsObject(v).Text("path")
}
