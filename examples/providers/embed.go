// Package providers is the catalog of provider folders that travels inside
// abxgen: what `--providers ID` finds where no other place has the id.
package providers

import (
	"embed"
	"io/fs"
)

//go:embed e2b my-cloud e2b-compatible
var catalog embed.FS

// Catalog has one folder an id, each with an abx-provider.toml.
func Catalog() fs.FS { return catalog }
