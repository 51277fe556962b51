package conformance

import (
	"bytes"
	"encoding/json"
	"io"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/abxgen/abxgen/runtime/epp"
)

// patience bounds the wait for anything that has to come.
const patience = 30 * time.Second

// message is a line of a plugin.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  note            `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *failure        `json:"error"`

	raw []byte
}

type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    struct {
		SDKCode    string `json:"sdk_code"`
		Suggestion string `json:"suggestion"`
		Details    struct {
			Feature string `json:"feature"`
		} `json:"details"`
	} `json:"data"`
}

// note are a notification's params.
type note struct {
	ProcessID string `json:"process_id"`
	Stream    string `json:"stream"`
	Data      string `json:"data"`
	DataB64   []byte `json:"data_b64"`
	ExitCode  *int   `json:"exit_code"`
}

// process is one plugin process and what it said.
type process struct {
	link epp.Link
	read chan struct{} // closed when all that it said was read

	mu      sync.Mutex
	changed chan struct{} // closed at the next line, and then another
	answers map[string]message
	output  map[string]string // process_id and stream to text
	exits   map[string]message
	ended   bool
}

func newProcess(t testing.TB, link epp.Link) *process {
	p := &process{
		link: link, read: make(chan struct{}), changed: make(chan struct{}),
		answers: map[string]message{}, output: map[string]string{}, exits: map[string]message{},
	}
	go func() { defer close(p.read); p.listen(t) }()
	t.Cleanup(func() { link.Kill(); <-p.read })
	return p
}

// listen checks every line: JSON-RPC, within the limit, one answer a request, and
// nothing of a process behind its exit.
func (p *process) listen(t testing.TB) {
	r := epp.NewReader(p.link.Stdout)
	for {
		line, err := r.Next()
		if err != nil {
			if err != io.EOF {
				t.Errorf("the plugin's stdout: %v", err)
			}
			break
		}
		var m message
		if json.Unmarshal(line, &m) != nil || line[0] != '{' || m.JSONRPC != "2.0" || !utf8.Valid(line) {
			t.Errorf("no protocol line: %.300s", line)
			continue
		}
		m.raw = bytes.Clone(line)
		p.take(t, m)
	}
	p.mu.Lock()
	p.ended = true
	close(p.changed)
	p.changed = make(chan struct{})
	p.mu.Unlock()
}

func (p *process) take(t testing.TB, m message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch _, over := p.exits[m.Params.ProcessID]; {
	case m.Method == "":
		if _, twice := p.answers[string(m.ID)]; twice && string(m.ID) != "null" {
			t.Errorf("a second answer: %s", m.raw)
		}
		p.answers[string(m.ID)] = m
	case m.Method == "log":
	case over:
		t.Errorf("after its exit: %s", m.raw)
	case m.Method == "exec.output":
		p.output[m.Params.ProcessID+" "+m.Params.Stream] += m.Params.Data
	case m.Method == "pty.output":
		p.output[m.Params.ProcessID+" pty"] += string(m.Params.DataB64)
	case m.Method == "exec.exit", m.Method == "pty.exit":
		p.exits[m.Params.ProcessID] = m
	default:
		t.Errorf("an unknown notification: %s", m.raw)
	}
	close(p.changed)
	p.changed = make(chan struct{})
}

func (p *process) send(t testing.TB, line string) {
	t.Helper()
	if _, err := io.WriteString(p.link.Stdin, line+"\n"); err != nil {
		t.Fatalf("the plugin does not read: %v\n%s", err, p.link.Stderr())
	}
}

// await waits until look, which is called locked, finds what it looks for.
func (p *process) await(t testing.TB, what string, look func() bool) {
	t.Helper()
	limit := time.After(patience)
	for {
		p.mu.Lock()
		found, ended, changed := look(), p.ended, p.changed
		p.mu.Unlock()
		switch {
		case found:
			return
		case ended:
			t.Fatalf("the plugin ended before %s\n%s", what, p.link.Stderr())
		}
		select {
		case <-changed:
		case <-limit:
			t.Fatalf("%s did not come", what)
		}
	}
}

func (p *process) answer(t testing.TB, id string) (m message) {
	t.Helper()
	p.await(t, "the answer to "+id, func() (ok bool) {
		if m, ok = p.answers[id]; ok && id == "null" {
			delete(p.answers, id) // there may be more to come
		}
		return ok
	})
	return m
}
