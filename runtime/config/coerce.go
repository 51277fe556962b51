package config

import (
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

var (
	truths = []string{"true", "1", "yes", "on"}
	lies   = []string{"false", "0", "no", "off"}
)

// Coerce gives a raw value the field's type: text for string, url, path and
// csv (a list joins with commas), an upper-cased choice for enum, int64,
// float64 or bool. It reports false for what counts as unset: blank text, a
// value that does not parse, a list for anything but csv. Raw values are text
// (environment, .env), what TOML and JSON give, and Go's own numbers.
func Coerce(f api.Field, raw any) (any, bool) {
	if items, ok := list(raw); ok {
		joined := strings.Join(items, ",")
		return joined, f.Type == "csv" && joined != ""
	}
	if b, ok := raw.(bool); ok && f.Type == "bool" {
		return b, true
	}
	text, ok := plainText(raw)
	if !ok {
		return nil, false
	}
	return parse(f, text)
}

func plainText(raw any) (string, bool) {
	if raw == nil {
		return "", false
	}
	text, ok := Text(raw)
	if _, isBool := raw.(bool); isBool {
		text = strings.ToLower(text)
	}
	text = strip(text)
	return text, ok && text != ""
}

func parse(f api.Field, text string) (any, bool) {
	switch f.Type {
	case "float":
		return result(parseFloat(text))
	case "int":
		return result(parseInt(text))
	case "bool":
		low := strings.ToLower(text)
		return slices.Contains(truths, low), slices.Contains(truths, low) || slices.Contains(lies, low)
	case "enum":
		up := strings.ToUpper(text)
		if len(f.Choices) > 0 {
			return up, slices.Contains(f.Choices, up)
		}
	}
	return text, true
}

func result[T any](v T, ok bool) (any, bool) {
	if !ok {
		return nil, false
	}
	return v, true
}

func list(raw any) ([]string, bool) {
	switch raw := raw.(type) {
	case []string:
		return raw, true
	case []any:
		items := make([]string, len(raw))
		for i, item := range raw {
			items[i], _ = Text(item)
		}
		return items, true
	}
	return nil, false
}
