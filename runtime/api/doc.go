// Package api is the leaf contract of abxgen's runtime: what a provider is,
// what it can be asked, what comes back, and how a failure looks. Generated
// packages, the engine, the plugin and programs all speak it; it imports
// nothing but the standard library.
//
// Sources: spec/kit.md (methods and shapes), spec/errors.md (codes),
// spec/manifest.md (features, operations, descriptor).
package api
