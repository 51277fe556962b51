package manifest

import (
	"path"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

var protocols = map[string]string{api.KindExec: "epp/1", api.KindREST: "e2b-rest/1", api.KindNode: "node/1"}

func (c *checker) runtime() {
	s := c.top.sub("runtime", true, `write [runtime] with kind = "node", "rest" or "exec"`)
	s.known("kind", "command", "entry", "startup_timeout_ms", "call_timeout_ms", "platforms")
	c.kind(s)
	switch c.m.Kind.Value {
	case api.KindExec:
		c.command(s)
		s.unused("entry", api.KindNode)
	case api.KindNode:
		c.entry(s)
		s.unused("command", api.KindExec)
	case api.KindREST:
		s.unused("entry", api.KindNode)
		s.unused("command", api.KindExec)
	}
	c.m.StartupTimeout = s.millis("startup_timeout_ms", 10_000)
	c.m.CallTimeout = s.millis("call_timeout_ms", 60_000)
	c.m.Platforms = s.texts("platforms")
}

func (c *checker) kind(s section) {
	const hint = `write kind = "node", "rest" or "exec"`
	kind, ok := s.need("kind", hint)
	switch {
	case !ok:
	case kind.Value == "python":
		s.errorf(kind.Pos, `write kind = "node" (an ES module that the host loads) or "exec" (a process that speaks EPP/1)`,
			`runtime.kind "python" is no longer supported`)
	case protocols[kind.Value] == "":
		s.errorf(kind.Pos, hint, "runtime.kind %q is not known", short(kind.Value))
	default:
		c.m.Kind = kind
	}
}

// unused warns about a key that is read for another kind only.
func (s section) unused(key, kind string) {
	if e := s.table.Get(key); e != nil {
		s.warnf(e.Pos(), "remove it", "%s is read only for kind = %q", s.path(key), kind)
	}
}

func (c *checker) command(s section) {
	const hint = `write command = ["./server"] or ["node", "./provider.mjs"]`
	v := s.table.Value("command")
	if v == nil {
		s.errorf(s.pos, hint, "runtime.command is required for kind = %q", api.KindExec)
		return
	}
	c.m.Command = s.textsOf(v, "command")
	if v.Kind == toml10.Array && len(v.Items) == 0 {
		s.errorf(v.Pos(), hint, "runtime.command must not be empty")
	}
	for _, arg := range c.m.Command {
		if arg.Value == "" || strings.Contains(arg.Value, "\x00") {
			s.errorf(arg.Pos, "", "an element of runtime.command is empty or holds a NUL")
		}
	}
	if len(c.m.Command) > 0 {
		s.executable(c.m.Command[0])
	}
}

func (s section) executable(exe Text) {
	for _, ending := range []string{".bat", ".cmd", ".ps1"} {
		if strings.HasSuffix(strings.ToLower(exe.Value), ending) {
			s.errorf(exe.Pos, "name an .exe, or an interpreter and a script", "runtime.command may not start a %s file, which needs a shell", ending)
		}
	}
	for _, prefix := range []string{"./", "../", `.\`, `..\`} {
		if strings.HasPrefix(exe.Value, prefix) && leaves(exe.Value) {
			s.errorf(exe.Pos, "move the executable into the provider's folder", "the executable of runtime.command lies outside the provider's folder")
			return
		}
	}
}

func (c *checker) entry(s section) {
	const hint = `write entry = "provider.mjs"`
	if s.table.Value("entry") == nil {
		s.errorf(s.pos, hint, "runtime.entry is required for kind = %q", api.KindNode)
		return
	}
	e := s.text("entry", "")
	switch {
	case s.unreadable("entry"):
		return
	case strings.Contains(e.Value, "\x00"), strings.HasPrefix(e.Value, "/"), strings.HasPrefix(e.Value, `\`),
		!strings.HasSuffix(e.Value, ".mjs") && !strings.HasSuffix(e.Value, ".js"):
		s.errorf(e.Pos, hint, "runtime.entry must be a relative path of an .mjs or .js file")
	case leaves(e.Value):
		s.errorf(e.Pos, "move the file into the provider's folder", "runtime.entry lies outside the provider's folder")
	}
	c.m.EntryFile = Text{normal(e.Value), e.Pos}
}

func normal(p string) string { return path.Clean(strings.ReplaceAll(p, `\`, "/")) }

// leaves reports whether a relative path ends above where it starts.
func leaves(p string) bool {
	n := normal(p)
	return n == ".." || strings.HasPrefix(n, "../")
}

// millis gives a time in milliseconds, 100 to 3,600,000.
func (s section) millis(key string, fallback int64) time.Duration {
	v := s.table.Value(key)
	if v == nil || v.Kind == toml10.Invalid {
		return time.Duration(fallback) * time.Millisecond
	}
	if v.Kind != toml10.Integer || v.Int < 100 || v.Int > 3_600_000 {
		s.errorf(v.Pos(), "", "%s must be an integer of milliseconds, 100 to 3600000", s.path(key))
	}
	return time.Duration(v.Int) * time.Millisecond
}
