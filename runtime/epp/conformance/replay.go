package conformance

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"
)

// replay is one transcript at work.
type replay struct {
	t         testing.TB
	command   []string
	o         Options
	data      string
	processes map[string]*process
	names     map[string]json.RawMessage // what a name stands for
	methods   map[string]string          // of what was sent, by process and id
	output    map[string]string          // that has to have come so far, by process_id and stream
	ownWords  map[string]bool            // recorded process_ids whose stderr is the backend's own
}

func (r *replay) process(n string) *process {
	p, ok := r.processes[n]
	if !ok {
		p = r.start()
		r.processes[n] = p
	}
	return p
}

func (r *replay) step(s step) {
	r.t.Helper()
	p := r.process(s.process)
	switch s.mark {
	case ">":
		p.send(r.t, r.line(s))
	case "<":
		r.came(p, s)
	case "?":
		id, text, _ := strings.Cut(s.text, " ")
		key := r.text(id) + " pty"
		p.await(r.t, "the terminal's "+text, func() bool { return strings.Contains(p.output[key], text) })
	case ".":
		_ = p.link.Stdin.Close() // as the host does after shutdown
		r.gone(p, s)
	}
}

var name = regexp.MustCompile(`"\$[A-Z]+_\d+"`)

// line gives what is sent: the recorded line with the values of this run, or a
// text that is no JSON as it stands.
func (r *replay) line(s step) string {
	if text, raw := strings.CutPrefix(s.text, "raw "); raw {
		var line string
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			r.t.Fatalf("line %d: %v", s.line, err)
		}
		return line
	}
	var m struct {
		ID     json.RawMessage
		Method string
	}
	if json.Unmarshal([]byte(s.text), &m) == nil {
		r.methods[s.process+" "+string(m.ID)] = m.Method
		if m.Method == "initialize" {
			line, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": m.ID, "method": m.Method, "params": r.o.initialize(r.data)})
			return string(line)
		}
	}
	return name.ReplaceAllStringFunc(s.text, func(n string) string {
		value, ok := r.names[n]
		if !ok {
			r.t.Fatalf("line %d: nothing said what %s is", s.line, n)
		}
		return string(value)
	})
}

// text gives the text that a name stands for.
func (r *replay) text(name string) string {
	var text string
	if json.Unmarshal(r.names[`"`+name+`"`], &text) != nil {
		r.t.Fatalf("%s stands for no text", name)
	}
	return text
}

// came waits for what came in the recording, and compares it.
func (r *replay) came(p *process, s step) {
	r.t.Helper()
	var want message
	if err := json.Unmarshal([]byte(s.text), &want); err != nil {
		r.t.Fatalf("line %d: %v", s.line, err)
	}
	switch want.Method {
	case "":
		got := p.answer(r.t, string(want.ID))
		r.compare(s, r.methods[s.process+" "+string(want.ID)], want, got)
	case "exec.output":
		// Another run may cut the output elsewhere: what has to have come is the text.
		if want.Params.Stream == "stderr" && r.ownWords[want.Params.ProcessID] {
			return
		}
		r.outputs(p, r.text(want.Params.ProcessID)+" "+want.Params.Stream, want.Params.Data)
	case "exec.exit", "pty.exit":
		r.exited(p, s, want)
	}
}

// exited waits for a process's exit; by then all of its output has come.
func (r *replay) exited(p *process, s step, want message) {
	r.t.Helper()
	id := r.text(want.Params.ProcessID)
	var got message
	p.await(r.t, "the exit of line "+number(s.line), func() (ok bool) { got, ok = p.exits[id]; return ok })
	a, b := want.Params.ExitCode, got.Params.ExitCode
	if want.Method != got.Method || a != nil && (b == nil || *a != *b) {
		r.t.Errorf("line %d: %s", s.line, got.raw)
	}
	if want.Method == "exec.exit" && !r.ownWords[want.Params.ProcessID] {
		r.allOutput(p, s, id)
	}
}

// outputs waits until the recorded text has come, in its place.
func (r *replay) outputs(p *process, key, text string) {
	r.t.Helper()
	want := r.output[key] + text
	r.output[key] = want
	p.await(r.t, "the output "+text, func() bool { return strings.HasPrefix(p.output[key], want) })
}

// allOutput checks that no more came than was recorded.
func (r *replay) allOutput(p *process, s step, id string) {
	r.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, stream := range []string{"stdout", "stderr"} {
		if got, want := p.output[id+" "+stream], r.output[id+" "+stream]; got != want {
			r.t.Errorf("line %d: %s is %.300q, not %.300q", s.line, stream, got, want)
		}
	}
}

// endTime is the longest that a plugin may take to end.
const endTime = 3 * time.Second

// gone checks that a process ends in time, with status 0.
func (r *replay) gone(p *process, s step) {
	r.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- p.link.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			r.t.Errorf("line %d: %v\n%s", s.line, err, p.link.Stderr())
		}
	case <-time.After(endTime):
		r.t.Errorf("line %d: the plugin did not end in %v", s.line, endTime)
		p.link.Kill()
	}
	<-p.read
}

// end checks what no transcript says: nothing on stderr that looks like a
// fault.
func (r *replay) end() {
	r.t.Helper()
	for _, p := range r.processes {
		if text := p.link.Stderr(); strings.Contains(text, "goroutine ") || strings.Contains(text, "panic") {
			r.t.Errorf("stderr: %s", text)
		}
	}
}
