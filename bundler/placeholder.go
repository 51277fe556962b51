package bundler

import (
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
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

func placeholder(f api.Field) any {
	if f.Default != nil && !f.Secret && f.Default != "" {
		return fromDefault(f)
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
	case "csv":
		return []any{"REPLACE_ME"}
	case "path":
		return "/REPLACE_ME"
	case "enum":
		if len(f.Choices) > 0 {
			return f.Choices[0]
		}
	}
	return "REPLACE_ME"
}

func fromDefault(f api.Field) any {
	switch v := f.Default.(type) {
	case int64:
		return float64(v)
	case string:
		if f.Type == "csv" {
			return list(v)
		}
	}
	return f.Default
}

func list(s string) []any {
	out := []any{}
	for _, part := range strings.Split(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
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
