package abx_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/examples/generated/e2b"
	"github.com/abxgen/abxgen/examples/generated/e2bcompatible"
	"github.com/abxgen/abxgen/examples/generated/mycloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/app/abx"
)

// one is an abx with one provider, which declares next to nothing.
func one() api.Linked {
	l := e2bcompatible.Linked()
	d := *l.Descriptor
	d.ID, d.Features = "one-cloud", []api.Feature{api.FeatureSandboxLifecycle, api.FeatureExecRun}
	l.Descriptor = &d
	return l
}

// loud is a provider whose module talks while it starts and when it is asked.
func loud() api.Linked {
	l := e2b.Linked()
	l.Bundle, l.SourceMap = []byte(loudModule), nil
	return l
}

const loudModule = `var __abx_provider = { default: (kit) => ({
  buildInfra(ctx) {
    console.log("starting\u001b[31m with", ctx.options.api_key);
    const auth = ctx.headerKeyAuth(ctx.options.api_key, "X-API-Key");
    const http = ctx.http({ base_url: ctx.options.base_url, domain: ctx.options.domain, auth });
    return { auth, http_client: http, sandbox_protocol: new kit.SandboxProtocol(http) };
  },
  }) };`

// loose is a build with --network open and --limit.
func loose() api.Linked {
	l := e2b.Linked()
	l.Settings = api.Settings{OpenNetwork: true, Limits: api.Limits{Call: 30 * time.Second, HeapBytes: 256 << 20}}
	return l
}

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "__guest" {
		os.Exit(abx.Main()) // abx starts itself, which is this test
	}
	testscript.Main(m, map[string]func(){
		"abx":   func() { os.Exit(abx.Main(e2b.Linked(), mycloud.Linked(), e2bcompatible.Linked())) },
		"loud":  func() { os.Exit(abx.Main(loud())) },
		"abx1":  func() { os.Exit(abx.Main(one())) },
		"loose": func() { os.Exit(abx.Main(loose())) },
	})
}

// TestScripts tells users' stories with the real program against a devcloud of
// each script's own.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		Setup:               setup,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": exit, "take": take, "json": isJSON, "bigfile": bigFile, "memory": memory, "leaked": leaked,
		},
	})
}

// configure gives the variables of all linked providers for a cloud.
func configure(c *cloud.Cloud, set func(key, value string)) {
	for _, prefix := range []string{"ABX_E2B_", "ABX_MY_CLOUD_", "ABX_E2B_COMPATIBLE_", "ABX_ONE_CLOUD_"} {
		set(prefix+"API_KEY", c.Key)
		set(prefix+"BASE_URL", c.URL)
		set(prefix+"DOMAIN", c.Domain)
	}
}

func setup(env *testscript.Env) error {
	c, err := cloud.Start(cloud.Options{})
	if err != nil {
		return err
	}
	env.Defer(func() { _ = c.Close() })
	configure(c, env.Setenv)
	env.Setenv("KEY", c.Key)
	env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
	env.Values["cloud"] = c
	return os.MkdirAll(filepath.Join(env.WorkDir, "home", ".abx"), 0o755)
}

// exit runs a program that has to end with a code: exit CODE PROGRAM ARGS…
func exit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE PROGRAM [ARGS...]")
	}
	code := 0
	var failed *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		code = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got := strconv.Itoa(code); got != args[0] {
		ts.Fatalf("it ended with %s, not %s", got, args[0])
	}
}

// take sets a variable to a field of the JSON object on stdout: take ID sandbox_id
func take(ts *testscript.TestScript, _ bool, args []string) {
	var v map[string]any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &v))
	text, _ := v[args[1]].(string)
	if text == "" {
		ts.Fatalf("%s is missing in %v", args[1], v)
	}
	ts.Setenv(args[0], text)
}

// isJSON compares stdout or stderr with JSON, whatever its spaces and the order
// of keys: json stdout '{…}'. Strings of "*" stand for any.
func isJSON(ts *testscript.TestScript, _ bool, args []string) {
	var got, want any
	if err := json.Unmarshal([]byte(ts.ReadFile(args[0])), &got); err != nil {
		ts.Fatalf("%s is no single JSON value: %v", args[0], err)
	}
	ts.Check(json.Unmarshal([]byte(args[1]), &want))
	if !matches(want, got) {
		ts.Fatalf("%s is %s, want %s", args[0], ts.ReadFile(args[0]), args[1])
	}
}

func matches(want, got any) bool {
	switch want := want.(type) {
	case map[string]any:
		got, ok := got.(map[string]any)
		if !ok || len(want) != len(got) {
			return false
		}
		for key, v := range want {
			if _, ok := got[key]; !ok || !matches(v, got[key]) {
				return false
			}
		}
		return true
	case []any:
		got, ok := got.([]any)
		if !ok || len(want) != len(got) {
			return false
		}
		for i := range want {
			if !matches(want[i], got[i]) {
				return false
			}
		}
		return true
	}
	return want == "*" || want == got
}

// bigFile writes so many MiB that no compression makes small: bigfile NAME 64
func bigFile(ts *testscript.TestScript, _ bool, args []string) {
	mib, err := strconv.Atoi(args[1])
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	defer f.Close()
	block := make([]byte, 1<<20)
	x := uint64(88172645463325252)
	for range mib {
		for i := range block {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
			block[i] = byte(x)
		}
		_, err := f.Write(block)
		ts.Check(err)
	}
}

// memory runs a program whose own resident size must stay below so many MiB,
// with its output in a file: memory 128 OUT PROGRAM ARGS…
func memory(ts *testscript.TestScript, _ bool, args []string) {
	limit, err := strconv.Atoi(args[0])
	ts.Check(err)
	out, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	defer out.Close()
	path, err := exec.LookPath(args[2])
	ts.Check(err)
	cmd := exec.Command(path, args[3:]...)
	cmd.Dir, cmd.Stdout, cmd.Env = ts.MkAbs("."), out, environ(ts)
	ts.Check(cmd.Run())
	used := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
	ts.Logf("%d MiB", used)
	if int(used) > limit {
		ts.Fatalf("it took %d MiB, more than %d", used, limit)
	}
}

func environ(ts *testscript.TestScript) []string {
	c := ts.Value("cloud").(*cloud.Cloud)
	env := []string{"PATH=" + ts.Getenv("PATH"), "HOME=" + ts.Getenv("HOME")}
	configure(c, func(key, value string) { env = append(env, key+"="+value) })
	return env
}

// leaked fails where the text stands in what the last command printed or in
// any request that the cloud has seen: leaked TEXT
func leaked(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range []string{"stdout", "stderr"} {
		if contains(ts.ReadFile(name), args[0]) {
			ts.Fatalf("%s holds it", name)
		}
	}
	for _, r := range ts.Value("cloud").(*cloud.Cloud).Requests() {
		if text, _ := json.Marshal(r); contains(string(text), args[0]) {
			ts.Fatalf("%s %s holds it", r.Method, r.Path)
		}
	}
}
