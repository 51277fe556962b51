package config

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// CheckGiven checks the options that a program states, typed and complete, and
// gives all that is wrong in one error: E8002 for declared ones that do not
// parse as their type (the hosts take such a value for unset; a program is
// told), and whatever Check finds. The code is that of the first; the message
// holds no value.
func CheckGiven(d *api.Descriptor, given Resolved) error {
	wrong := unparsed(d, given.Options)
	complete := Complete(d, given)
	for key := range wrong {
		complete.Options[key] = true // it is not missing
	}
	required := checkRequired(d, complete)
	found := []error{refuse(d, wrong), CheckNames(d, slices.Sorted(maps.Keys(given.Options))), required}
	if api.CodeOf(required) != api.CodeMissingCredentials {
		found = append(found, checkAnyOf(d, complete))
	}
	return together(d, found)
}

// CheckTyped gives E8002, all in one error, for given options that are declared
// but do not parse as their type. The message holds no value.
func CheckTyped(d *api.Descriptor, given map[string]any) error {
	return refuse(d, unparsed(d, given))
}

// together makes one error of several.
func together(d *api.Descriptor, found []error) error {
	var code api.Code
	var says []string
	for _, err := range found {
		var e *api.Error
		if !errors.As(err, &e) {
			continue
		}
		if code == "" {
			code = e.Code
		}
		says = append(says, e.Message)
	}
	if says == nil {
		return nil
	}
	return configError(d, code, "%s", strings.Join(says, "; "))
}

func refuse(d *api.Descriptor, wrong map[string]api.Field) error {
	if len(wrong) == 0 {
		return nil
	}
	var says []string
	for _, key := range slices.Sorted(maps.Keys(wrong)) {
		says = append(says, fmt.Sprintf("%q (%s)", key, takes(wrong[key])))
	}
	return configError(d, api.CodeConfig, "provider %q cannot take the value given for %s", d.ID, strings.Join(says, ", and "))
}

// unparsed are the fields whose given value is none of theirs.
func unparsed(d *api.Descriptor, given map[string]any) map[string]api.Field {
	wrong := map[string]api.Field{}
	for key, value := range given {
		if f, declared := d.Field(key); declared {
			if v, ok := Coerce(f, value); !ok || f.Type == "url" && !isAddress(v) {
				wrong[key] = f
			}
		}
	}
	return wrong
}

// isAddress reports whether a value of a url field names a host: the hosts take
// any text there, and its reader would fail later and say less.
func isAddress(v any) bool {
	text, _ := v.(string)
	u, err := url.Parse(text)
	return err == nil && u.Scheme != "" && u.Host != ""
}

func takes(f api.Field) string {
	if f.Type == "url" {
		return "an address with scheme and host, such as https://api.example.com"
	}
	if f.Type == "enum" && len(f.Choices) > 0 {
		return "one of " + strings.Join(f.Choices, ", ")
	}
	return "a non-blank " + f.Type
}
