// Package kitsrc is the kit in JavaScript: the thin classes that a provider
// builds on, whose methods ask the core for everything they do (spec/kit.md).
//
// Kit is private between this room and runtime/guest/server; kit.d.ts describes
// to authors' editors what a provider sees of it.
package kitsrc

import (
	"embed"
	"strings"
	"sync"
)

//go:embed src/*.js
var sources embed.FS

//go:embed kit.d.ts
var types string

// Types gives kit.d.ts.
func Types() string { return types }

// order is that of definition: each file uses only what stands before it.
var order = []string{
	"casing", "errors", "state", "stream", "effect", "token", "methods", "protocol",
	"classes", "overlay", "response", "http", "auth", "context", "kit", "infra", "calls",
}

// Kit gives one script that evaluates to the function (host) => the kit's
// entries for the guest's server (src/calls.js, at the end). Line N of a file
// is not line N of the script; the frames of the kit are not shown to authors.
var Kit = sync.OnceValue(func() []byte {
	var b strings.Builder
	b.WriteString("(function (host) {\n\"use strict\";\n")
	for _, name := range order {
		text, err := sources.ReadFile("src/" + name + ".js")
		if err != nil {
			panic(err) // a file of order is missing: a test reads them all
		}
		b.Write(text)
	}
	b.WriteString("return entries;\n})\n")
	return []byte(b.String())
})
