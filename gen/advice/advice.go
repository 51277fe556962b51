// Package advice says of a provider that builds what an experienced author
// would say of it. Each finding is a warning of a rule with a name of its own,
// E8014/RULE; a rule that cannot be sure is silent.
//
// Sources: the seeds (keys, features, inherit, network), spec/kit.md (what a
// class has), spec/config.md (secrets).
package advice

import (
	"github.com/abxgen/abxgen/bundler"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// The rules. cmd/abxgen explains each.
const (
	// RuleMissingMethod: a declared feature whose method a plain object, or a
	// provider without that protocol, lacks.
	RuleMissingMethod = "E8014/missing-method"
	// RuleUndeclaredMethod: a method of the provider's own whose feature is not
	// declared, so that nobody calls it.
	RuleUndeclaredMethod = "E8014/undeclared-method"
	// RuleMissingOperation: a declared feature of which [operations] has nothing.
	RuleMissingOperation = "E8014/missing-operation"
	// RuleUndeclaredOperation: an entry of [operations] whose feature is not declared.
	RuleUndeclaredOperation = "E8014/undeclared-operation"
	// RuleNetworkEntry: an entry of [security] network that is no host.
	RuleNetworkEntry = "E8014/network-entry"
	// RuleUndeclaredHost: an address in the code that [security] does not name.
	RuleUndeclaredHost = "E8014/undeclared-host"
	// RuleUndeclaredEndpoint: [security] names neither host of the endpoint.
	RuleUndeclaredEndpoint = "E8014/undeclared-endpoint"
	// RuleUnknownOption: a template of [endpoint] derive, or the code of
	// buildInfra, that names no field.
	RuleUnknownOption = "E8014/unknown-option"
	// RuleUnusedInherit: an inherited core key that nothing reads.
	RuleUnusedInherit = "E8014/unused-inherit"
	// RuleNotSecret: a field that is named like a key and not secret.
	RuleNotSecret = "E8014/not-secret"
	// RuleCredentialDefault: a credential that everybody gets with the manifest.
	RuleCredentialDefault = "E8014/credential-default"
	// RuleRealKey: a text of the folder that looks like a key somebody uses.
	RuleRealKey = "E8014/real-key"
)

// Subject is a provider that was read and bundled.
type Subject struct {
	Dir      string // its folder
	Shown    string // how findings name the folder
	Manifest *manifest.Manifest
	Bundle   *bundler.Bundle // nil for a provider without JavaScript
}

// Of gives the warnings about a provider.
func Of(s Subject) diag.List {
	var found diag.List
	found = append(found, s.methods()...)
	found = append(found, s.operations()...)
	found = append(found, s.network()...)
	found = append(found, s.derive()...)
	found = append(found, s.asked()...)
	found = append(found, s.inherit()...)
	found = append(found, s.fields()...)
	found = append(found, s.keys()...)
	return found.Sorted()
}

func warn(rule string, pos diag.Pos, hint, msg string) diag.Diag {
	return diag.Diag{Severity: diag.Warning, Code: rule, Pos: pos, Msg: msg, Hint: hint}
}
