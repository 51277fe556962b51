package bundler

import "strings"

// nodeProvided are the node: modules that the runtime has (spec/kit.md). The
// bare names mean the same unless the folder has a package of that name.
var nodeProvided = []string{"crypto", "buffer", "url", "path", "util"}

// nodeBuiltin are the modules that Node.js brings, each with what a provider
// writes instead; "" where there is nothing to say but that it is not there.
var nodeBuiltin = map[string]string{
	"assert": "throw an Error", "async_hooks": "", "child_process": "", "cluster": "", "console": "use the global console",
	"constants": "", "dgram": "", "diagnostics_channel": "", "dns": "", "domain": "", "events": "use callbacks, or an npm package",
	"fs": "take what is needed from ctx.options, or import a .json or .txt file of the folder", "http": "use fetch or ctx.http",
	"http2": "use fetch or ctx.http", "https": "use fetch or ctx.http", "inspector": "", "module": "", "net": "use fetch or ctx.http",
	"os": "", "perf_hooks": "use the global performance", "process": "take settings from ctx.options", "punycode": "use the global URL",
	"querystring": "use URLSearchParams", "readline": "", "repl": "", "sqlite": "", "stream": "use ReadableStream or async iterables",
	"string_decoder": "use TextDecoder", "sys": "", "test": "", "timers": "use the global setTimeout", "tls": "use fetch or ctx.http",
	"trace_events": "", "tty": "", "v8": "", "vm": "", "wasi": "", "worker_threads": "", "zlib": "",
}

// builtin reports whether an import names a module of Node.js, and what to use
// instead of it.
func builtin(path string) (instead string, ok bool) {
	name, prefixed := strings.CutPrefix(path, "node:")
	base, _, _ := strings.Cut(name, "/")
	instead, ok = nodeBuiltin[base]
	if !ok {
		for _, p := range nodeProvided {
			ok = ok || p == base
		}
	}
	if instead == "" {
		instead = "use fetch, ctx.http and the web's globals, or node:" + strings.Join(nodeProvided, ", node:")
	}
	return instead, ok || prefixed
}
