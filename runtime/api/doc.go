// Package api is the leaf contract of abxgen's runtime: what a provider is,
// what it can be asked, what comes back, and how a failure looks. Generated
// packages, the engine, the plugin and programs all speak it; it imports
// nothing but the standard library.
//
// Programs meet it through a package that abxgen generated for a provider:
// requests and results (CreateRequest, StartRequest, SandboxInfo, FileInfo),
// Feature constants, Secret, and errors.
//
// # Errors
//
// Every failure is, or wraps, an *Error with one of the codes of E1000 to
// E8030. Kinds are told apart by errors.Is:
//
//	errors.Is(err, api.ErrFeatureNotSupported)      // E8004, before any I/O
//	errors.Is(err, api.ErrNotFound)                 // a template, sandbox, file, provider or other thing
//	errors.Is(err, fs.ErrNotExist)                  // a file
//	errors.Is(err, context.Canceled)                // the caller's own context
//	errors.Is(err, &api.Error{Code: api.CodeQuotaExceeded})
//
// errors.As gives the Error with its Suggestion, Provider and Feature. Messages
// are fit to be shown: they hold no key and no control character.
//
// # Providers
//
// A Descriptor is what a manifest says, Linked a provider as part of a program,
// and Provider an opened one, called by sandbox id: the low level under package
// sandbox, which most programs want instead.
//
// Sources: spec/kit.md (methods and shapes), spec/errors.md (codes),
// spec/manifest.md (features, operations, descriptor).
package api
