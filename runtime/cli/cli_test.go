package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// TestExitCodes is the list of spec/errors.md.
func TestExitCodes(t *testing.T) {
	want := map[int][]api.Code{
		2: {api.CodeConfig, api.CodeTrust, api.CodeMismatch},
		3: {api.CodeAuthentication, api.CodeInvalidAPIKey, api.CodeTokenExpired, api.CodeMissingCredentials, api.CodeTokenExchange},
		4: {api.CodeTemplateNotFound, api.CodeSandboxNotFound, api.CodeFileNotFound, api.CodeProviderNotFound, api.CodeResourceNotFound},
		5: {api.CodeCommandTimeout, api.CodeProviderTimeout},
		6: {api.CodeQuotaExceeded},
		1: {api.CodeProvider, api.CodeFeatureNotSupported, api.CodeNetwork, api.CodeConnection, api.CodeSandboxCreation, api.CodeProcess, api.CodeEnvdRPC, api.CodeProtocol, "E9999"},
	}
	for exit, codes := range want {
		for _, code := range codes {
			if got := exitOf(code); got != exit {
				t.Errorf("%s exits with %d, want %d", code, got, exit)
			}
		}
	}
}

// abx runs a command over data only: nothing is started.
func abx(t *testing.T, environ map[string]string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	env := Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Cwd: environ["cwd"], Home: environ["home"],
		Environ: func(name string) (string, bool) { v, ok := environ[name]; return v, ok },
	}
	d := &api.Descriptor{ID: "one-cloud", Kind: api.KindREST, Endpoint: &api.Endpoint{BaseURL: "http://127.0.0.1:1"}, Features: api.Features(),
		Operations: api.Operations{CLI: []string{"sandbox.create"}}, Fields: []api.Field{{Key: "api_key", Secret: true, Credential: true}}}
	code = Main(context.Background(), env, []api.Linked{{Descriptor: d}})
	return out.String(), errs.String(), code
}

func TestErrorForms(t *testing.T) {
	_, stderr, code := abx(t, nil, "list")
	if code != 1 || !strings.HasPrefix(stderr, "[E8004] ") || !strings.Contains(stderr, "\n  Suggestion: ") || strings.Count(stderr, "\n") != 2 {
		t.Errorf("%d, %q", code, stderr)
	}
	_, stderr, code = abx(t, nil, "list", "--json")
	var e map[string]string
	if err := json.Unmarshal([]byte(stderr), &e); err != nil || code != 1 || e["code"] != "E8004" || e["feature"] != "sandbox.lifecycle" || e["message"] == "" || e["suggestion"] == "" {
		t.Errorf("%d, %q, %v", code, stderr, err)
	}
	// --json behind -- belongs to the program, and is not asked for here.
	if _, stderr, _ = abx(t, nil, "exec", "--nope", "x", "--", "ls", "--json"); !strings.HasPrefix(stderr, "[E8002] ") {
		t.Errorf("%q", stderr)
	}
}

func TestMisspeltCommands(t *testing.T) {
	for command, want := range map[string]string{
		"creat": "abx create", "fils ls": "abx files", "provder list": "abx provider", "files sl": "abx files ls", "Kill": "abx kill",
	} {
		_, stderr, code := abx(t, nil, strings.Fields(command)...)
		if code != 2 || !strings.Contains(stderr, "Suggestion: did you mean `"+want+"`?") {
			t.Errorf("%s: %d, %q", command, code, stderr)
		}
	}
}

// The first of two words is no command, but has help.
func TestHalfACommand(t *testing.T) {
	want, _, _ := abx(t, nil, "help", "files")
	for _, args := range [][]string{{"files", "--help"}, {"files", "-h"}, {"--help", "files"}} {
		if stdout, stderr, code := abx(t, nil, args...); code != 0 || stdout != want || !strings.Contains(stdout, "abx files read ID PATH\n") {
			t.Errorf("%s: %d, %q, %q", args, code, stdout, stderr)
		}
	}
	for _, args := range [][]string{{"files"}, {"files", "--json", "ls"}} {
		if _, stderr, code := abx(t, nil, args...); code != 2 || !strings.Contains(stderr, `"files" needs a second word`) && !strings.Contains(stderr, `\"files\" needs a second word`) {
			t.Errorf("%s: %d, %q", args, code, stderr)
		}
	}
	if _, stderr, code := abx(t, nil, "fils", "--help"); code != 2 || !strings.Contains(stderr, "did you mean `abx files`?") {
		t.Errorf("%d, %q", code, stderr)
	}
}

