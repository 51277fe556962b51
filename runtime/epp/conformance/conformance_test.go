package conformance

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// The test binary is the plugin, too: with liarVar set it answers from a table.
const liarVar = "CONFORMANCE_LIAR"

func TestMain(m *testing.M) {
	if script := os.Getenv(liarVar); script != "" {
		lie(script)
		return
	}
	os.Exit(m.Run())
}

// lie answers line n of its input with line n of the script; "-" is silence.
func lie(script string) {
	in := bufio.NewScanner(os.Stdin)
	for answer := range strings.Lines(script) {
		if !in.Scan() {
			break
		}
		if answer = strings.TrimSpace(answer); answer != "-" {
			fmt.Println(strings.ReplaceAll(answer, "\v", "\n"))
		}
	}
	for in.Scan() {
	}
	if strings.Contains(script, "lingers") {
		time.Sleep(2 * endTime)
	}
}

// collect is a test whose failures are looked at.
type collect struct {
	testing.TB
	failures []string
}

type stopped struct{}

func (c *collect) Errorf(format string, args ...any) {
	c.failures = append(c.failures, fmt.Sprintf(format, args...))
}

func (c *collect) Fatalf(format string, args ...any) {
	c.Errorf(format, args...)
	panic(stopped{})
}

var descriptor = &api.Descriptor{
	ID: "liar", Features: []api.Feature{api.FeatureSandboxLifecycle},
	Security: api.Security{EnvPassthrough: []string{liarVar}},
}

const honest = `{"jsonrpc":"2.0","id":1,"result":{"protocol":"epp/1","plugin":{"name":"liar","version":"1"},` +
	`"features":["sandbox.lifecycle"],"operation_contract_version":1,"operations":{"cli":[],"python":[]},"workflow_inputs":[],"startup_modes":[]}}`

// replayOf replays a transcript against a plugin that answers from a table.
func replayOf(t *testing.T, script, text string) (failures string) {
	t.Helper()
	one, err := parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &collect{TB: t}
	defer func() {
		if r := recover(); r != nil && r != any(stopped{}) {
			panic(r)
		}
		failures = strings.Join(c.failures, "\n")
	}()
	one.replay(c, []string{self}, Options{Descriptor: descriptor, Env: []string{liarVar + "=" + script}})
	return
}

const asked = `1 > {"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}
1 < {"jsonrpc":"2.0","id":1,"result":{}}
1 > {"jsonrpc":"2.0","id":2,"method":"%s","params":{}}
1 < {"jsonrpc":"2.0","id":2,%s}
`

// Each lie is found.
func TestLies(t *testing.T) {
	for _, c := range []struct{ name, method, recorded, answer, found string }{
		{"an honest one", "sandbox.get", `"result":{"sandbox_id":"$SANDBOX_1","status":"running"}`, `"result":{"sandbox_id":"a","status":"running"}`, ""},
		{"a key missing", "sandbox.get", `"result":{"sandbox_id":"$SANDBOX_1"}`, `"result":{"status":"running"}`, "sandbox_id is missing"},
		{"url", "sandbox.get", `"result":{"sandbox_id":"$SANDBOX_1"}`, `"result":{"sandbox_id":"a","url":"http://x"}`, "url is no key"},
		{"an id with a slash", "sandbox.get", `"result":{"sandbox_id":"$SANDBOX_1"}`, `"result":{"sandbox_id":"a/b"}`, "is no id"},
		{"another status", "sandbox.get", `"result":{"status":"running"}`, `"result":{"sandbox_id":"a","status":"paused"}`, "status is paused"},
		{"other metadata", "sandbox.get", `"result":{"metadata":{"a":"b"}}`, `"result":{"sandbox_id":"a","metadata":{}}`, "metadata is map[]"},
		{"an error instead", "sandbox.get", `"result":{"sandbox_id":"$SANDBOX_1"}`, `"error":{"code":-32000,"message":"x"}`, "-32000"},
		{"no error", "sandbox.get", `"error":{"code":-32002}`, `"result":{"sandbox_id":"a"}`, "want"},
		{"another class", "sandbox.get", `"error":{"code":-32002,"data":{"sdk_code":"E2009"}}`, `"error":{"code":-32002,"message":"x"}`, "want"},
		{"other content", "files.read", `"result":{"content_b64":"eA=="}`, `"result":{"content_b64":"eQ=="}`, "content_b64 is eQ=="},
		{"too few", "files.list", `"result":{"entries":[{"name":"a"}]}`, `"result":{"entries":[]}`, "0 of 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := honest + "\n" + `{"jsonrpc":"2.0","id":2,` + c.answer + "}"
			got := replayOf(t, script, fmt.Sprintf(asked, c.method, c.recorded))
			if c.found == "" && got != "" || !strings.Contains(got, c.found) {
				t.Errorf("found %q", got)
			}
		})
	}
}

// So is what breaks the protocol.
func TestBreaches(t *testing.T) {
	streamed := fmt.Sprintf(asked, "exec.start", `"result":{"process_id":"$PROCESS_1"}`) +
		`1 < {"jsonrpc":"2.0","method":"exec.output","params":{"process_id":"$PROCESS_1","stream":"stdout","data":"ab"}}` + "\n" +
		`1 < {"jsonrpc":"2.0","method":"exec.exit","params":{"process_id":"$PROCESS_1","exit_code":3}}` + "\n1 .\n"
	// The lies come one a line of input; these carry several lines at once.
	note := func(notes ...string) string {
		text := honest + "\n" + `{"jsonrpc":"2.0","id":2,"result":{"process_id":"p"}}`
		for _, n := range notes {
			text += "\v" + `{"jsonrpc":"2.0","method":"` + n
		}
		return text
	}
	out := func(data string) string {
		return `exec.output","params":{"process_id":"p","stream":"stdout","data":"` + data + `"}}`
	}
	exit := func(code string) string { return `exec.exit","params":{"process_id":"p","exit_code":` + code + `}}` }
	started := note()
	plain := fmt.Sprintf(asked, "exec.start", `"result":{"process_id":"$PROCESS_1"}`) + "1 .\n"
	for _, c := range []struct{ name, script, transcript, found string }{
		{"an honest one", note(out("a"), out("b"), exit("3")), streamed, ""},
		{"another code", note(out("ab"), exit("0")), streamed, `"exit_code":0`},
		{"more output", note(out("ab"), out("c"), exit("3")), streamed, `stdout is "abc"`},
		{"output behind the exit", note(out("ab"), exit("3"), out("c")), streamed, "after its exit"},
		{"two exits", note(out("ab"), exit("3"), exit("3")), streamed, "after its exit"},
		{"no JSON", started + "\vhello", plain, "no protocol line"},
		{"two answers", honest + "\v" + started, plain, "a second answer"},
		{"one that lingers", started + "\n-lingers", plain, "did not end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := replayOf(t, c.script, c.transcript)
			if c.found == "" && got != "" || !strings.Contains(got, c.found) {
				t.Errorf("found %q", got)
			}
		})
	}
}
