package cloud

import (
	"fmt"
	"slices"
	"strings"
)

// DefaultKey is the key that a devcloud takes unless told otherwise.
const DefaultKey = "e2b_0000000000000000000000000000000000000000"

// DefaultDomain is in the answers of a devcloud unless told otherwise. Nothing
// resolves it: it is for clients that dial the data plane and keep the name.
const DefaultDomain = "devcloud.test"

// Loopback as Options.Domain is localhost with the data plane's port: a domain
// that clients reach without help where *.localhost is this machine.
const Loopback = "loopback"

// None as Options.Domain or Options.EnvdURL leaves the field out of answers.
const None = "none"

// Ways to tell a sandbox's address (Options.EnvdURL).
const (
	EnvdURLPort   = "port"   // a loopback port of its own
	EnvdURLShared = "shared" // the data plane, for clients that send E2b-Sandbox-Id
)

// When answers carry an envd token, which envd then asks for (Options.Secure).
const (
	SecureAlways = "always"
	SecureAsked  = "asked" // POST /v2/sandboxes, and POST /sandboxes with "secure": true
	SecureNever  = "never"
)

// Options of a devcloud; the zero value is what most tests want.
type Options struct {
	Listen       string   // control plane; "" a free port of 127.0.0.1
	DataListen   string   // data plane; "" likewise
	Key          string   // "" DefaultKey
	Domain       string   // "" DefaultDomain, Loopback or None
	EnvdURL      string   // "" EnvdURLPort, EnvdURLShared or None
	Secure       string   // "" SecureAlways, SecureAsked or SecureNever
	Templates    []string // the known ones; nil: every name that does not begin with "missing"
	MaxSandboxes int      // running at a time; 0: no limit
	Dir          string   // existing folder for the sandboxes; "" the system's temporary one
	Plain        bool     // commands run without namespaces (see package box)
	Path         string   // PATH of commands; "" box.DefaultPath
	Chunk        int      // most bytes in one output event; 0 as envd. 1 cuts every UTF-8 sequence

	forget bool // do not record requests
}

// check fills in defaults and refuses what is none of the choices.
func (o *Options) check() error {
	fill := func(p *string, value string) {
		if *p == "" {
			*p = value
		}
	}
	fill(&o.Listen, "127.0.0.1:0")
	fill(&o.DataListen, "127.0.0.1:0")
	fill(&o.Key, DefaultKey)
	fill(&o.Domain, DefaultDomain)
	fill(&o.EnvdURL, EnvdURLPort)
	fill(&o.Secure, SecureAlways)
	if err := choice("envd-url", o.EnvdURL, EnvdURLPort, EnvdURLShared, None); err != nil {
		return err
	}
	return choice("secure", o.Secure, SecureAlways, SecureAsked, SecureNever)
}

func choice(name, value string, choices ...string) error {
	if slices.Contains(choices, value) {
		return nil
	}
	return fmt.Errorf("--%s: %q is none of %s", name, value, strings.Join(choices, ", "))
}

func (o *Options) knows(template string) bool {
	if o.Templates == nil {
		return !strings.HasPrefix(template, "missing")
	}
	return slices.Contains(o.Templates, template)
}
