package contract_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/bundler"
	"github.com/abxgen/abxgen/gen/contract"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/manifest"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// example is one of examples/providers.
func example(t *testing.T, id string) contract.Subject {
	t.Helper()
	dir := filepath.Join(testenv.Root(), "examples", "providers", id)
	m, found := manifest.Load(dir)
	if m == nil {
		t.Fatal(found.Err())
	}
	s := contract.Subject{Guest: server.InProcess, Linked: api.Linked{Descriptor: m.Descriptor()}}
	if m.Entry() != "" {
		b, found := bundler.Make(t.Context(), dir, m.Entry(), bundler.Options{})
		if b == nil {
			t.Fatal(found.Err())
		}
		s.Linked.Bundle, s.Linked.SourceMap = b.JS, b.Map
	}
	return s
}

// results runs the contract and gives the results by name.
func results(t *testing.T, s contract.Subject) map[string]contract.Result {
	t.Helper()
	out := map[string]contract.Result{}
	if err := contract.Run(t.Context(), s, func(r contract.Result) { out[r.Name] = r }); err != nil {
		t.Fatal(err)
	}
	return out
}

// The SDK's suite has 18 tests; a provider that declares everything runs all
// but the one about undeclared features, and those that are ours.
func TestTheExamplesKeepTheContract(t *testing.T) {
	for id, skipped := range map[string][]string{
		"e2b":            {"undeclared_feature_fails_with_e8004"},
		"my-cloud":       {"code_interpret", "files_transfer", "pause_resume"},
		"e2b-compatible": {"code_interpret"},
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			got := results(t, example(t, id))
			if len(got) != 27 {
				t.Errorf("%d tests", len(got))
			}
			var skips []string
			for _, name := range slices.Sorted(maps.Keys(got)) {
				switch r := got[name]; {
				case r.Outcome == contract.Skip:
					skips = append(skips, name)
				case r.Outcome != contract.Pass:
					t.Errorf("%+v", r)
				}
			}
			if !slices.Equal(skips, skipped) {
				t.Errorf("skipped %v, want %v", skips, skipped)
			}
			for name, want := range map[string]string{
				"create_request": `POST /sandboxes, templateID "base"`, "auth_header": "X-API-Key", "other_backends_key_is_not_sent": "ABX_SANDBOX_API_KEY was set",
			} {
				if got[name].Reason != want {
					t.Errorf("%s shows %q", name, got[name].Reason)
				}
			}
		})
	}
}

// broken is a node provider of all features with something of its own in it.
func broken(own string) contract.Subject {
	return contract.Subject{Guest: server.InProcess, Linked: api.Linked{
		Descriptor: &api.Descriptor{
			ID: "broken", Kind: api.KindNode, Features: api.Features(), Fields: []api.Field{
				{Key: "api_key", Type: "string", Secret: true}, {Key: "base_url", Type: "url"}, {Key: "domain", Type: "string"},
			},
		},
		Bundle: []byte(fmt.Sprintf(`var __abx_provider = { default: (kit) => ({ buildInfra(ctx) {
			const { base_url, domain, api_key } = ctx.options;
			let auth = ctx.headerKeyAuth(api_key, "X-API-Key");
			const http = ctx.http({ base_url, domain, auth });
			let sandbox = new kit.SandboxProtocol(http), process = new kit.ProcessProtocol(http), files = new kit.FilesystemProtocol(http);
			let code = new kit.CodeInterpreterProtocol(http);
			const { overlay } = kit.e2b;
			const each = (s, f) => { const it = s[Symbol.asyncIterator](); return { [Symbol.asyncIterator]() { return this; },
				async next() { const r = await it.next(); return r.done ? r : { done: false, value: f(r.value) }; }, return: () => it.return() }; };
			const inner = { sandbox, process, files, code };
			%s
			return { auth, http_client: http, endpoint: { base_url, domain }, sandbox_protocol: sandbox, process_protocol: process,
				filesystem_protocol: files, code_interpreter_protocol: code };
		} }) };`, own)),
	}}
}

