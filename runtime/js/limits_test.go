package js

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
)

func TestInterruptEndsEveryLoop(t *testing.T) {
	for name, source := range map[string]string{
		"loop":      `for (;;) {}`,
		"swallow":   `for (;;) { try { for (;;) {} } catch {} finally {} }`,
		"microtask": `const f = () => Promise.resolve().then(f); f()`,
		"async":     `(async () => { for (;;) await null })()`,
		"getter":    `const e = { get message() { for (;;) {} } }; throw e`,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, func(c *Config) { c.MaxTurn = 30 * time.Millisecond })
			if err := r.run(source); err == nil || !strings.Contains(err.Error(), "longer than 30ms") {
				t.Errorf("got %v", err)
			}
			<-r.Broken()
			if err := r.run(`1`); err == nil {
				t.Error("a broken VM ran something")
			}
		})
	}
}

func TestInterruptFromOutside(t *testing.T) {
	r := newRig(t)
	started := make(chan struct{})
	must(r.Do(context.Background(), func(rt *goja.Runtime) error {
		return rt.Set("started", r.Native("started", func(goja.FunctionCall) goja.Value { close(started); return nil }))
	}))
	reason := errors.New("the call took too long")
	go func() { <-started; r.Interrupt(reason) }()
	if err := r.run(`started(); for (;;) {}`); err == nil || !strings.Contains(err.Error(), "the call took too long") {
		t.Errorf("got %v", err)
	}
}

func TestStackOverflowBreaksVM(t *testing.T) {
	for name, source := range map[string]string{
		"plain":     "\nconst f = () => f() + 1;\nf()",
		"async":     "\nconst f = () => f() + 1;\nasync function g() { await null; f() } g()",
		"asyncSync": "\nasync function g() { await g() } g()",
		"caught":    "\nconst f = () => f() + 1; setTimeout(() => { try { f() } catch {} })",
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			err := r.run(source)
			r.advance(time.Second)
			<-r.Broken()
			if err == nil {
				err = r.Err()
			}
			if !strings.Contains(err.Error(), overflowMessage) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestDeepButBoundedRecursionWorks(t *testing.T) {
	r := newRig(t)
	if got := r.eval(`const f = n => n ? f(n - 1) + 1 : 0; f(1500)`); got != "1500" {
		t.Error(got)
	}
}

func TestEvalReadsNoFile(t *testing.T) {
	r := newRig(t)
	// goja would open the file for a source map; with the option off it is a comment.
	if got := r.eval("eval('1 + 1\\n//# sourceMappingURL=file:///etc/hostname')"); got != "2" {
		t.Error(got)
	}
}

// Whatever is thrown may have getters that end the VM when it is reported.
func TestReportsOfHostileErrors(t *testing.T) {
	for _, getter := range []string{`{ for (;;) {} }`, `{ const f = () => f() + 1; return f() }`, `{ throw this }`} {
		hostile := `const e = Object.defineProperty(new Error(), "message", { get() ` + getter + ` });`
		for _, source := range []string{`throw e`, `Promise.reject(e)`, `setTimeout(() => { throw e }, 1)`, `queueMicrotask(() => { throw e })`,
			`const t = new EventTarget(); t.addEventListener("x", () => { throw e }); t.dispatchEvent(new Event("x"))`, `console.log(e)`, `console.log({ e })`} {
			r := newRig(t, func(c *Config) { c.MaxTurn = 20 * time.Millisecond })
			_ = r.run(hostile + source)
			r.advance(time.Minute)
			r.Close()
			<-r.Done()
		}
	}
}

// Many rejections whose reasons never let themselves be looked at end all the
// same, whether they are reported in time or at the end.
func TestReportsOfManyHostileRejections(t *testing.T) {
	const source = `for (let i = 0; i < 3; i++) Promise.reject(Object.defineProperty(new Error(), "message", { get() { for (;;) {} } }))`
	for _, wait := range []time.Duration{0, time.Minute} {
		r := newRig(t)
		r.mustRunScript(source)
		r.advance(wait)
		r.Close()
		<-r.Done()
	}
}
