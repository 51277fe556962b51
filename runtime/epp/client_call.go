package epp

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// request is one call as it goes out.
type request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

func (c *Client) call(ctx context.Context, method string, params, result any) error {
	return c.callWithin(ctx, c.d.CallTimeout, method, params, result)
}

// callWithin asks once. When the caller or the time gives up, the plugin is
// told to stop the work.
func (c *Client) callWithin(ctx context.Context, limit time.Duration, method string, params, result any) error {
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	id, reply, err := c.register()
	if err != nil {
		return err
	}
	defer c.forget(id)
	begun, err := c.write(ctx, request{"2.0", id, method, params})
	if err == nil {
		select {
		case m := <-reply:
			return c.settle(m, method, result)
		case <-c.gone:
			return c.lost(reply, method, result)
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	if begun && ctx.Err() != nil && method != "initialize" {
		go c.cancel(id)
	}
	return c.unanswered(err, method)
}

func (c *Client) register() (int64, <-chan message, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failure != nil {
		return 0, nil, c.failure
	}
	c.nextID++
	reply := make(chan message, 1)
	c.pending[c.nextID] = reply
	c.in.calling(1)
	return c.nextID, reply, nil
}

func (c *Client) forget(id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, waits := c.pending[id]; waits {
		delete(c.pending, id)
		c.in.calling(-1)
	}
}

// errGone says that the plugin ended before a message could be sent.
var errGone = errors.New("the plugin is gone")

// write sends one message. A plugin that does not read holds up only those who
// write, and each only until its context ends; a line that was begun is
// finished all the same, and begun says so.
func (c *Client) write(ctx context.Context, message any) (begun bool, err error) {
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return false, ctx.Err()
	case <-c.gone:
		return false, errGone
	}
	written := make(chan error, 1)
	go func() {
		err := c.out.Write(message)
		<-c.turn
		written <- err
	}()
	select {
	case err := <-written:
		return true, err
	case <-ctx.Done():
		return true, ctx.Err()
	case <-c.gone:
		return true, errGone
	}
}

func (c *Client) cancel(id int64) {
	ctx, stop := context.WithTimeout(context.Background(), shutdownTime)
	defer stop()
	_, _ = c.write(ctx, notification{"2.0", "$/cancel", map[string]int64{"id": id}}) // one that is gone has stopped already
}

// unanswered is the answer of a call that did not go out, or that nobody waits
// for any more.
func (c *Client) unanswered(err error, method string) error {
	switch {
	case errors.Is(err, ErrLineTooLong):
		return tooLarge("the request")
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return c.gaveUp(err, method)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failure != nil {
		return c.failure
	}
	return api.Errorf(api.CodeProviderProcess, "provider %q closed its input", c.d.ID)
}

func (c *Client) gaveUp(err error, method string) error {
	if !errors.Is(err, context.DeadlineExceeded) {
		return api.Errorf(api.CodeProvider, "the call %s of provider %q was cancelled", method, c.d.ID).Because(err)
	}
	e := api.Errorf(api.CodeProviderTimeout, "provider %q did not answer %s in time", c.d.ID, method).Because(err)
	return e.With(c.said())
}

// lost is the answer of a call that the plugin's end overtook, unless its own
// came before it.
func (c *Client) lost(reply <-chan message, method string, result any) error {
	select {
	case m := <-reply:
		return c.settle(m, method, result)
	default:
		return c.unanswered(errGone, method)
	}
}

// errNoMethod is the cause of the error for a method that a plugin has not.
var errNoMethod = errors.New("method not found")

func (c *Client) settle(m message, method string, result any) error {
	if m.Error != nil {
		e := fromRPC(m.Error, c.d.ID)
		e.Message, e.Suggestion = c.hide.in(e.Message), c.hide.in(e.Suggestion)
		if m.Error.Code == codeMethodNotFound {
			return e.Because(errNoMethod)
		}
		return e
	}
	if result == nil || len(m.Result) == 0 {
		return nil
	}
	if err := json.Unmarshal(m.Result, result); err != nil {
		return api.Errorf(api.CodeProtocol, "provider %q answered %s with a result that does not fit: %s", c.d.ID, method, describe(err))
	}
	return nil
}
