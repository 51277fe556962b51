package manifest

import (
	"strings"

	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest/internal/pep440"
	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

func (c *checker) provider() {
	s := c.top.sub("provider", true, "write [provider] with id and version")
	s.known("id", "version", "name", "name_zh", "description", "license", "homepage")
	c.id(s)
	v, ok := s.need("version", `write version = "0.1.0"`)
	c.m.Version = v
	if ok {
		if _, err := pep440.Parse(v.Value); err != nil {
			s.errorf(v.Pos, `write a version such as "0.1.0" or "1.0a2"`, "provider.version: %q is no version by PEP 440", short(v.Value))
		}
	}
	c.m.Name = s.text("name", c.m.ID.Value)
	if c.m.Name.Value == "" {
		c.m.Name.Value = c.m.ID.Value
	}
	c.m.NameZH = s.text("name_zh", "")
	c.m.Description = s.text("description", "")
	c.m.License = s.text("license", "")
	c.m.Homepage = s.text("homepage", "")
}

func (c *checker) id(s section) {
	var ok bool
	c.m.ID, ok = s.need("id", `write id = "my-cloud"`)
	if !ok {
		return
	}
	if err := CheckID(c.m.ID.Value); err != nil {
		s.errorf(c.m.ID.Pos, "choose another id", "provider.id: %s", err)
	} else if strings.HasSuffix(c.m.ID.Value, "\n") {
		s.warnf(c.m.ID.Pos, "remove it", "provider.id ends with a line break, which the hosts take for part of the id")
	}
}

// compat comes after runtime: the protocol depends on the kind.
func (c *checker) compat() {
	s := c.top.sub("compat", false, "")
	s.known("protocol", "requires")
	wanted := protocols[c.m.Kind.Value]
	c.m.Protocol = wanted
	if p := s.text("protocol", wanted); wanted != "" && p.Value != wanted && !s.unreadable("protocol") {
		s.list.Errorf(codeVersion, p.Pos, `write protocol = "`+wanted+`"`,
			"no host supports protocol %q for a provider of kind %q", short(p.Value), c.m.Kind.Value)
	}
	c.requires(s.sub("requires", false, ""))
}

// unreadable reports a value that text has already reported.
func (s section) unreadable(key string) bool {
	v := s.table.Value(key)
	return v != nil && v.Kind != toml10.String
}

func (c *checker) requires(s section) {
	s.known("sdk", "cli")
	if s.table == nil {
		return
	}
	for _, e := range s.table.Entries {
		spec := s.text(e.Key, "")
		if s.unreadable(e.Key) {
			continue
		}
		// The hosts try every list against version 0 when they read the file.
		if _, err := Satisfies("0", spec.Value); err != nil {
			s.errorf(spec.Pos, `write comparators, such as ">=0.3,<1"`, "%s: %s", short(s.path(e.Key)), short(err.Error()))
			continue
		}
		c.m.Requires = append(c.m.Requires, Requirement{Text{e.Key, e.Pos()}, spec})
		if ok, err := Satisfies(SDKVersion, spec.Value); e.Key == "sdk" && (!ok || err != nil) {
			s.list.Add(diag.Diag{
				Severity: diag.Warning, Code: codeVersion, Pos: spec.Pos,
				Msg:  "the published SDK " + SDKVersion + " does not meet " + s.path(e.Key) + " and would refuse to load the provider",
				Hint: "a pre-release is below its release: 0.4.0a6 is below 0.4",
			})
		}
	}
}
