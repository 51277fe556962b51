package server

import (
	"context"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
)

// serve answers one request of the core. It is called by the reader of the pipe.
func (i *instance) serve(r *wire.Request) {
	arg := func(n int) any {
		if n < len(r.Args) {
			return r.Args[n]
		}
		return nil
	}
	switch r.Name {
	case "call":
		class, _ := arg(0).(string)
		method, _ := arg(1).(string)
		args, _ := arg(2).([]any)
		i.run(r, class+"."+method, func(rt *goja.Runtime) (goja.Value, error) {
			return i.entry("call", rt.ToValue(class), rt.ToValue(method), i.toJS(rt, args, twins))
		})
	case "auth.headers":
		i.run(r, "auth.getHeaders", func(rt *goja.Runtime) (goja.Value, error) {
			return i.entry("authHeaders", rt.ToValue(arg(0)))
		})
	case "auth.refresh":
		i.run(r, "auth.refresh", func(rt *goja.Runtime) (goja.Value, error) {
			return i.entry("authRefresh", rt.ToValue(arg(0)))
		})
	case "close":
		i.run(r, "close", func(*goja.Runtime) (goja.Value, error) { return i.entry("close") })
	default:
		r.Fail(api.Errorf(api.CodeProvider, "the core asked for something unknown"))
	}
}

// run does the work of a request on the VM's thread, waits for what it
// returned, and answers exactly once: with the result, with what was thrown, or
// with the cancellation, which only a thread that turns can see.
func (i *instance) run(r *wire.Request, what string, work func(*goja.Runtime) (goja.Value, error)) {
	i.vm.Post(func(rt *goja.Runtime) {
		if r.Context().Err() != nil {
			r.Fail(cancelled(what))
			return
		}
		r.Begin()
		s := newScope(laneOf(r))
		answered := i.onCancel(r, s, what)
		fail := func(reason goja.Value) {
			answered()
			if i.vm.Err() == nil { // else the guest's end is the answer
				r.Fail(i.failure(rt, what, reason))
			}
		}
		i.enter(s, func() {
			v, err := work(rt)
			if err != nil {
				fail(i.thrown(rt, err))
				return
			}
			i.settle(rt, v, func(v goja.Value) {
				result, err := i.toGo(rt, s, v)
				if err != nil {
					fail(i.thrown(rt, err))
					return
				}
				answered()
				r.Reply(result)
			}, fail)
		})
	})
}

// laneOf gives the lane of a request's effects.
func laneOf(r *wire.Request) wire.Lane {
	if r.Name == "auth.headers" || r.Name == "auth.refresh" {
		return wire.Auth
	}
	return wire.Main
}

// onCancel takes the work back and answers when the core cancels the request.
// The function that it gives ends that. What asks for credentials goes on: an
// author keeps the promise of a token for every call that needs it, and one that
// failed with the first of them would fail them all.
func (i *instance) onCancel(r *wire.Request, s *scope, what string) (answered func()) {
	var done atomic.Bool
	stop := context.AfterFunc(r.Context(), func() {
		i.vm.Post(func(*goja.Runtime) {
			if !done.Load() {
				if s.lane != wire.Auth {
					s.interrupt()
				}
				r.Fail(cancelled(what))
			}
		})
	})
	return func() {
		done.Store(true)
		stop()
	}
}

func cancelled(what string) error { return api.Errorf(api.CodeProvider, "%s was cancelled", what) }

// settle calls ok or fail, once, when v, which may be a promise or anything
// with a then, has settled.
func (i *instance) settle(rt *goja.Runtime, v goja.Value, ok, fail func(goja.Value)) {
	callback := func(f func(goja.Value)) goja.Value {
		return i.vm.Native("", func(c goja.FunctionCall) goja.Value {
			f(c.Argument(0))
			return goja.Undefined()
		})
	}
	if _, err := i.entry("settle", v, callback(ok), callback(fail)); err != nil {
		fail(i.thrown(rt, err))
	}
}
