package guest

import "strings"

// Inexact tells why a host that talks to envd itself would not do what the
// provider does, "" where it would (spec/epp.md, "Who moves the bytes"). The
// host sends nothing but the token and Basic "user:".
func (i *Infra) Inexact() string {
	for _, class := range []string{"process", "filesystem"} {
		p := i.Protocols[class]
		if p.Plain || len(p.Overridden) > 0 {
			return "the provider changes " + class + " methods: " + strings.Join(p.Overridden, ", ")
		}
	}
	switch {
	case i.EnvdDial != nil:
		return "the provider sets envd_dial"
	case i.EnvdAuth.BasicUser != "" && i.EnvdAuth.BasicUser != "user",
		i.EnvdAuth.BasicUser == "" && i.EnvdAuth.AllowMissing:
		return "the provider's basic_user is not user"
	}
	return ""
}
