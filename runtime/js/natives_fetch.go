package js

import (
	"context"
	"errors"
	"io"

	"github.com/dop251/goja"
)

func (vm *VM) fetchNatives() map[string]nativeFunc {
	return map[string]nativeFunc{"fetch": vm.startFetch}
}

var errNoFetch = errors.New("this host has no network for fetch")

// startFetch(request, pull, cancelBody) begins a request. request has method,
// url, headers ([name, value] pairs), redirect, and bytes (a body at hand, or
// null); another body pull gives chunk by chunk, null at its end. It gives
// {response, abort}: a promise of {status, statusText, headers, url, redirected,
// body: {recv, close} or null}.
func (vm *VM) startFetch(call goja.FunctionCall) goja.Value {
	r := vm.fetchRequest(call)
	asked := vm.cfg.Scope().Context()
	promise, abort := vm.AsyncCancel(vm.rt, func(ctx context.Context) func(*goja.Runtime) (goja.Value, error) {
		response, err := vm.doFetch(ctx, asked, r)
		return func(*goja.Runtime) (goja.Value, error) {
			if err != nil {
				return nil, err
			}
			return vm.fetchResponse(response), nil
		}
	})
	out := vm.rt.NewObject()
	must(out.Set("response", promise))
	vm.method(out, "abort", func(goja.FunctionCall) goja.Value { abort(); return nil })
	return out
}

// doFetch does a request until ctx ends; the body of its answer lives as long
// as the work that asked.
func (vm *VM) doFetch(ctx, asked context.Context, r *FetchRequest) (*FetchResponse, error) {
	if vm.cfg.Fetch == nil {
		return nil, errNoFetch
	}
	// ctx ends with the answer's head, but its body goes on.
	body, cancel := context.WithCancel(vm.ctx)
	stop := context.AfterFunc(ctx, cancel)
	response, err := vm.cfg.Fetch(body, r)
	stop()
	if err != nil {
		cancel()
		return nil, err
	}
	if response.Body == nil {
		cancel()
		return response, nil
	}
	release := context.AfterFunc(asked, func() {
		cancel()
		_ = response.Body.Close()
	})
	answer := *response
	answer.Body = &boundChunks{response.Body, func() { release(); cancel() }}
	return &answer, nil
}

// boundChunks ends the request when its body is closed.
type boundChunks struct {
	Chunks
	end func()
}

// Close ends the request, too.
func (b *boundChunks) Close() error {
	b.end()
	return b.Chunks.Close()
}

func (vm *VM) fetchRequest(call goja.FunctionCall) *FetchRequest {
	in := call.Argument(0).(*goja.Object)
	text := func(key string) string { return in.Get(key).String() }
	r := &FetchRequest{Method: text("method"), URL: text("url"), Redirect: text("redirect"), BodySize: -1}
	vm.rt.ForOf(in.Get("headers"), func(v goja.Value) bool {
		pair := v.(*goja.Object)
		r.Headers = append(r.Headers, [2]string{pair.Get("0").String(), pair.Get("1").String()})
		return true
	})
	if b, ok := in.Get("bytes").(*goja.Object); ok {
		data := append([]byte{}, vm.bytes(goja.FunctionCall{Arguments: []goja.Value{b}}, 0)...)
		r.Body, r.BodySize = &oneChunk{data}, int64(len(data))
	} else if _, ok := goja.AssertFunction(call.Argument(1)); ok {
		r.Body = &pulledChunks{vm: vm, pull: call.Argument(1), cancel: call.Argument(2)}
	}
	return r
}

func (vm *VM) fetchResponse(response *FetchResponse) goja.Value {
	headers := []any{}
	for _, h := range response.Headers {
		headers = append(headers, []any{h[0], h[1]})
	}
	out := FromGo(vm.rt, map[string]any{
		"status": response.Status, "statusText": response.StatusText, "headers": headers,
		"url": response.URL, "redirected": response.Redirected,
	}).(*goja.Object)
	body := goja.Null()
	if response.Body != nil {
		body = vm.chunksObject(response.Body)
	}
	must(out.Set("body", body))
	return out
}

// oneChunk is a body that is there whole.
type oneChunk struct{ data []byte }

// Recv gives the body once.
func (c *oneChunk) Recv(context.Context) ([]byte, error) {
	data := c.data
	if c.data = nil; len(data) == 0 {
		return nil, io.EOF
	}
	return data, nil
}

// Close drops what was not read.
func (c *oneChunk) Close() error { c.data = nil; return nil }
