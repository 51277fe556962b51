// Package e2b speaks to E2B-shaped backends: their control plane, envd (the
// daemon inside a sandbox: processes, files) and their code interpreter. It is
// the only place that knows this wire and it knows no JavaScript.
//
// Rules that hold everywhere here:
//
//   - What changes something is sent once. A create whose answer was lost is
//     never sent again, neither here nor by net/http (once.go); reads may be
//     repeated (retry.go).
//   - A stream that the server cut is an error, never a short success.
//   - Every failure is an *api.Error whose text holds no key, no address of a
//     sandbox and no control character (text.go).
//   - Streams are pulled: nothing is read from the network ahead of Recv.
//
// Sources: spec/e2b-wire.md, spec/errors.md, spec/kit.md.
package e2b
