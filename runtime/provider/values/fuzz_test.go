package values_test

import (
	"errors"
	"io"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/provider/internal/hostile"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// readers are all that read what JavaScript hands over; each gives what was
// read, back in the form for JavaScript.
var readers = map[string]func(any) (any, error){
	"info":      func(v any) (any, error) { s, err := values.ToInfo(v); return back(s, err, values.FromInfo) },
	"infos":     func(v any) (any, error) { p, err := values.ToInfos(v); return p, err },
	"create":    func(v any) (any, error) { return values.FromCreate(values.ToCreate(v, v)), nil },
	"list":      func(v any) (any, error) { return values.FromList(values.ToList(v)), nil },
	"port":      func(v any) (any, error) { p, err := values.ToPort(v); return back(p, err, values.FromPort) },
	"start":     func(v any) (any, error) { return values.FromStart(values.ToStart(v)), nil },
	"pid":       func(v any) (any, error) { return values.FromPID(values.ToPID(v)), nil },
	"chunk":     func(v any) (any, error) { c, pid, err := values.ToChunk(v); return values.FromChunk(pid, c), err },
	"processes": func(v any) (any, error) { l, err := values.ToProcesses(v); return back(l, err, values.FromProcesses) },
	"terminal":  func(v any) (any, error) { return values.FromTerminal(values.ToTerminal(v)), nil },
	"signal":    func(v any) (any, error) { return values.ToSignal(v), nil },
	"file":      func(v any) (any, error) { f, err := values.ToFile(v); return back(f, err, values.FromFile) },
	"files":     func(v any) (any, error) { f, err := values.ToFiles(v); return back(f, err, values.FromFiles) },
	"event":     func(v any) (any, error) { e, err := values.ToEvent(v); return back(e, err, values.FromEvent) },
	"path":      func(v any) (any, error) { return values.Path(v), nil },
	"code":      func(v any) (any, error) { return values.FromCode(values.ToCode(v)), nil },
	"result":    func(v any) (any, error) { r, err := values.ToResult(v); return back(r, err, values.FromResult) },
	"context":   func(v any) (any, error) { c, err := values.ToContext(v); return back(c, err, values.FromContext) },
	"contexts":  func(v any) (any, error) { c, err := values.ToContexts(v); return back(c, err, values.FromContexts) },
	"target":    func(v any) (any, error) { return values.FromToken(values.ToTarget(v, v)), nil },
	"bool":      func(v any) (any, error) { b, err := values.ToBool(v); return b, err },
	"url":       func(v any) (any, error) { u, err := values.ToURL(v); return u, err },
	"content":   whole,
}

func back[T, R any](v T, err error, form func(T) R) (any, error) {
	if err != nil {
		return nil, err
	}
	return form(v), nil
}

func whole(v any) (any, error) {
	r, err := values.ToReader(v)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, 1<<20))
	var e *api.Error
	if err != nil && !errors.As(err, &e) {
		return data, nil // the stream's own failure
	}
	return data, err
}

// FuzzValues: whatever comes, it is read or refused with E8000; what was read
// can be read again.
func FuzzValues(f *testing.F) {
	for _, seed := range hostile.Seeds() {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for name, read := range readers {
			v := hostile.Value(data)
			got, err := read(v)
			if err != nil {
				if api.CodeOf(err) != api.CodeProvider {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			if _, page := got.(*api.ListPage); page {
				continue
			}
			if _, err := read(got); err != nil {
				t.Errorf("%s: %#v was read as %#v, which is refused: %v", name, hostile.Value(data), got, err)
			}
		}
	})
}
