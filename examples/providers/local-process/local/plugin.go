// Package local runs sandboxes as folders and processes of this machine: the
// api.Provider behind the plugin local-process. All that it knows is on disk,
// in the plugin's data folder, since a host starts one plugin process for each
// sandbox object and one for each call without one (spec/epp.md). Processes
// alone belong to the plugin process that started them and end with it.
package local

import (
	"context"
	"path/filepath"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/epp"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// Plugin is what the program serves; text is its manifest, which answers the
// handshake.
func Plugin(text []byte) epp.Plugin {
	m, found := manifest.Parse("abx-provider.toml", text)
	if m == nil {
		panic(found.Err()) // the manifest is part of the program
	}
	d := m.Descriptor()
	return epp.Plugin{Descriptor: d, Open: func(_ context.Context, init epp.Init) (api.Provider, error) {
		if init.DataDir == "" {
			return nil, api.Errorf(api.CodeConfig, "the host named no data folder")
		}
		path, _ := init.Config["path"].(string)
		return Open(d, filepath.Join(init.DataDir, "sandboxes"), path)
	}}
}
