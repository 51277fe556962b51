package js

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"
	esbuild "github.com/evanw/esbuild/pkg/api"
	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/testenv"
)

// corpusProbe is given to each script: probe(f) is f's result, or the error's
// name and code; of a promise its promise.
const corpusProbe = `(f) => {
	const failed = (e) => "throws " + (e?.name ?? typeof e + " " + String(e)) + (e?.code === undefined ? "" : " " + e.code);
	try { const v = f(); return v instanceof Promise ? v.catch(failed) : v; } catch (e) { return failed(e); }
}`

type corpusScript struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	Probe  string `json:"probe"`
}

// corpus reads testdata/corpus: each file has scripts, which "// # name" begins.
func corpus(t *testing.T) []corpusScript {
	t.Helper()
	files, err := filepath.Glob("testdata/corpus/*.js")
	must(err)
	var scripts []corpusScript
	for _, file := range files {
		data, err := os.ReadFile(file)
		must(err)
		for _, part := range strings.Split("\n"+string(data), "\n// # ")[1:] {
			name, source, _ := strings.Cut(part, "\n")
			scripts = append(scripts, corpusScript{filepath.Base(file) + ": " + name, source, corpusProbe})
		}
	}
	return scripts
}

// difference is the one between what a script prints there and here.
type difference struct{ reason, there, here string }

// unequal gives the scripts that differ from Node.js.
func unequal(t *testing.T) map[string]difference {
	t.Helper()
	data, err := os.ReadFile("testdata/corpus/UNEQUAL")
	must(err)
	out := map[string]difference{}
	for line := range strings.Lines(string(data)) {
		if part := strings.Split(strings.TrimSpace(line), " — "); len(part) == 3 {
			there, here, _ := strings.Cut(part[2], " -> ")
			out[part[0]] = difference{part[1], withoutControls(there), here}
		}
	}
	return out
}

// Every script of the corpus prints in the VM what it prints in Node.js 20, but
// for those that UNEQUAL lists, which differ as it says and in nothing else.
func TestCorpusAgainstNode(t *testing.T) {
	testenv.NodeModules(t)
	scripts := corpus(t)
	if len(scripts) < 300 {
		t.Fatalf("only %d scripts", len(scripts))
	}
	want, differs := inNode(t, scripts), unequal(t)
	for _, s := range scripts {
		t.Run(s.Name, func(t *testing.T) {
			diff := compared(t, s, want[s.Name], differs)
			for again := 0; diff != "" && again < 2; again++ {
				// Timers of a process that gets no processor come in any order,
				// those of Node.js too.
				diff = compared(t, s, inNode(t, []corpusScript{s})[s.Name], differs)
			}
			if diff != "" {
				t.Errorf("-node +here:\n%s", diff)
			}
		})
	}
	for name := range differs {
		if !slices.ContainsFunc(scripts, func(s corpusScript) bool { return s.Name == name }) {
			t.Errorf("UNEQUAL names %q, which is no script", name)
		}
	}
}

// compared runs a script here and gives what is not as it should be.
func compared(t *testing.T, s corpusScript, there []string, differs map[string]difference) string {
	t.Helper()
	here := inVM(t, s)
	if d, listed := differs[s.Name]; listed {
		if cmp.Equal(there, here) {
			return "is equal now; take it out of UNEQUAL (" + d.reason + ")"
		}
		there = strings.Split(strings.ReplaceAll(strings.Join(there, "\x00"), d.there, d.here), "\x00")
	}
	return cmp.Diff(there, here)
}

func inNode(t *testing.T, scripts []corpusScript) map[string][]string {
	t.Helper()
	input, err := json.Marshal(scripts)
	must(err)
	cmd := exec.CommandContext(t.Context(), "node", "--no-warnings", "testdata/corpus/run.mjs")
	cmd.Stdin, cmd.Env = bytes.NewReader(input), append(os.Environ(), "TZ=UTC")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.String())
	}
	var lines map[string][]string
	must(json.Unmarshal(out, &lines))
	for _, of := range lines {
		for i, line := range of {
			of[i] = withoutControls(line)
		}
	}
	return lines
}

// lowered writes what goja cannot parse as the bundler does.
func lowered(source string) string {
	if _, err := goja.Compile("", source, false); err == nil {
		return source
	}
	out := esbuild.Transform(source, esbuild.TransformOptions{
		Target: esbuild.ES2022, LogLevel: esbuild.LogLevelSilent,
		Supported: map[string]bool{"async-generator": false, "for-await": false, "class-field": false, "class-static-field": false},
	})
	if len(out.Errors) > 0 {
		return source // goja says what is wrong
	}
	return string(out.Code)
}

func inVM(t *testing.T, s corpusScript) []string {
	t.Helper()
	lines := []string{}
	done := make(chan string, 1)
	vm := New(Config{Log: func(level, msg string) {
		if level == "info" {
			lines = append(lines, msg)
		}
	}})
	defer vm.Close()
	err := vm.Do(context.Background(), func(rt *goja.Runtime) error {
		must(rt.Set("finished", vm.Native("finished", func(call goja.FunctionCall) goja.Value {
			done <- call.Argument(0).String()
			return nil
		})))
		_, err := rt.RunScript("script.js", lowered(`(async (require, probe) => {`+s.Source+`
})(__abx_require, `+s.Probe+`).then(() => finished(""), (e) => finished("ended with " + e))`))
		return err
	})
	if err != nil {
		return []string{"cannot run: " + err.Error()}
	}
	select {
	case failure := <-done:
		// The log is the loop's until it has ended.
		vm.Close()
		<-vm.Done()
		if failure != "" {
			lines = append(lines, failure)
		}
	case <-vm.Broken():
		lines = append(lines, "broken: "+vm.Err().Error())
	}
	return lines
}
