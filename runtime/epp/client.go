package epp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// Link is a started plugin as its host sees it.
type Link struct {
	Stdout io.Reader
	Stdin  io.WriteCloser
	// Kill ends the plugin and what it started; Wait returns once it is gone.
	Kill func()
	Wait func() error
	// Stderr gives the last of what it wrote there.
	Stderr func() string
}

// ClientOptions bound and watch a Client.
type ClientOptions struct {
	Descriptor *api.Descriptor // its timeouts are the calls'
	Log        func(level, message string)
}

// Client is the host's side of one plugin process: an api.Provider whose
// methods are EPP calls. It does not gate: the descriptor's features are its
// caller's to check.
type Client struct {
	link Link
	opts ClientOptions
	out  *Writer

	mu      sync.Mutex
	nextID  int64
	pending map[int64]chan message
	notes   map[string]*queue // by process_id, early ones too
	failure error
	gone    chan struct{} // closed when stdout ended
}

// NewClient reads what the plugin of link says. Call Initialize next.
func NewClient(link Link, opts ClientOptions) *Client {
	c := &Client{
		link: link, opts: opts, out: NewWriter(link.Stdin),
		pending: map[int64]chan message{}, notes: map[string]*queue{}, gone: make(chan struct{}),
	}
	go c.read()
	return c
}

// Initialize shakes hands. The plugin's lists have to be the descriptor's
// (E8013); a plugin that does not answer in time is E8022.
func (c *Client) Initialize(ctx context.Context, init Init) error {
	init.Protocol, init.ProviderID, init.Locale = "epp/1", c.opts.Descriptor.ID, "en"
	var got handshake
	if err := c.callWithin(ctx, c.opts.Descriptor.StartupTimeout, "initialize", init, &got); err != nil {
		return err
	}
	want := handshakeOf(c.opts.Descriptor)
	want.Plugin, want.Features = got.Plugin, got.Features
	a, _ := json.Marshal(want)
	b, _ := json.Marshal(got)
	if string(a) != string(b) {
		return api.Errorf(api.CodeVersion, "provider %q answers another contract than its manifest states", c.opts.Descriptor.ID)
	}
	return nil
}

// Close asks the plugin to end, gives it 3 s, and ends it.
func (c *Client) Close() error {
	_ = c.callWithin(context.Background(), 2*time.Second, "shutdown", struct{}{}, nil)
	_ = c.link.Stdin.Close()
	select {
	case <-c.gone:
	case <-time.After(3 * time.Second):
	}
	c.link.Kill()
	_ = c.link.Wait()
	return nil
}

func (c *Client) call(ctx context.Context, method string, params, result any) error {
	return c.callWithin(ctx, c.opts.Descriptor.CallTimeout, method, params, result)
}

// callWithin asks once. When the caller or the time gives up, the plugin is
// told to stop the work.
func (c *Client) callWithin(ctx context.Context, limit time.Duration, method string, params, result any) error {
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	id, reply, err := c.send(method, params)
	if err != nil {
		return err
	}
	select {
	case m := <-reply:
		return c.settle(m, method, result)
	case <-c.gone:
		return c.lost()
	case <-ctx.Done():
		c.forget(id)
		_ = c.out.Write(notification{"2.0", "$/cancel", map[string]int64{"id": id}})
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return api.Errorf(api.CodeProviderTimeout, "provider %q did not answer %s in time", c.opts.Descriptor.ID, method)
		}
		return ctx.Err()
	}
}

func (c *Client) send(method string, params any) (int64, <-chan message, error) {
	c.mu.Lock()
	if c.failure != nil {
		defer c.mu.Unlock()
		return 0, nil, c.failure
	}
	c.nextID++
	id, reply := c.nextID, make(chan message, 1)
	c.pending[id] = reply
	c.mu.Unlock()
	err := c.out.Write(struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int64  `json:"id"`
		Method  string `json:"method"`
		Params  any    `json:"params"`
	}{"2.0", id, method, params})
	if errors.Is(err, ErrLineTooLong) {
		c.forget(id)
		return 0, nil, tooLarge("the request")
	}
	if err != nil {
		c.forget(id)
		return 0, nil, c.lost()
	}
	return id, reply, nil
}

func (c *Client) settle(m message, method string, result any) error {
	if m.Error != nil {
		if m.Error.Code == codeMethodNotFound {
			return api.Errorf(api.CodeProtocol, "provider %q has no method %s", c.opts.Descriptor.ID, method)
		}
		return fromRPC(m.Error, c.opts.Descriptor.ID)
	}
	if result == nil || len(m.Result) == 0 {
		return nil
	}
	if err := json.Unmarshal(m.Result, result); err != nil {
		return api.Errorf(api.CodeProtocol, "provider %q answered %s with a result that does not fit: %s", c.opts.Descriptor.ID, method, describe(err))
	}
	return nil
}

func (c *Client) forget(id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pending, id)
}

// lost is the answer of calls that the plugin's end overtook.
func (c *Client) lost() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failure != nil {
		return c.failure
	}
	return api.Errorf(api.CodeProviderProcess, "provider %q closed its input", c.opts.Descriptor.ID)
}

// read hands on what the plugin says until it ends or breaks the protocol,
// which ends it.
func (c *Client) read() {
	r := NewReader(c.link.Stdout)
	var failure error
	for failure == nil {
		line, err := r.Next()
		if err != nil {
			failure = c.ending(err)
			break
		}
		var m message
		if json.Unmarshal(line, &m) != nil {
			failure = c.violation("a line that is no JSON object")
			break
		}
		c.dispatch(m)
	}
	c.mu.Lock()
	c.failure = failure
	for _, q := range c.notes {
		q.close(failure)
	}
	c.mu.Unlock()
	close(c.gone)
}

func (c *Client) ending(err error) error {
	var long *TooLongError
	if errors.As(err, &long) {
		return c.violation("a line of more than 8 MiB")
	}
	e := api.Errorf(api.CodeProviderProcess, "provider %q ended unexpectedly", c.opts.Descriptor.ID)
	if c.link.Stderr != nil {
		if tail := clean(c.link.Stderr()); tail != "" {
			e.Suggestion = "it said: " + tail[max(0, len(tail)-500):]
		}
	}
	return e
}

func (c *Client) violation(what string) error {
	c.link.Kill()
	return api.Errorf(api.CodeProtocol, "provider %q sent %s", c.opts.Descriptor.ID, what)
}

func (c *Client) dispatch(m message) {
	if m.Method == "" {
		c.answered(m)
		return
	}
	var p struct {
		ProcessID pid    `json:"process_id"`
		Level     string `json:"level"`
		Message   string `json:"message"`
	}
	_ = json.Unmarshal(m.Params, &p)
	switch {
	case m.Method == "log" && c.opts.Log != nil:
		c.opts.Log(p.Level, fmt.Sprintf("[%s] %s", c.opts.Descriptor.ID, clean(p.Message)))
	case p.ProcessID != "":
		c.queue(string(p.ProcessID)).push(m)
	}
}

func (c *Client) answered(m message) {
	id, err := strconv.ParseInt(string(m.ID), 10, 64)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if reply, ok := c.pending[id]; ok {
		delete(c.pending, id)
		reply <- m
	}
}

func (c *Client) queue(processID string) *queue {
	c.mu.Lock()
	defer c.mu.Unlock()
	q, ok := c.notes[processID]
	if !ok {
		q = newQueue()
		if c.failure != nil {
			q.close(c.failure)
		}
		c.notes[processID] = q
	}
	return q
}

func (c *Client) drop(processID string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.notes, processID)
}
