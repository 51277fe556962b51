package epp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// minSecret is the shortest value that is looked for in texts, in bytes, as in
// the hosts: a shorter one would stand in every word.
const minSecret = 4

// secrets are the values that no text for people may show.
type secrets []string

// secretsOf gives the values of secret fields and the inherited key.
func secretsOf(d *api.Descriptor, init Init) secrets {
	var all secrets
	add := func(v any) {
		if s, ok := v.(string); ok && len(s) >= minSecret {
			all = append(all, s)
		}
	}
	for _, f := range d.Fields {
		if v, ok := init.Config[f.Key]; ok && f.Secret {
			add(fmt.Sprint(v))
		}
	}
	add(init.Core["sandbox_api_key"])
	// A longer one first: it may hold a shorter one.
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return all
}

// in gives text with **** in the secrets' places.
func (s secrets) in(text string) string {
	for _, secret := range s {
		text = strings.ReplaceAll(text, secret, "****")
	}
	return text
}
