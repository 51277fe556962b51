package server

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
)

// handle marks a JavaScript stream as one of the core's, so that one which a
// provider only hands on never enters JavaScript. Nothing of it is exported:
// JavaScript that finds it can do nothing with it.
type handle struct {
	source guest.Stream
	used   bool // JavaScript has read from it
}

var handleKey = goja.NewSymbol("stream")

// streamToJS makes an async iterable of the core's stream. It ends with the
// scope whose work opened it.
func (i *instance) streamToJS(rt *goja.Runtime, s guest.Stream, how shape) goja.Value {
	h := &handle{source: s}
	opened := work{i, i.now}.Context()
	release := context.AfterFunc(opened, func() { leave(opened, s) })
	next := i.vm.Native("next", func(goja.FunctionCall) goja.Value {
		h.used = true
		return i.next(rt, s, how)
	})
	stop := i.vm.Native("stop", func(goja.FunctionCall) goja.Value {
		release()
		s.Close()
		return nil
	})
	v, err := i.entry("makeStream", next, stop)
	if err != nil {
		panic(err)
	}
	o := v.ToObject(rt)
	if err := o.DefineDataPropertySymbol(handleKey, rt.ToValue(h), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
		panic(err)
	}
	return o
}

// tryer is a stream that can tell that it would have to wait.
type tryer interface {
	TryRecv() (v any, ok bool, err error)
}

// next gives the promise of an iterator's result; without a goroutine where a
// value is already there.
func (i *instance) next(rt *goja.Runtime, s guest.Stream, how shape) goja.Value {
	if t, ok := s.(tryer); ok {
		if v, ok, err := t.TryRecv(); ok {
			promise, resolve, reject := rt.NewPromise()
			taken, over := work{i, i.now}.Wait()
			if err != nil && taken.Err() != nil {
				err = taken.Err()
			}
			result, err := i.iteration(rt, v, err, how)
			over(err != nil)
			if err != nil {
				err = reject(i.wrapError(rt, err))
			} else {
				err = resolve(result)
			}
			if err != nil {
				panic(err)
			}
			return rt.ToValue(promise)
		}
	}
	taken := work{i, i.now}.Context()
	return i.vm.Async(rt, func(ctx context.Context) func(*goja.Runtime) (goja.Value, error) {
		defer context.AfterFunc(ctx, func() { leave(taken, s) })()
		v, err := s.Recv()
		return func(rt *goja.Runtime) (goja.Value, error) { return i.iteration(rt, v, err, how) }
	})
}

func (i *instance) iteration(rt *goja.Runtime, v any, err error, how shape) (goja.Value, error) {
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	o := rt.NewObject()
	define(o, "done", rt.ToValue(err != nil))
	define(o, "value", goja.Undefined())
	if err == nil {
		define(o, "value", i.toJS(rt, v, how))
	}
	return o, nil
}

// streamToGo makes a stream of what JavaScript can iterate asynchronously; nil
// where o is something else.
func (i *instance) streamToGo(rt *goja.Runtime, s *scope, o *goja.Object) (guest.Stream, error) {
	if v := o.GetSymbol(handleKey); v != nil {
		if h, ok := v.Export().(*handle); ok && !h.used {
			h.used = true
			return h.source, nil
		}
	}
	iterator, err := i.entry("iteratorOf", o)
	if err != nil || goja.IsUndefined(iterator) {
		return nil, err
	}
	if s == nil {
		s = newScope(wire.Main)
	}
	return newJSStream(rt, i, s, iterator)
}

// jsStream reads an iterator of JavaScript.
type jsStream struct {
	i        *instance
	scope    *scope
	iterator goja.Value
	pull     goja.Value // asks the iterator; then give is called

	// The VM's thread only.
	give     func(any, error) // nil: no next() waits
	finished bool             // the iterator has ended

	once sync.Once
	over chan struct{} // closed by Close
}

func newJSStream(rt *goja.Runtime, i *instance, scope *scope, iterator goja.Value) (*jsStream, error) {
	s := &jsStream{i: i, scope: scope, iterator: iterator, over: make(chan struct{})}
	native := func(f func(goja.Value) (any, error)) goja.Value {
		return i.vm.Native("", func(c goja.FunctionCall) goja.Value {
			if give := s.give; give != nil {
				s.give = nil
				v, err := f(c.Argument(0))
				s.finished = s.finished || err != nil
				give(v, err)
			}
			return nil
		})
	}
	fail := func(reason goja.Value) (any, error) { return nil, i.failure(rt, "a stream", reason) }
	ok := func(v goja.Value) (any, error) {
		out, err := i.toGo(rt, scope, v)
		if err != nil {
			return fail(i.thrown(rt, err))
		}
		return out, nil
	}
	end := func(goja.Value) (any, error) { return nil, io.EOF }
	var err error
	s.pull, err = i.entry("puller", iterator, native(ok), native(end), native(fail))
	return s, err
}

type received struct {
	v   any
	err error
}

// Recv asks for the next value and waits for it.
func (s *jsStream) Recv() (any, error) {
	got := make(chan received, 1)
	s.i.vm.Post(func(rt *goja.Runtime) {
		s.give = func(v any, err error) { got <- received{v, err} }
		s.i.enter(s.scope, func() { s.i.vm.Call(s.pull, goja.Undefined()) })
	})
	select {
	case r := <-got:
		return r.v, r.err
	case <-s.over:
	case <-s.i.vm.Broken():
	case <-s.i.vm.Done():
	}
	return nil, errors.New("the stream is closed")
}

// Close ends the iterator by its return(). One that waits for something gets
// that taken back first: return() of an async generator waits for its next().
func (s *jsStream) Close() error {
	s.once.Do(func() {
		close(s.over)
		s.i.vm.Post(func(*goja.Runtime) {
			if s.finished {
				return
			}
			s.finished = true
			if s.give != nil {
				s.scope.abort()
			}
			done := s.i.vm.Native("", func(goja.FunctionCall) goja.Value { return nil })
			s.i.enter(s.scope, func() { s.i.entry("stop", s.iterator, done) })
		})
	})
	return nil
}
