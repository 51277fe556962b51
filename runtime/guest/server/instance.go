package server

import (
	"sync"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/kitsrc"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
	"github.com/abxgen/abxgen/runtime/js"
)

// bundleName is the script's name where no source map knows better.
const bundleName = "provider.js"

// instance is a VM with the kit and one provider in it.
type instance struct {
	peer  *wire.Peer
	vm    *js.VM
	probe bool
	most  int64  // bytes of what one call returns
	now   *scope // whose JavaScript runs; the VM's thread only

	// The kit's entries (kitsrc, calls.js).
	entries map[string]goja.Value
}

// kitProgram is compiled once a process: in one process guests come and go.
var kitProgram = sync.OnceValues(func() (*goja.Program, error) {
	return goja.Compile("abx:kit", string(kitsrc.Kit()), true)
})

// newInstance starts a VM and runs the kit.
func newInstance(peer *wire.Peer, boot guest.Boot) (*instance, error) {
	i := &instance{peer: peer, probe: boot.Probe, most: boot.Limits.OutputBytes, entries: map[string]goja.Value{}}
	i.vm = js.New(js.Config{
		Log: i.log, Fetch: i.fetch, WrapError: i.wrapError,
		Scope:        func() js.Scope { return work{i, i.now} },
		MaxCallStack: boot.Limits.StackDepth, MaxTimers: boot.Limits.Timers, MaxAsync: boot.Limits.Requests,
	})
	program, err := kitProgram()
	if err != nil {
		return nil, api.Errorf(api.CodeProvider, "the kit does not compile").Because(err)
	}
	err = i.vm.Do(bg, func(rt *goja.Runtime) error {
		rt.SetAsyncContextTracker(tracker{i})
		kit, err := rt.RunProgram(program)
		if err != nil {
			return err
		}
		entries, err := i.vm.Call(kit, goja.Undefined(), i.hostObject(rt))
		if err != nil {
			return err
		}
		o := entries.ToObject(rt)
		for _, key := range o.Keys() {
			i.entries[key] = o.Get(key)
		}
		return nil
	})
	if err != nil {
		return nil, api.Errorf(api.CodeProvider, "the kit does not run: %v", err)
	}
	return i, nil
}

// hostObject is what the kit sees of Go.
func (i *instance) hostObject(rt *goja.Runtime) goja.Value {
	o := rt.NewObject()
	set := func(name string, f func(goja.FunctionCall) goja.Value) {
		if err := o.Set(name, i.vm.Native(name, f)); err != nil {
			panic(err) // a fresh object takes every property
		}
	}
	set("effect", func(c goja.FunctionCall) goja.Value { return i.effect(rt, c) })
	set("log", func(c goja.FunctionCall) goja.Value { return i.logFromKit(rt, c) })
	return o
}

// start runs the bundle and answers with what buildInfra returned.
func (i *instance) start(r *wire.Request, boot guest.Boot) {
	exports, err := i.vm.RunModule(bundleName, boot.Bundle, boot.SourceMap)
	if err != nil {
		r.Fail(i.loadError(err))
		return
	}
	i.run(r, "buildInfra", func(rt *goja.Runtime) (goja.Value, error) {
		options, core := i.toJS(rt, boot.Options, verbatim), i.toJS(rt, boot.Core, verbatim)
		return i.entry("start", exports.Get("default"), options, core)
	})
}

// entry calls one of the kit's entries.
func (i *instance) entry(name string, args ...goja.Value) (goja.Value, error) {
	for n, a := range args {
		if a == nil {
			args[n] = goja.Undefined()
		}
	}
	return i.vm.Call(i.entries[name], goja.Undefined(), args...)
}

func (i *instance) pong(*goja.Runtime) { i.peer.Event("pong") }

func (i *instance) log(level, text string) { i.peer.Event("log", level, text) }

func (i *instance) logFromKit(rt *goja.Runtime, c goja.FunctionCall) goja.Value {
	var text string
	for n, part := range c.Argument(1).ToObject(rt).Keys() {
		if n > 0 {
			text += " "
		}
		text += c.Argument(1).ToObject(rt).Get(part).String()
	}
	i.log(c.Argument(0).String(), text)
	return goja.Undefined()
}