func TestUnreadableFilesAreSaid(t *testing.T) {
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, ".abx"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, ".abx", "config.toml"), []byte("[core\nx"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, stderr, code := abx(t, map[string]string{"home": home}, "create")
	if code != 3 || !strings.Contains(stderr, "config.toml is ignored: not valid TOML at line 2") {
		t.Errorf("%d, %q", code, stderr)
	}
	if _, stderr, _ := abx(t, map[string]string{"home": home}, "create", "--json"); !json.Valid([]byte(stderr)) {
		t.Errorf("%q", stderr)
	}
}

func TestReferences(t *testing.T) {
	for text, want := range map[string][2]string{"a": {"", "a"}, "p1:a": {"p1", "a"}} {
		r := &run{}
		if id, sandbox, err := r.reference(text); err != nil || id != want[0] || sandbox != want[1] {
			t.Errorf("%s is %q %q %v", text, id, sandbox, err)
		}
	}
	for _, text := range []string{"", ":", "p1:", ":a", "a/b", "p1:a:b", "p1:a/b"} {
		if _, _, err := (&run{}).reference(text); api.CodeOf(err) != api.CodeConfig {
			t.Errorf("%q gave %v", text, err)
		}
	}
	r := &run{flags: flags{provider: "p1"}}
	if _, _, err := r.reference("p1:a"); err != nil {
		t.Error(err)
	}
	if _, _, err := r.reference("p2:a"); api.CodeOf(err) != api.CodeMismatch {
		t.Error(err)
	}
}

func TestDurations(t *testing.T) {
	for text, want := range map[string]time.Duration{"": 0, "5": 5 * time.Second, "0.5": time.Second / 2, "2m": 2 * time.Minute} {
		if got, err := duration("x", text); err != nil || got != want {
			t.Errorf("%q is %s, %v", text, got, err)
		}
	}
	for _, text := range []string{"0", "-1", "soon", "nan", "inf", "1e300"} {
		if _, err := duration("x", text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestExitOfAProgram(t *testing.T) {
	for want, c := range map[int]api.Chunk{0: {}, 3: {ExitCode: 3}, 255: {ExitCode: 255}, 137: {ExitCode: -1, Signal: 9}, 1: {ExitCode: -1}} {
		if got := exitCode(c); got != want {
			t.Errorf("%+v exits with %d", c, got)
		}
	}
}

// TestEveryCommandIsGated: all commands that reach a sandbox are refused
// before a key is looked for where their operation is not listed.
func TestEveryCommandIsGated(t *testing.T) {
	words := map[string][]string{"timeout": {"x", "5"}, "exec": {"x", "--", "ls"}, "files mv": {"x", "a", "b"}, "port": {"x", "80"}}
	free := []string{"provider list", "provider info", "provider serve", "version", "help", "create"}
	for _, c := range commands() {
		args := append(strings.Fields(c.name), "x")
		if w := words[c.name]; w != nil {
			args = append(strings.Fields(c.name), w...)
		} else if strings.HasPrefix(c.name, "files") {
			args = append(args, "/p")
		} else if c.name == "list" {
			args = args[:1]
		}
		if _, stderr, code := abx(t, nil, args...); !slices.Contains(free, c.name) && (code != 1 || !strings.HasPrefix(stderr, "[E8004]")) {
			t.Errorf("%s: %d %s", c.name, code, stderr)
		}
	}
}

func TestTextIsFitForATerminal(t *testing.T) {
	var out bytes.Buffer
	r := &run{Env: Env{Stdout: &out}}
	if err := r.table([]string{"A"}, [][]string{{"x\x1b[31my\nz", ""}}); err != nil || out.String() != "A\nx [31my z\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	out.Reset()
	rows := [][]string{{"1", "long cell", ""}, {"2", "b", "noted"}}
	if err := r.table([]string{"ID", "NAME", "NOTES"}, rows); err != nil || out.String() != "ID  NAME       NOTES\n1   long cell\n2   b          noted\n" {
		t.Errorf("an empty cell has lost its column: %q, %v", out.String(), err)
	}
	if got := compact([]api.Feature{"sandbox.pause", "pty", "sandbox.timeout"}); got != "sandbox(pause,timeout) pty" {
		t.Error(got)
	}
}