// Each fault is found by the test that is about it, which says what it saw.
func TestFaultsAreFound(t *testing.T) {
	for name, c := range map[string]struct{ own, test, says string }{
		"nothing":   {``, "lifecycle", ""},
		"status":    {`sandbox = overlay(sandbox, { get_info: async (id) => ({ ...await inner.sandbox.get_info(id), status: "paused" }) });`, "lifecycle", `get_info gives the status "paused"`},
		"list":      {`sandbox = overlay(sandbox, { list_v2: async () => [] });`, "lifecycle", "list does not name the sandbox"},
		"connect":   {`sandbox = overlay(sandbox, { connect: async (id) => ({ sandbox_id: id }) });`, "lifecycle", "it succeeds, and E2009 was due"},
		"kill":      {`let n = 0; sandbox = overlay(sandbox, { kill: async (id) => { if (n++) throw new Error("gone"); return inner.sandbox.kill(id); } });`, "kill_is_idempotent", "kill of a sandbox that is gone"},
		"left":      {`sandbox = overlay(sandbox, { kill: async () => {} });`, "^(exec_run|nothing_is_left_running)$", "1 sandboxes are still running"},
		"timeout":   {`sandbox = overlay(sandbox, { set_timeout: async () => { throw new kit.errors.SandboxError("no"); } });`, "set_timeout", "no"},
		"pause":     {`sandbox = overlay(sandbox, { resume: async () => {} });`, "pause_resume", "a command after resume"},
		"port":      {`sandbox = overlay(sandbox, { port_url: async () => ({ url: "ftp://x" }) });`, "ports_url", "no http address"},
		"exit code": {`process = overlay(process, { start: async (u, t, o) => each(await inner.process.start(u, t, o), (c) => c.type === "exit" ? { ...c, exit_code: 0 } : c) });`, "exec_exit_code_stderr_and_env", "exit 3: exit code 0"},
		"no exit":   {`process = overlay(process, { start: async (u, t, o) => each(await inner.process.start(u, t, o), (c) => { if (c.type === "exit") throw new Error("late"); return c; }) });`, "exec_stream_order_and_single_exit", "late"},
		"env":       {`process = overlay(process, { start: (u, t, o) => inner.process.start(u, t, { ...o, env: {}, envs: {} }) });`, "exec_exit_code_stderr_and_env", "a variable of the command"},
		"input":     {`process = overlay(process, { send_input: async () => { throw new Error("closed"); } });`, "process_stdin_and_signal", "send_input"},
		"text":      {`files = overlay(files, { read: async (u, t, o) => new TextDecoder().decode(await inner.files.read(u, t, o)), download_file: async (u, t, o) => new TextDecoder().decode(await inner.files.download_file(u, t, o)) });`, "files_binary_and_unicode", "/blob.bin holds"},
		"exists":    {`files = overlay(files, { exists: async () => true });`, "files_directory_operations", "exists /contract-dir/a.txt gives true"},
		"missing":   {`files = overlay(files, { read: async () => "" });`, "missing_file_is_a_typed_not_found", "it succeeds, and E4001 was due"},
		"untyped":   {`files = overlay(files, { read: async () => { throw new Error("what?"); } });`, "missing_file_is_a_typed_not_found", "[E8000]"},
		"watch":     {`files = overlay(files, { watch_dir: async () => ({ [Symbol.asyncIterator]() { return this; }, next: async () => ({ done: true }) }) });`, "files_watch", "no event"},
		"transfer":  {`files = overlay(files, { upload_url: async () => "/files" });`, "files_transfer", "no http address"},
		"no method": {`process = { start: (...a) => inner.process.start(...a) };`, "process_list", `has no method "list_processes"`},
		"template":  {`sandbox = overlay(sandbox, { create: async () => (await http.platformRequest("POST", "/sandboxes", { json: { templateID: "" } })).json() });`, "^(exec_run|create_request)$", "has no templateID"},
		"refused":   {`sandbox = overlay(sandbox, { create: async () => (await fetch(base_url + "/sandboxes", { method: "POST", body: '{"templateID":"base"}' })).json() });`, "^(exec_run|create_request)$", "devcloud refused the request before"},
		"address":   {`sandbox = overlay(sandbox, { list_v2: async () => (await http.platformRequest("GET", "/v2/sandboxes", { params: { key: api_key } })).json() });`, "^(lifecycle|auth_header)$", "has the key in its address"},
		"elsewhere": {`sandbox = overlay(sandbox, { create: async () => { await fetch("https://elsewhere.example.com/"); } });`, "lifecycle", `may not reach "elsewhere.example.com"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := broken(c.own)
			s.Only = matcher(c.test)
			var last contract.Result
			for _, r := range inOrder(t, s) {
				last = r
			}
			if (last.Outcome == contract.Fail) != (c.says != "") || !strings.Contains(last.Reason, c.says) {
				t.Errorf("%+v", last)
			}
		})
	}
}

func matcher(pattern string) func(string) bool {
	names := strings.Split(strings.Trim(pattern, "^()$"), "|")
	return func(name string) bool { return slices.Contains(names, name) }
}

func inOrder(t *testing.T, s contract.Subject) []contract.Result {
	t.Helper()
	var out []contract.Result
	if err := contract.Run(t.Context(), s, func(r contract.Result) { out = append(out, r) }); err != nil {
		t.Fatal(err)
	}
	return out
}

// A provider that does not come to devcloud is not tried, and its author reads
// what to do.
func TestElsewhere(t *testing.T) {
	fixed := func(s contract.Subject) contract.Subject {
		s.Linked.Bundle = []byte(strings.Replace(string(s.Linked.Bundle), "const { base_url, domain, api_key } = ctx.options;",
			`const { api_key } = ctx.options, base_url = "https://api.example.com", domain = "example.com";`, 1))
		return s
	}
	for name, c := range map[string]struct {
		s    contract.Subject
		says string
	}{
		"node": {fixed(broken("")), `it goes to https://api.example.com and not to devcloud`},
		"wrong option": {func() contract.Subject {
			s := broken("")
			s.Options = map[string]string{"bas_url": "{url}"}
			return s
		}(), `did you mean "base_url"?`},
		"missing option": {func() contract.Subject {
			s := broken("")
			s.Linked.Descriptor.Fields = append(s.Linked.Descriptor.Fields, api.Field{Key: "region", Type: "string", Required: true})
			return s
		}(), `needs "region"`},
		"exec": {contract.Subject{Linked: api.Linked{Descriptor: &api.Descriptor{
			ID: "prog", Kind: api.KindExec, Command: []string{"./prog"}, Security: api.Security{Network: []string{"api.example.com"}},
		}}}, "its program goes to api.example.com"},
	} {
		err := contract.Run(t.Context(), c.s, func(r contract.Result) { t.Errorf("%s: %+v", name, r) })
		if api.CodeOf(err) != api.CodeConfig || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "--option KEY=") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Options lead to devcloud where fields have other names, and a rest provider
// without fields is led by its [endpoint].
func TestPointing(t *testing.T) {
	node := broken("")
	node.Linked.Descriptor.Fields = []api.Field{{Key: "api_key", Type: "string", Secret: true}, {Key: "where", Type: "string"}, {Key: "suffix", Type: "string"}}
	node.Linked.Bundle = []byte(strings.Replace(string(node.Linked.Bundle), "const { base_url, domain, api_key } = ctx.options;",
		`const { where: base_url, suffix: domain, api_key } = ctx.options;`, 1))
	node.Options = map[string]string{"where": "http://{host}:{port}", "suffix": "{domain}"}
	rest := example(t, "e2b-compatible")
	d := *rest.Linked.Descriptor
	d.Fields, d.Endpoint = d.Fields[:1], &api.Endpoint{BaseURL: "https://api.example.com", Domain: "x.example.com", Scheme: "bearer"}
	rest.Linked.Descriptor = &d
	inherits := broken("")
	inherits.Linked.Descriptor.Fields, inherits.Linked.Descriptor.Inherit = nil, []string{"sandbox_api_key", "sandbox_base_url", "sandbox_domain"}
	inherits.Linked.Bundle = []byte(strings.Replace(string(inherits.Linked.Bundle), "const { base_url, domain, api_key } = ctx.options;",
		`const { sandbox_base_url: base_url, sandbox_domain: domain, sandbox_api_key: api_key } = ctx.core;`, 1))
	for name, c := range map[string]struct {
		s              contract.Subject
		header, canary string
	}{
		"options":  {node, "X-API-Key", "ABX_SANDBOX_API_KEY was set"},
		"endpoint": {rest, "Authorization: Bearer", "ABX_SANDBOX_API_KEY was set"},
		"inherits": {inherits, "X-API-Key", "the manifest inherits sandbox_api_key: it asks for that key"},
	} {
		c.s.Only = matcher("exec_run|auth_header|other_backends_key_is_not_sent")
		got := results(t, c.s)
		if len(got) != 3 || got["exec_run"].Outcome != contract.Pass || got["auth_header"].Reason != c.header || got["other_backends_key_is_not_sent"].Reason != c.canary {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// What is domain-built leads to the sandbox as well as what the cloud reports.
func TestDomainsWork(t *testing.T) {
	s := broken(`sandbox = overlay(sandbox, {
		create: async (c, o) => ({ ...await inner.sandbox.create(c, o), envd_url: undefined }),
		get_info: async (id) => ({ ...await inner.sandbox.get_info(id), envd_url: undefined }),
	});`)
	s.Only = matcher("exec_run|files_roundtrip")
	all := results(t, s)
	if len(all) != 2 {
		t.Errorf("%d tests ran, not the two that were chosen", len(all))
	}
	for name, r := range all {
		if r.Outcome != contract.Pass {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// The names are those of the SDK's suite.
func TestTheSuiteIsTheSDKs(t *testing.T) {
	python := testenv.Python(t, testenv.SDK)
	files, err := filepath.Glob(filepath.Join(filepath.Dir(python), "..", "lib", "python3*", "site-packages", "agent_sandbox", "providers", "testing.py"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var ours []string
	s := broken("")
	s.Linked.Descriptor.Features = nil // every test is skipped, or about the manifest
	for _, r := range inOrder(t, s) {
		ours = append(ours, r.Name)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "    def test_"); ok {
			name, _, _ = strings.Cut(name, "(")
			n++
			if !slices.Contains(ours, name) {
				t.Errorf("the SDK tests %s, and nothing here does", name)
			}
		}
	}
	if n != 18 {
		t.Errorf("the SDK has %d tests", n)
	}
}

// A run that is interrupted ends, and says nothing of what it did not try.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_ = contract.Run(ctx, broken(""), func(contract.Result) { n++; cancel() })
	if n != 1 {
		t.Errorf("%d results", n)
	}
}

// A test that is broken off has not failed.
func TestInterruptedInATest(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := broken("")
	s.Only = func(name string) bool { // asked when its turn has come
		if name == "set_timeout" {
			cancel()
		}
		return name == "set_timeout"
	}
	if err := contract.Run(ctx, s, func(r contract.Result) { t.Error(r) }); err != nil {
		t.Error(err)
	}
}

// A result is told to machines in one form.
func TestJSON(t *testing.T) {
	got, err := json.Marshal(contract.Result{Name: "lifecycle", Outcome: contract.Fail, Reason: "why", Context: []string{"log info: x"}})
	if want := `{"name":"lifecycle","outcome":"fail","reason":"why","context":["log info: x"]}`; err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}
