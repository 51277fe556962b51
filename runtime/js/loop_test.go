package js

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
)

func TestOrderOfTurns(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`
		setTimeout(() => { console.log("timer 2"); Promise.resolve().then(() => console.log("micro of timer 2")) }, 2);
		setTimeout(() => console.log("timer 1"), 1);
		setImmediate(() => console.log("immediate"));
		Promise.resolve().then(() => console.log("micro"));
		console.log("sync");`)
	r.wantLines("info: sync", "info: micro", "info: immediate")
	r.advance(5 * time.Millisecond)
	r.wantLines("info: timer 1", "info: timer 2", "info: micro of timer 2")
}

// TestLongTimerDoesNotDelayAShortOne: in nanoseconds some seconds are more than
// an int has on a system of 32 bits.
func TestLongTimerDoesNotDelayAShortOne(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`for (const s of [3, 7, 86400]) setTimeout(() => console.log(s), s * 1000); setTimeout(() => console.log("soon"), 1)`)
	r.advance(time.Millisecond)
	r.wantLines("info: soon")
	for _, s := range []time.Duration{3, 7, 86400} {
		r.noLine()
		r.advance(s * time.Second)
		r.wantLines(fmt.Sprintf("info: %d", s))
	}
}

// TestClockMovesBeforeTheAlarm: the time to wait is over before it is waited for.
func TestClockMovesBeforeTheAlarm(t *testing.T) {
	var c *clock
	r := newRig(t, func(cfg *Config) {
		after := cfg.After
		cfg.After = func(d time.Duration, wake func()) func() {
			c.advance(d)
			return after(d, wake)
		}
	})
	c = r.clock
	r.mustRunScript(`setTimeout(() => console.log("soon"), 5)`)
	r.wantLines("info: soon")
}

func TestIntervalRepeatsUntilCleared(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`let n = 0; const id = setInterval((a) => { console.log(a + ++n); if (n === 3) clearInterval(id) }, 10, "tick ")`)
	for _, want := range []string{"info: tick 1", "info: tick 2", "info: tick 3"} {
		r.advance(10 * time.Millisecond)
		r.wantLines(want)
	}
	r.advance(time.Second)
	r.noLine()
}

func TestClearedTimersNeverRun(t *testing.T) {
	r := newRig(t)
	r.mustRunScript(`
		const a = setTimeout(() => console.log("a"), 5), b = setTimeout(() => console.log("b"), 5).unref();
		clearTimeout(a); clearTimeout(+b); clearTimeout(undefined); clearTimeout({});
		setTimeout(() => { clearTimeout(d); console.log("c") }, 5); const d = setTimeout(() => console.log("d"), 5);
		clearImmediate(setImmediate(() => console.log("e")))`)
	r.advance(time.Second)
	r.wantLines("info: c")
	r.noLine()
}

func TestTooManyTimers(t *testing.T) {
	r := newRig(t, func(c *Config) { c.MaxTimers = 3 })
	err := r.run(`for (let i = 0; i < 4; i++) setTimeout(() => {}, 1000)`)
	if e := Explain(err); e == nil || e.Name != "RangeError" || e.Place != "test.js:1:39" {
		t.Errorf("got %+v", e)
	}
}

