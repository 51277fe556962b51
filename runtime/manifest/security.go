package manifest

import (
	"strings"

	"github.com/abxgen/abxgen/runtime/diag"
)

var scopes = []string{"data_dir", "cwd", "home", "any"}

func (c *checker) security() {
	s := c.top.sub("security", false, "")
	s.known("network", "filesystem", "env_passthrough", "spawns_processes")
	c.m.Network = s.texts("network")
	c.m.Filesystem = s.texts("filesystem")
	for _, t := range c.m.Filesystem {
		if !contains(scopes, t.Value) {
			hint := diag.DidYouMean(t.Value, scopes)
			if hint == "" {
				hint = "write " + strings.Join(scopes, ", ")
			}
			s.errorf(t.Pos, hint, "unknown scope %q in security.filesystem", short(t.Value))
		}
	}
	c.m.EnvPassthrough = s.texts("env_passthrough")
	for _, t := range c.m.EnvPassthrough {
		s.passthrough(t)
	}
	c.m.SpawnsProcesses = s.truth("spawns_processes")
}

func (s section) passthrough(t Text) {
	switch {
	case hostVariable(t.Value):
		s.errorf(t.Pos, "variables of the hosts are never passed on", "security.env_passthrough may not name %q", short(t.Value))
	case !reEnv.MatchString(t.Value):
		s.errorf(t.Pos, "write the name of a variable: letters, digits and _", "security.env_passthrough may not name %q", short(t.Value))
	case strings.HasSuffix(t.Value, "\n"):
		s.warnf(t.Pos, "remove it", "a name in security.env_passthrough ends with a line break")
	}
}

func (c *checker) core() {
	s := c.top.sub("core", false, "")
	s.known("inherit")
	c.m.Inherit = s.texts("inherit")
	for _, t := range c.m.Inherit {
		if !contains(inheritable, t.Value) {
			hint := diag.DidYouMean(t.Value, inheritable)
			if hint == "" {
				hint = "only " + strings.Join(inheritable, ", ") + " may be inherited"
			}
			s.errorf(t.Pos, hint, "core.inherit may not hold %q", short(t.Value))
		}
	}
}
