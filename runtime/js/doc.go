// Package js runs a provider's JavaScript: one goja runtime on a thread of its
// own with an event loop, the globals and node: modules of spec/kit.md, limits,
// and exceptions that name the author's file and line.
//
// All of goja is touched on the loop's thread only: inside Post, Do, and the
// settle function of Async. A VM whose JavaScript was interrupted, overflowed
// its stack, or hit a fault of the engine is broken for good (goja then loses
// its queue of promise jobs): Broken closes and every later Do fails. One VM is
// cheap; start another.
//
// Within one process the limits end where goja has no place to look at them: one
// huge allocation and a long native call (sort, JSON) are stopped only by ending
// the process that holds the VM. Regular expressions are matched by the package
// pattern, which looks.
//
// A guest has to stay under 10 MiB and goja takes 9.6 of them, so this package
// links neither net/http nor crypto/*: fetch is a hook, hashes are in hash.
package js
