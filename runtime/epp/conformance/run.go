package conformance

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/epp"
)

// Options say which plugin is tried and what its host would give it.
type Options struct {
	Descriptor *api.Descriptor // of the manifest that it ships with
	Config     map[string]any  // option values, as initialize brings them
	Core       map[string]any  // beside http_timeout
	// Env stands for the host's environment; the plugin gets what
	// epp.ScrubbedEnv leaves of it.
	Env []string
}

// Run tries the plugin that command starts (its first word an absolute path)
// with every transcript whose features it declares, and with each method of
// those that it does not.
func Run(t *testing.T, command []string, o Options) {
	t.Helper()
	all, err := transcripts()
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		undeclared := func(f api.Feature) bool { return !o.Descriptor.Supports(f) }
		if slices.ContainsFunc(one.needs, undeclared) {
			continue // gates asks for what is not declared
		}
		t.Run(one.name, func(t *testing.T) { one.replay(t, command, o) })
	}
	t.Run("undeclared", func(t *testing.T) { gates(t, command, o) })
}

func (one transcript) replay(t testing.TB, command []string, o Options) {
	r := newReplay(t, command, o)
	r.ownWords = one.ownWords()
	for _, s := range one.steps {
		r.step(s)
	}
	r.end()
}

// initialize gives the params that the host of a test sends.
func (o Options) initialize(dataDir string) map[string]any {
	core := map[string]any{"http_timeout": 30.0}
	for k, v := range o.Core {
		core[k] = v
	}
	config := o.Config
	if config == nil {
		config = map[string]any{}
	}
	return map[string]any{
		"protocol": "epp/1", "host": map[string]string{"name": "agent-sandbox", "version": "0.4.0a6"},
		"provider_id": o.Descriptor.ID, "config": config, "core": core, "locale": "en", "data_dir": dataDir,
	}
}

// methods are those of the features that a plugin may leave out.
var methods = map[api.Feature][]string{
	api.FeatureSandboxLifecycle: {"sandbox.create", "sandbox.connect", "sandbox.get", "sandbox.list", "sandbox.kill"},
	api.FeatureSandboxTimeout:   {"sandbox.set_timeout"},
	api.FeatureSandboxPause:     {"sandbox.pause", "sandbox.resume"},
	api.FeatureProcessManage:    {"process.list", "process.stdin", "process.signal"},
	api.FeaturePTY:              {"pty.open", "pty.write", "pty.resize", "pty.close"},
	api.FeatureFilesRW:          {"files.stat", "files.list", "files.read", "files.write", "files.mkdir", "files.remove", "files.move"},
	api.FeaturePortsURL:         {"ports.url"},
}

// gates calls what the plugin does not declare: -32003, naming the feature.
func gates(t testing.TB, command []string, o Options) {
	r := newReplay(t, command, o)
	p := r.process("1")
	p.send(t, request(1, "initialize", o.initialize(r.data)))
	p.answer(t, "1")
	id := 1
	for _, f := range api.Features() {
		if o.Descriptor.Supports(f) {
			continue
		}
		for _, m := range methods[f] {
			id++
			p.send(t, request(id, m, map[string]any{"sandbox_id": "none"}))
			got := p.answer(t, number(id))
			if e := got.Error; e == nil || e.Code != -32003 || e.Data.Details.Feature != string(f) {
				t.Errorf("%s, undeclared: %s", m, got.raw)
			}
		}
	}
	r.end()
}

func request(id int, method string, params any) string {
	line, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	return string(line)
}

func number(n int) string {
	text, _ := json.Marshal(n)
	return string(text)
}

func newReplay(t testing.TB, command []string, o Options) *replay {
	t.Helper()
	if !filepath.IsAbs(command[0]) {
		t.Fatalf("%s is no absolute path", command[0])
	}
	return &replay{
		t: t, command: command, o: o, data: t.TempDir(), processes: map[string]*process{},
		names: map[string]json.RawMessage{}, methods: map[string]string{}, output: map[string]string{},
	}
}

// start starts one more plugin process, as a host does.
func (r *replay) start() *process {
	r.t.Helper()
	env := epp.ScrubbedEnv(r.o.Env, r.o.Descriptor.Security.EnvPassthrough, r.data)
	link, err := epp.Spawn(r.t.Context(), r.command, r.data, env)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { link.Kill(); _ = link.Wait() }) // one that ended says so here, too
	return newProcess(r.t, link)
}
