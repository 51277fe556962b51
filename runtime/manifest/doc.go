// Package manifest reads abx-provider.toml (spec/manifest.md) in both of its
// dialects, the authoring one of the seeds and the one of the published hosts,
// into one model, and writes the hosts' dialect.
//
// A file is accepted exactly where the published SDK (SDKVersion) accepts it,
// apart from an integer beyond 64 bits and from nesting that only the depth of
// the host's stack decides; a file in the authoring dialect where the SDK
// accepts it with the derived tables added and code.interpret left out. Unlike
// the SDK, which reports one problem and no place, Parse reports every problem
// it finds, each with its place.
package manifest
