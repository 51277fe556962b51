package bundler

import (
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
)

// placeholders gives every declared field a value of its type, so that
// buildInfra can be asked before there is any configuration. Nothing of it is
// a key, and no address of it exists (RFC 2606).
func placeholders(fields []api.Field) map[string]any {
	values := map[string]any{}
	for _, f := range fields {
		values[f.Key] = placeholder(f)
	}
	return values
}

// placeholder has the form that a value has at run time: a default as
// runtime/config gives it, and of a csv field its text.
func placeholder(f api.Field) any {
	if f.Default != nil && !f.Secret && f.Default != "" {
		return config.Default(f)
	}
	switch f.Type {
	case "int":
		return float64(1)
	case "float":
		return 1.0
	case "bool":
		return false
	case "url":
		return "https://example.invalid"
	case "path":
		return "/REPLACE_ME"
	case "enum":
		if len(f.Choices) > 0 {
			return f.Choices[0]
		}
	}
	return "REPLACE_ME"
}

// corePlaceholders are the values of inherited core keys.
func corePlaceholders(inherit []string) map[string]any {
	all := map[string]any{
		"sandbox_api_key":  "REPLACE_ME",
		"sandbox_base_url": "https://example.invalid",
		"sandbox_domain":   "example.invalid",
	}
	values := map[string]any{}
	for _, key := range inherit {
		values[key] = all[key]
	}
	return values
}
