package js

import (
	"fmt"
	"math"
	"time"

	"github.com/dop251/goja"
)

var symTimer = goja.NewSymbol("timer")

func (vm *VM) installTimers() {
	vm.timers.byID = map[int64]*timer{}
	vm.timers.proto = vm.timerProto()
	vm.global("setTimeout", vm.setTimer("setTimeout", false))
	vm.global("setInterval", vm.setTimer("setInterval", true))
	vm.global("setImmediate", vm.setImmediate)
	for _, name := range []string{"clearTimeout", "clearInterval", "clearImmediate"} {
		vm.global(name, vm.clearTimer)
	}
}

func (vm *VM) setTimer(name string, repeat bool) nativeFunc {
	return func(call goja.FunctionCall) goja.Value {
		t := vm.newTimer(name, call, 2)
		t.every, t.repeat = delay(call.Argument(1)), repeat
		vm.timers.add(t)
		return t.object
	}
}

func (vm *VM) setImmediate(call goja.FunctionCall) goja.Value {
	t := vm.newTimer("setImmediate", call, 1)
	t.live = true
	vm.timers.immediates = append(vm.timers.immediates, t)
	return t.object
}

func (vm *VM) newTimer(name string, call goja.FunctionCall, fixed int) *timer {
	callback, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		panic(vm.codedTypeError("ERR_INVALID_ARG_TYPE",
			`The "callback" argument must be of type function. Received `+vm.describe(call.Argument(0))))
	}
	ts := &vm.timers
	if len(ts.byID) >= vm.cfg.MaxTimers {
		panic(vm.newError("RangeError", fmt.Sprintf("%s: more than %d timers are waiting", name, vm.cfg.MaxTimers)))
	}
	if !ts.read {
		ts.tick(vm.sinceStart())
		ts.read = true
	}
	ts.seq++
	t := &timer{id: ts.seq, scope: vm.cfg.Scope(), callback: callback, object: vm.rt.CreateObject(ts.proto)}
	if len(call.Arguments) > fixed {
		t.args = append(t.args, call.Arguments[fixed:]...)
	}
	must(t.object.DefineDataPropertySymbol(symTimer, vm.rt.ToValue(t.id), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	ts.byID[t.id] = t
	return t
}

// delay reads the milliseconds as Node.js does: what is not within 1 and
// 2^31-1 counts as 1.
func delay(v goja.Value) time.Duration {
	ms := v.ToFloat()
	if !(ms >= 1 && ms <= math.MaxInt32) {
		ms = 1
	}
	return time.Duration(ms) * time.Millisecond
}

func (vm *VM) clearTimer(call goja.FunctionCall) goja.Value {
	if t := vm.timerOf(call.Argument(0)); t != nil {
		vm.timers.remove(t)
	}
	return goja.Undefined()
}

// timerOf finds a timer by the object that setTimeout gave or by its number.
func (vm *VM) timerOf(v goja.Value) *timer {
	if o, ok := v.(*goja.Object); ok {
		id := o.GetSymbol(symTimer)
		if id == nil {
			return nil
		}
		return vm.timers.byID[id.ToInteger()]
	}
	if goja.IsNumber(v) || goja.IsString(v) {
		return vm.timers.byID[v.ToInteger()]
	}
	return nil
}

// timerProto has the methods that libraries call on what setTimeout gives; the
// loop ends by Close alone, so ref and unref change nothing.
func (vm *VM) timerProto() *goja.Object {
	p := vm.rt.NewObject()
	self := func(call goja.FunctionCall) goja.Value { return call.This }
	vm.method(p, "ref", self)
	vm.method(p, "unref", self)
	vm.method(p, "hasRef", func(goja.FunctionCall) goja.Value { return vm.rt.ToValue(true) })
	vm.method(p, "close", func(call goja.FunctionCall) goja.Value {
		return vm.clearTimer(goja.FunctionCall{Arguments: []goja.Value{call.This}})
	})
	vm.method(p, "refresh", func(call goja.FunctionCall) goja.Value {
		if t := vm.timerOf(call.This); t != nil && t.live && t.every > 0 {
			vm.timers.remove(t)
			vm.timers.byID[t.id] = t
			vm.timers.add(t)
		}
		return call.This
	})
	must(p.SetSymbol(goja.SymToPrimitive, vm.native("", func(call goja.FunctionCall) goja.Value {
		return call.This.(*goja.Object).GetSymbol(symTimer)
	})))
	return p
}
