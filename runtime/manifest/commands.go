package manifest

import (
	"fmt"
	"regexp"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

const (
	commandProtocol = "provider-commands/1"
	maxCommands     = 128
	maxCommandBytes = 64 * 1024
	maxCommandDepth = 16
	maxCommandID    = 80
)

var (
	reCommandID = regexp.MustCompile(`^[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*$`)
	effects     = []string{"read", "write", "delete"}
)

func (c *checker) commands() {
	if c.top.table.Get("commands") == nil {
		return
	}
	s := c.top.sub("commands", true, "")
	if s.table == nil {
		return
	}
	s.known("protocol", "entries")
	p := s.text("protocol", "")
	if p.Value != commandProtocol && (s.table.Get("protocol") == nil || !s.unreadable("protocol")) {
		s.errorf(p.Pos, `write protocol = "`+commandProtocol+`"`, "commands.protocol must be %q", commandProtocol)
	}
	v := s.table.Value("entries")
	if v == nil {
		s.errorf(s.pos, "write entries = [] or [[commands.entries]]", "commands.entries is required")
		return
	}
	if !s.is(v, "entries", toml10.Array, "an array of tables") {
		return
	}
	if len(v.Items) > maxCommands {
		s.errorf(v.Pos(), "", "commands.entries has %d entries, and at most %d are allowed", len(v.Items), maxCommands)
	}
	if len(v.Items) > 0 && c.m.Kind.Value == api.KindREST {
		s.errorf(v.Pos(), "remove them", "a provider of kind %q may not declare commands", api.KindREST)
	}
	ids := map[string]diag.Pos{}
	for i, item := range v.Items {
		c.m.Commands = append(c.m.Commands, s.entry(item, i, ids))
	}
}

func (s section) entry(v *toml10.Value, i int, ids map[string]diag.Pos) Command {
	e := section{list: s.list, name: fmt.Sprintf("commands.entries[%d]", i), pos: v.Pos()}
	if !s.is(v, fmt.Sprintf("entries[%d]", i), toml10.TableKind, "a table") {
		return Command{}
	}
	e.table = v.Table
	e.only("id", "description", "description_zh", "input_schema", "output_schema", "effect", "idempotent")
	e.bounded(v)
	out := Command{ID: e.commandID(ids)}
	if out.ID.Value != "" {
		e.name = "commands." + out.ID.Value
	}
	out.Description, _ = e.need("description", "say what the command does")
	out.DescriptionZH, _ = e.need("description_zh", "say it in Chinese")
	out.Effect = e.effect()
	out.Idempotent = e.flag("idempotent")
	out.input, out.InputSchema = e.schema("input_schema")
	out.output, out.OutputSchema = e.schema("output_schema")
	return out
}

func (s section) commandID(ids map[string]diag.Pos) Text {
	id, ok := s.need("id", `write id = "region.list"`)
	if !ok {
		return Text{}
	}
	if len(id.Value) > maxCommandID || !reCommandID.MatchString(id.Value) {
		s.errorf(id.Pos, `write one such as "region.list"`, "%q is no command id: lower-case words joined by . or -, %d characters at most", short(id.Value), maxCommandID)
		return Text{}
	}
	if pos, twice := ids[id.Value]; twice {
		s.list.Add(diag.Diag{
			Code: codeManifest, Pos: id.Pos, Msg: fmt.Sprintf("the command id %q is taken", id.Value), Hint: "choose another",
			Notes: []diag.Note{{Pos: pos, Msg: "the first one is here"}},
		})
	}
	ids[id.Value] = id.Pos
	return id
}

func (s section) effect() string {
	v := s.table.Value("effect")
	switch {
	case v == nil:
		s.errorf(s.pos, `write effect = "read", "write" or "delete"`, "%s is required", s.path("effect"))
	case v.Kind == toml10.Invalid:
	case v.Kind != toml10.String || !contains(effects, v.Str):
		s.errorf(v.Pos(), "", "%s must be \"read\", \"write\" or \"delete\"", s.path("effect"))
	default:
		return v.Str
	}
	return ""
}

// flag gives a boolean that must be there and be one.
func (s section) flag(key string) bool {
	v := s.table.Value(key)
	if v == nil {
		s.errorf(s.pos, "write "+key+" = true or false", "%s is required", s.path(key))
		return false
	}
	return s.is(v, key, toml10.Bool, "a boolean") && v.Bool
}
