package server

import (
	"context"
	"errors"
	"strings"

	"github.com/dop251/goja"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/js"
)

// maxMessage bounds a provider's message, in bytes.
const maxMessage = 2000

// wrapError makes what an error of the core is thrown as in JavaScript.
func (i *instance) wrapError(rt *goja.Runtime, err error) goja.Value {
	var e *api.Error
	switch {
	case errors.As(err, &e):
	case errors.Is(err, context.Canceled):
		e = api.Errorf(api.CodeProvider, "the call was cancelled")
	default:
		e = api.Errorf(api.CodeProvider, "%s", err.Error())
	}
	text := rt.ToValue
	v, err := i.entry("makeError", text(string(e.Code)), text(e.Message), text(e.Suggestion), text(e.Provider), text(string(e.Feature)))
	if err != nil {
		return nil
	}
	return v
}

// thrown gives the value behind an error of the VM.
func (i *instance) thrown(rt *goja.Runtime, err error) goja.Value {
	var exception *goja.Exception
	var explained *js.Exception
	switch {
	case errors.As(err, &exception):
		return exception.Value()
	case errors.As(err, &explained) && explained.Value != nil:
		return explained.Value
	}
	if v := i.wrapError(rt, err); v != nil {
		return v
	}
	return rt.ToValue(err.Error())
}

// failure makes an error of what a provider threw: its code where it or one of
// its causes has one, else E8000. The author's place goes to the log, and beside
// the message, never into it. The VM's thread only.
func (i *instance) failure(rt *goja.Runtime, what string, reason goja.Value) error {
	x := js.Explain(rt.Try(func() { panic(reason) }))
	e := &api.Error{Code: api.CodeProvider, Message: message(x, reason)}
	coded := i.describe(rt, reason, e)
	level := "warn"
	if coded {
		level = "debug"
		e.Message = clip(x.Message)
	}
	i.log(level, what+" failed: "+x.Error())
	if x.Place != "" {
		e.Cause = guest.Thrown{Place: x.Place}
	}
	return e
}

func message(x *js.Exception, reason goja.Value) string {
	if _, ok := reason.(*goja.Object); !ok {
		return clip("the provider threw " + x.Text())
	}
	return clip(x.Text())
}

func clip(s string) string {
	if len(s) > maxMessage {
		s = strings.ToValidUTF8(s[:maxMessage], "") + "…"
	}
	return s
}

// describe reads code and suggestion off an error of kit.errors, or off its
// cause. A value that throws when it is looked at has none.
func (i *instance) describe(rt *goja.Runtime, reason goja.Value, e *api.Error) (coded bool) {
	v, err := i.entry("describeError", reason)
	if err != nil {
		return false
	}
	out, err := js.ToGo(rt, v)
	m, _ := out.(map[string]any)
	if err != nil || m["code"] == nil {
		return false
	}
	text := func(key string) string { s, _ := m[key].(string); return clip(s) }
	e.Code, e.Suggestion = api.Code(text("code")), text("suggestion")
	e.Provider, e.Feature = text("provider"), api.Feature(text("feature"))
	return true
}

// loadError is the failure of the bundle itself.
func (i *instance) loadError(err error) error {
	x := js.Explain(err)
	i.log("warn", "the provider's module failed: "+x.Error())
	e := api.Errorf(api.CodeProvider, "%s", clip(x.Text()))
	if x.Place != "" {
		e.Cause = guest.Thrown{Place: x.Place}
	}
	return e
}
