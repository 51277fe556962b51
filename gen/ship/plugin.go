// Package ship shapes what a plugin's folder holds: the manifest in the hosts'
// dialect, executables, a README, licences. It writes nothing and runs nothing.
//
// Sources: spec/epp.md (what EPP/1 can do, what an installer takes),
// spec/manifest.md (the two dialects).
package ship

import (
	"errors"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// The data planes: who moves the bytes of files and processes.
const (
	Auto   = "auto"   // the host where that is exact, else the plugin
	Plugin = "plugin" // the plugin
	Direct = "direct" // the host; where that is not exact, a create fails
)

// DataPlanes are the words for them.
func DataPlanes() []string { return []string{Auto, Plugin, Direct} }

// environment are the variables that a plugin needs from its host besides
// those that the manifest names: proxies as net/http reads them, and a private
// certificate authority.
var environment = []string{
	"HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy", "SSL_CERT_FILE",
}

// A Shape is a provider as a plugin, before anything is linked.
type Shape struct {
	source    *manifest.Manifest
	dataPlane string
	without   []api.Feature
	// Descriptor is what the core is generated from: the shipped manifest's
	// lists, so that the handshake repeats them, and the source's kind.
	Descriptor *api.Descriptor
	// Inexact is why a host can never move the bytes itself, "" where it may.
	Inexact string
	LeftOut []LeftOut
}

// LeftOut is something that the manifest declares and the plugin cannot do.
type LeftOut struct{ What, Why string }

// New shapes a node or rest provider. infra is what the bundle's probe gave,
// nil where there is none. Each thing that is left out is a note in the list.
func New(m *manifest.Manifest, infra *guest.Infra, dataPlane string) (*Shape, diag.List) {
	s := &Shape{source: m, dataPlane: dataPlane, Inexact: inexact(m, infra)}
	found := s.leaveOut()
	if dataPlane == Direct && s.Inexact != "" {
		found.Warnf(string(api.CodeConfig), m.ID.Pos, "build it with --data-plane auto or plugin",
			"every create of this plugin will fail: --data-plane direct is not exact here, because %s", s.Inexact)
	}
	shipped, problems := manifest.Parse(manifest.FileName, s.TOML("", m.ID.Value))
	if shipped == nil {
		err := problems.Err()
		if err == nil {
			err = errors.New("it cannot be read")
		}
		found.Errorf(string(api.CodeManifest), m.ID.Pos, "", "the manifest cannot be shipped to a host: %v", err)
		return nil, found
	}
	s.Descriptor = coreDescriptor(m.Descriptor(), shipped.Descriptor())
	return s, found
}

// coreDescriptor gives the core the lists of what is shipped.
func coreDescriptor(source, shipped *api.Descriptor) *api.Descriptor {
	d := *source
	d.Features, d.Operations, d.Workflow, d.Security = shipped.Features, shipped.Operations, shipped.Workflow, shipped.Security
	return &d
}

// TOML writes the manifest for one platform ("" says none) whose core has a
// file name.
func (s *Shape) TOML(platform, core string) []byte {
	o := manifest.HostOptions{
		Command:         []string{"./" + core},
		EnvPassthrough:  environment,
		Without:         s.without,
		WithoutCommands: true,
		SpawnsProcesses: s.source.Kind.Value == api.KindNode, // its guest
	}
	if platform != "" {
		o.Platforms = []string{platform}
	}
	text, _ := s.source.HostTOML(o)
	return text
}
