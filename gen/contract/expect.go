package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// FileName is the author's own part of the contract, in a provider's folder.
const FileName = "abx-test.toml"

// Expectations are what an author wants of a provider besides the contract:
// options to try it with, and requests that devcloud has to have seen.
type Expectations struct {
	Options  map[string]any `toml:"options"`
	Requests []Expected     `toml:"request"`
}

// Expected is a request by what it has to have: each part that is given.
type Expected struct {
	Name   string            `toml:"name"`
	Method string            `toml:"method"`
	Path   string            `toml:"path"` // the end of it
	Header map[string]string `toml:"header"`
	Body   map[string]any    `toml:"body"`  // members of a JSON object
	Never  bool              `toml:"never"` // none may have come
}

// ReadExpectations reads a folder's file; a folder without one expects nothing.
// What is wrong in it is E8014.
func ReadExpectations(dir string) (Expectations, diag.List) {
	var e Expectations
	file := filepath.Join(dir, FileName)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return e, nil
	}
	var found diag.List
	wrong := func(pos diag.Pos, hint, format string, args ...any) {
		found.Errorf(string(api.CodeManifest), pos, hint, format, args...)
	}
	if err != nil {
		wrong(diag.Pos{File: file}, "", "cannot be read: %v", err)
		return e, found
	}
	meta, err := toml.Decode(string(text), &e)
	var syntax toml.ParseError
	switch {
	case errors.As(err, &syntax):
		wrong(diag.Pos{File: file, Line: syntax.Position.Line, Col: syntax.Position.Col}, "", "%s", syntax.Message)
	case err != nil:
		wrong(diag.Pos{File: file}, "", "%v", err)
	}
	for _, key := range meta.Undecoded() {
		wrong(diag.Pos{File: file}, "write [options] or [[request]] with name, method, path, header, body, never", "%q is not known", key.String())
	}
	for i, r := range e.Requests {
		if r.Name == "" || r.Method+r.Path == "" {
			wrong(diag.Pos{File: file}, `write name = "the region is sent", method = "POST" and path = "/sandboxes"`, "request %d has no name, or neither method nor path", i+1)
		}
	}
	return e, found
}

// Given are the options as text, which those of a command line go before.
func (e Expectations) Given() map[string]string {
	out := map[string]string{}
	for key, v := range e.Options {
		out[key] = fmt.Sprint(v)
	}
	return out
}

// expected runs the author's own tests over what devcloud has seen.
func (t *trial) expected(e Expected) error {
	fill := t.placeholders()
	why := fmt.Errorf("no %s of a path that ends %s came", orAny(e.Method, "request"), orAny(e.Path, "anyhow"))
	for _, r := range t.cloud.Requests() {
		if e.Method != "" && !strings.EqualFold(r.Method, e.Method) || !strings.HasSuffix(r.Path, fill.Replace(e.Path)) {
			continue
		}
		differs := e.differs(r, fill)
		if differs == nil {
			why = nil
			break
		}
		why = fmt.Errorf("%s %s came, and %w", r.Method, r.Path, differs)
	}
	switch {
	case e.Never && why == nil:
		return fmt.Errorf("a request came that never may")
	case e.Never:
		return nil
	}
	return why
}

func orAny(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// differs says what a request lacks, nil where it fits. The key is not shown.
func (e Expected) differs(r cloud.Request, fill *strings.Replacer) error {
	for _, name := range slices.Sorted(maps.Keys(e.Header)) {
		if r.Header.Get(name) != fill.Replace(e.Header[name]) {
			return fmt.Errorf("its header %s is not %q", name, e.Header[name])
		}
	}
	if e.Body == nil {
		return nil
	}
	if len(r.Body) == 0 {
		return errors.New("no body of it was read: none was sent, or devcloud refused it before")
	}
	var got map[string]any
	if json.Unmarshal(r.Body, &got) != nil {
		return fmt.Errorf("its body is no JSON object")
	}
	want, _ := json.Marshal(e.Body) // as JSON has numbers
	var body map[string]any
	_ = json.Unmarshal(want, &body)
	for _, key := range slices.Sorted(maps.Keys(body)) {
		if !reflect.DeepEqual(got[key], body[key]) {
			return fmt.Errorf("its body's %q is %v, not %v", key, shown(got[key]), shown(body[key]))
		}
	}
	return nil
}

func shown(v any) string {
	text, _ := json.Marshal(v) // of values that came from JSON
	return string(text)
}