func TestAsyncSettlesOnLoop(t *testing.T) {
	r := newRig(t)
	release := make(chan struct{})
	err := r.Do(context.Background(), func(rt *goja.Runtime) error {
		must(rt.Set("work", r.Native("work", func(call goja.FunctionCall) goja.Value {
			fail := call.Argument(0).ToBoolean()
			return r.Async(rt, func(context.Context) func(*goja.Runtime) (goja.Value, error) {
				<-release
				return func(rt *goja.Runtime) (goja.Value, error) {
					if fail {
						return nil, errors.New("no luck")
					}
					return rt.ToValue("luck"), nil
				}
			})
		})))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	r.mustRunScript(`
		work(false).then(v => console.log(v));
		async function ask() { await work(true) }
		ask().catch(e => console.error(e.message, e.stack.split("\n")[1].trim()))`)
	close(release)
	got := map[string]bool{r.line(): true, r.line(): true}
	if !got["info: luck"] || !got["error: no luck at ask (test.js:3:36)"] {
		t.Errorf("got %v", got)
	}
}

func TestAsyncContainsPanics(t *testing.T) {
	r := newRig(t)
	must(r.Do(context.Background(), func(rt *goja.Runtime) error {
		must(rt.Set("inWork", r.Native("", func(goja.FunctionCall) goja.Value {
			return r.Async(rt, func(context.Context) func(*goja.Runtime) (goja.Value, error) { panic("boom") })
		})))
		must(rt.Set("inSettle", r.Native("", func(goja.FunctionCall) goja.Value {
			return r.Async(rt, func(context.Context) func(*goja.Runtime) (goja.Value, error) {
				return func(*goja.Runtime) (goja.Value, error) { var m map[string]int; m["x"]++; return nil, nil }
			})
		})))
		return rt.Set("noSettle", r.Native("", func(goja.FunctionCall) goja.Value {
			return r.Async(rt, func(context.Context) func(*goja.Runtime) (goja.Value, error) { return nil })
		}))
	}))
	r.mustRunScript(`inWork().catch(e => console.log(e.message))`)
	r.wantLines("info: internal fault: boom")
	r.mustRunScript(`inSettle().catch(e => console.log(e.message))`)
	r.wantLines("info: assignment to entry in nil map")
	r.mustRunScript(`noSettle().then(v => console.log(typeof v))`)
	r.wantLines("info: undefined")
}

func TestAsyncContextEndsWithVM(t *testing.T) {
	r := newRig(t)
	ended := make(chan error, 1)
	must(r.Do(context.Background(), func(rt *goja.Runtime) error {
		r.Async(rt, func(ctx context.Context) func(*goja.Runtime) (goja.Value, error) {
			<-ctx.Done()
			ended <- ctx.Err()
			return nil
		})
		return nil
	}))
	r.Close()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-r.Done()
	if err := r.run("1"); err != ErrClosed {
		t.Errorf("after Close: %v", err)
	}
}

func TestNativePanicIsException(t *testing.T) {
	r := newRig(t)
	must(r.Do(context.Background(), func(rt *goja.Runtime) error {
		must(rt.Set("broken", r.Native("broken", func(goja.FunctionCall) goja.Value { var p *rig; return rt.ToValue(p.t.Name()) })))
		return rt.Set("none", r.Native("none", func(goja.FunctionCall) goja.Value { return nil }))
	}))
	if got := r.eval(`try { broken() } catch (e) { e instanceof Error && e.message }`); !strings.Contains(got, "nil pointer") {
		t.Error(got)
	}
	r.mustRunScript(`Promise.resolve(1).then(none).then(v => console.log(String(v)))`)
	r.wantLines("info: undefined")
}

func TestDoEndsWithItsContext(t *testing.T) {
	r := newRig(t)
	busy, release := make(chan struct{}), make(chan struct{})
	r.Post(func(*goja.Runtime) { close(busy); <-release })
	<-busy
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	ran := false
	err := r.Do(ctx, func(*goja.Runtime) error { ran = true; return nil })
	close(release)
	r.noLine()
	if !errors.Is(err, context.Canceled) || ran {
		t.Errorf("err %v, ran %v", err, ran)
	}
}

// A Go function that gives nothing may stand wherever a promise calls back.
func TestNativeThatGivesNil(t *testing.T) {
	r := newRig(t)
	must(r.Do(t.Context(), func(rt *goja.Runtime) error {
		return rt.Set("nothing", r.Native("nothing", func(goja.FunctionCall) goja.Value { return nil }))
	}))
	r.mustRunScript(`Promise.resolve(1).then(nothing).then((v) => console.log(v)); Promise.reject(1).catch(nothing).finally(nothing).then((v) => console.log(v));
		[1].forEach(nothing); new Promise(nothing); (async () => console.log(await nothing()))()`)
	r.wantLines("info: undefined", "info: undefined", "info: undefined")
}
