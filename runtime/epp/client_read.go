package epp

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/abxgen/abxgen/runtime/api"
)

// read hands on what the plugin says until it ends or breaks the protocol,
// which ends it.
func (c *Client) read() {
	r := NewReader(c.link.Stdout)
	var failure *api.Error
	for failure == nil {
		c.in.room()
		failure = c.line(r)
	}
	c.mu.Lock()
	c.failure = failure
	c.mu.Unlock()
	c.in.close(failure)
	close(c.gone)
}

// line takes the next line, or gives the end.
func (c *Client) line(r *Reader) *api.Error {
	line, err := r.Next()
	fields := map[string]json.RawMessage{}
	var long *TooLongError
	switch {
	case errors.As(err, &long):
		return c.violation("a line of more than 8 MiB")
	case err != nil:
		return c.ending()
	case line[0] != '{' || !utf8.Valid(line) || json.Unmarshal(line, &fields) != nil:
		return c.violation("a line that is no JSON object")
	}
	c.dispatch(fields)
	return nil
}

func (c *Client) ending() *api.Error {
	status := ""
	if ended := c.ended(); within(ended, time.Second) {
		if err := c.link.Wait(); err != nil {
			status = fmt.Sprintf(" (%s)", clean(err.Error()))
		}
	}
	return api.Errorf(api.CodeProviderProcess, "provider %q ended unexpectedly%s", c.d.ID, status).With(c.said())
}

func (c *Client) violation(what string) *api.Error {
	c.link.Kill()
	return api.Errorf(api.CodeProtocol, "provider %q sent %s", c.d.ID, what).With(c.said())
}

// maxSaid is how much of a plugin's stderr people are shown, in bytes.
const maxSaid = 500

// said gives the end of what the plugin wrote to stderr.
func (c *Client) said() string {
	if c.link.Stderr == nil {
		return ""
	}
	tail := strings.TrimSpace(c.hide.in(clean(c.link.Stderr())))
	if over := len(tail) - maxSaid; over > 0 {
		tail = strings.ToValidUTF8(tail[over:], "")
	}
	if tail == "" {
		return ""
	}
	return "it said: " + tail
}

// dispatch takes one object. What does not fit the protocol is overlooked, as
// the published hosts do.
func (c *Client) dispatch(fields map[string]json.RawMessage) {
	if fields["result"] != nil || fields["error"] != nil {
		c.answered(fields)
		return
	}
	var method string
	_ = json.Unmarshal(fields["method"], &method) // one that is no text is nobody's
	if method == "log" {
		c.logged(fields["params"])
		return
	}
	if id, chunk, ok := chunkOf(method, fields["params"]); ok {
		c.in.push(id, chunk)
	}
}

func (c *Client) logged(params json.RawMessage) {
	var p struct{ Level, Message string }
	if c.opts.Log == nil || json.Unmarshal(params, &p) != nil {
		return
	}
	c.opts.Log(p.Level, fmt.Sprintf("[%s] %s", c.d.ID, c.hide.in(clean(p.Message))))
}

func (c *Client) answered(fields map[string]json.RawMessage) {
	id, err := strconv.ParseInt(string(fields["id"]), 10, 64)
	if err != nil {
		return
	}
	m := message{Result: fields["result"]}
	if json.Unmarshal(fields["error"], &m.Error) != nil && fields["error"] != nil {
		m.Error = &rpcError{Message: "an error that does not fit the protocol"}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if reply, ok := c.pending[id]; ok {
		delete(c.pending, id)
		reply <- m
		c.in.calling(-1) // here: what comes behind the answer is not waited for
	}
}

// chunkOf gives what a notification says of a process, and of which one.
func chunkOf(method string, params json.RawMessage) (id string, c api.Chunk, ok bool) {
	var p struct {
		ProcessID pid     `json:"process_id"`
		Stream    string  `json:"stream"`
		Data      string  `json:"data"`
		DataB64   []byte  `json:"data_b64"`
		ExitCode  float64 `json:"exit_code"`
	}
	if json.Unmarshal(params, &p) != nil || p.ProcessID == "" {
		return "", c, false
	}
	switch method {
	case "exec.output":
		c.Kind, c.Data = api.ChunkStdout, []byte(p.Data)
		if p.Stream == string(api.ChunkStderr) {
			c.Kind = api.ChunkStderr
		}
	case "pty.output":
		c.Kind, c.Data = api.ChunkPTY, p.DataB64
	case "exec.exit", "pty.exit":
		c.Kind, c.ExitCode = api.ChunkExit, int(p.ExitCode)
	}
	return string(p.ProcessID), c, c.Kind != ""
}
