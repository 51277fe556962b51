package js

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"github.com/abxgen/abxgen/runtime/js/names"
)

// Exception is a failure of JavaScript for people: no control characters, and
// the place in the author's file. It is an error, and safe on any goroutine
// but for Value.
type Exception struct {
	Name    string // TypeError; "" for a thrown value that is no Error
	Message string
	Place   string // file:line:col of the author's innermost frame, "" where unknown
	Stack   string // one line a frame, the author's only
	// Value is what was thrown, for the loop's thread only; nil where JavaScript
	// threw nothing (an interrupt, a syntax error).
	Value goja.Value
}

// Error gives "TypeError: message (file:line:col)".
func (e *Exception) Error() string {
	text := e.Text()
	if e.Place != "" {
		text += " (" + e.Place + ")"
	}
	return text
}

// Text gives "TypeError: message", without the place.
func (e *Exception) Text() string {
	switch {
	case e.Name == "":
		return e.Message
	case e.Message == "":
		return e.Name
	}
	return e.Name + ": " + e.Message
}

const overflowMessage = "Maximum call stack size exceeded"

// Explain gives the name, message and place of what JavaScript failed with; nil
// for nil. A value that was thrown is looked at, so call it on the loop's
// thread, within a turn (its getters may overflow the stack, which ends the
// turn); errors of Do and RunModule are explained already. The use of a global
// that providers do not have says so.
func Explain(err error) *Exception {
	if err == nil {
		return nil
	}
	var explained *Exception
	if errors.As(err, &explained) {
		return explained
	}
	var interrupted *goja.InterruptedError
	var overflow *goja.StackOverflowError
	var thrown *goja.Exception
	switch {
	case errors.As(err, &interrupted):
		return withFrames(&Exception{Name: "Interrupted", Message: clean(fmt.Sprint(interrupted.Value()))}, interrupted.Stack())
	case errors.As(err, &overflow):
		return withFrames(&Exception{Name: "RangeError", Message: overflowMessage}, overflow.Stack())
	case errors.As(err, &thrown):
		return explainThrown(thrown)
	}
	if e := explainSyntax(err); e != nil {
		return e
	}
	return &Exception{Name: "Error", Message: clean(err.Error())}
}

func explainThrown(x *goja.Exception) *Exception {
	e := &Exception{Value: x.Value()}
	if o, ok := x.Value().(*goja.Object); ok {
		e.Name, e.Message = textOf(o, "name"), textOf(o, "message")
		if e.Name == "" && e.Message == "" {
			e.Message = safeString(o)
		}
		e.Place, e.Stack = remembered(o)
	} else {
		e.Message = safeString(x.Value())
	}
	e.Message = unavailable(e.Name, e.Message)
	return withFrames(e, x.Stack())
}

var undefinedName = regexp.MustCompile(`^([A-Za-z_$]+) is not defined$`)

// unavailable rewords a ReferenceError of a global that Node.js has.
func unavailable(name, message string) string {
	if name != "ReferenceError" {
		return message
	}
	if m := undefinedName.FindStringSubmatch(message); m != nil && names.IsAbsent(m[1]) {
		return m[1] + " is not available to providers"
	}
	return message
}

func explainSyntax(err error) *Exception {
	var list parser.ErrorList
	var compiler *goja.CompilerSyntaxError
	switch {
	case errors.As(err, &list) && len(list) > 0:
		p := list[0].Position
		return &Exception{Name: "SyntaxError", Message: clean(list[0].Message), Place: place(p.Filename, p.Line, p.Column)}
	case errors.As(err, &compiler):
		e := &Exception{Name: "SyntaxError", Message: clean(compiler.Message)}
		if compiler.File != nil {
			p := compiler.File.Position(compiler.Offset)
			e.Place = place(p.Filename, p.Line, p.Column)
		}
		return e
	}
	return nil
}

// explained makes an exception of JavaScript safe to leave the loop's thread.
func (vm *VM) explained(err error) error {
	var thrown *goja.Exception
	if errors.As(err, &thrown) || uncatchable(err) {
		return Explain(err)
	}
	return err
}
