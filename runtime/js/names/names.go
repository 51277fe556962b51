// Package names lists what provider code may reach: globals, node: modules, and
// the globals of Node.js that are known to be absent. It is data without a
// JavaScript engine, so that the bundler and documentation can use it.
package names

import (
	"slices"
	"strings"
)

// Globals are the names, beside those of ECMAScript itself, that exist for a
// provider (spec/kit.md).
func Globals() []string { return slices.Clone(globals) }

// NodeModules are the node: modules that a provider may import (spec/kit.md),
// without the prefix.
func NodeModules() []string { return slices.Clone(nodeModules) }

// Absent are globals of Node.js or of ECMAScript that a provider does not have;
// reaching one is reported as "X is not available to providers".
func Absent() []string { return slices.Clone(absent) }

// IsAbsent tells whether name is one of Absent.
func IsAbsent(name string) bool { return slices.Contains(absent, name) }

// IsNodeModule tells whether a provider may import name, with or without node:.
func IsNodeModule(name string) bool {
	return slices.Contains(nodeModules, strings.TrimPrefix(name, "node:"))
}

var nodeModules = []string{"buffer", "crypto", "path", "url", "util"}

var globals = []string{
	"AbortController", "AbortSignal", "Blob", "Buffer", "ByteLengthQueuingStrategy", "CountQueuingStrategy",
	"CustomEvent", "DOMException", "Event", "EventTarget", "File", "FormData", "Headers", "ReadableStream", "Request",
	"Response", "TextDecoder", "TextDecoderStream", "TextEncoder", "TextEncoderStream", "TransformStream", "URL",
	"URLSearchParams", "WritableStream", "atob", "btoa", "clearImmediate", "clearInterval", "clearTimeout", "console",
	"crypto", "fetch", "performance", "queueMicrotask", "setImmediate", "setInterval", "setTimeout", "structuredClone",
}

var absent = []string{
	"Atomics", "BroadcastChannel", "CompressionStream", "Crypto", "DecompressionStream", "FinalizationRegistry",
	"Intl", "MessageChannel", "MessagePort", "SharedArrayBuffer", "WeakRef", "WebAssembly", "WebSocket",
	"Worker", "XMLHttpRequest", "__dirname", "__filename", "document", "exports", "global", "importScripts",
	"localStorage", "location", "module", "navigator", "process", "require", "self", "sessionStorage", "window",
}
