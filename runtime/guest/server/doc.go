// Package server is the guest's end of the pipe: it runs the provider's
// JavaScript and binds the kit (kitsrc) to calls of the core.
//
// Threads: the reader of the pipe never waits, so a guest whose JavaScript
// spins still sees the end of its input and ends; everything of JavaScript
// happens on the VM's own thread.
package server

import (
	"io"

	"github.com/abxgen/abxgen/runtime/guest"
)

// Config is what a guest's main adds to Serve.
type Config struct {
	// Confine gives up what the guest never needs, before any JavaScript runs,
	// and tells what holds. Nil: nothing is given up.
	Confine func(guest.Limits) guest.Confinement
}

// Serve is the guest's whole life: it reads a Boot and answers calls until the
// input ends (nil), the core breaks the protocol, or JavaScript breaks the VM.
// It returns at once then, even where JavaScript is in a call that nothing can
// interrupt; the process has to end with it.
func Serve(r io.Reader, w io.Writer) error { return Config{}.Serve(r, w) }
