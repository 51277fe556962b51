package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// Check says whether a provider can be built from r: E8002 for an option that
// the manifest does not declare (a core key among them), then, all of them in
// one error, required fields without a value (E1003 where the first is a
// credential, else E8002), then E1003 where no group of auth.any_of is
// complete. Messages name variables to set, never values. Call it on what
// Complete returned.
func Check(d *api.Descriptor, r Resolved) error {
	if err := CheckNames(d, slices.Sorted(maps.Keys(r.Options))); err != nil {
		return err
	}
	if err := checkRequired(d, r); err != nil {
		return err
	}
	return checkAnyOf(d, r)
}

// CheckNames gives E8002 for the options that d does not declare, with the
// nearest declared name.
func CheckNames(d *api.Descriptor, keys []string) error {
	var wrong []string
	for _, key := range keys {
		if _, ok := d.Field(key); !ok {
			wrong = append(wrong, undeclared(d, key))
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return configError(d, api.CodeConfig, "provider %q has no option %s", d.ID, strings.Join(wrong, ", nor "))
}

func undeclared(d *api.Descriptor, key string) string {
	if IsCoreKey(key) {
		return fmt.Sprintf("%q (a core key, which is no option)", key)
	}
	var known []string
	for _, f := range d.Fields {
		known = append(known, f.Key)
	}
	if near := diag.Nearest(key, known); near != "" {
		return fmt.Sprintf("%q (did you mean %q?)", key, near)
	}
	return fmt.Sprintf("%q", key)
}

func checkRequired(d *api.Descriptor, r Resolved) error {
	var missing []string
	var code api.Code
	for _, f := range d.Fields {
		if !f.Required || has(d, r, f.Key) {
			continue
		}
		missing = append(missing, fmt.Sprintf("%q (set %s)", f.Key, strings.Join(FieldEnv(d.ID, f), " or ")))
		if code == "" {
			code = missingCode(f)
		}
	}
	if missing == nil {
		return nil
	}
	return configError(d, code, "provider %q needs %s", d.ID, strings.Join(missing, ", and "))
}

func missingCode(f api.Field) api.Code {
	if f.Credential {
		return api.CodeMissingCredentials
	}
	return api.CodeConfig
}

func checkAnyOf(d *api.Descriptor, r Resolved) error {
	complete := func(group []string) bool {
		return !slices.ContainsFunc(group, func(key string) bool { return !has(d, r, key) })
	}
	if len(d.AuthAnyOf) == 0 || slices.ContainsFunc(d.AuthAnyOf, complete) {
		return nil
	}
	return configError(d, api.CodeMissingCredentials, "provider %q is missing credentials (set %s)", d.ID, anyOfNames(d))
}

func anyOfNames(d *api.Descriptor) string {
	var groups []string
	for _, group := range d.AuthAnyOf {
		var names []string
		for _, key := range group {
			names = append(names, credentialName(d, key))
		}
		groups = append(groups, strings.Join(names, " and "))
	}
	return strings.Join(groups, ", or ")
}

// credentialName is the variable to set; a core key that is not inherited is
// named with the cure, since setting its variable would change nothing.
func credentialName(d *api.Descriptor, key string) string {
	switch {
	case !slices.Contains(Inheritable(), key):
		return EnvName(d.ID, key)
	case d.Inherits(key):
		return strings.Join(CoreEnv(d.ID, key), " or ")
	}
	return key + ", which the manifest does not inherit"
}

func has(d *api.Descriptor, r Resolved, key string) bool {
	values := r.Options
	if slices.Contains(Inheritable(), key) {
		if !d.Inherits(key) {
			return false
		}
		values = r.Core
	}
	v := values[key]
	return v != nil && v != ""
}

func configError(d *api.Descriptor, code api.Code, format string, args ...any) error {
	err := api.Errorf(code, format, args...)
	err.Provider = d.ID
	return err.With(fmt.Sprintf("run `abx provider info %s` to see its options", d.ID))
}
