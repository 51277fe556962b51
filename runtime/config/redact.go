package config

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/abxgen/abxgen/runtime/api"
)

// Mask shows a secret as **** or, longer than eight characters, as **** and
// its last four.
func Mask(value string) string {
	runes := []rune(value)
	if len(runes) <= 8 {
		return "****"
	}
	return "****" + string(runes[len(runes)-4:])
}

// Secrets lists the secret values in r: fields that are secret, and the
// sandbox's key.
func Secrets(d *api.Descriptor, r Resolved) []string {
	var out []string
	for _, f := range d.Fields {
		if text, ok := Text(r.Options[f.Key]); f.Secret && ok {
			out = append(out, text)
		}
	}
	return append(out, String(r.Core, KeyAPIKey))
}

// Redactor takes secrets out of text that people will see. It is safe for
// concurrent use.
type Redactor struct {
	mu       sync.RWMutex
	secrets  []string
	replacer *strings.Replacer
}

// shortest is the length from which a secret is taken out of texts: a shorter
// one is no key, and would tear words apart.
const shortest = 4

// NewRedactor knows some secrets; those of fewer than four characters are ignored.
func NewRedactor(secrets ...string) *Redactor {
	r := &Redactor{replacer: strings.NewReplacer()}
	r.Add(secrets...)
	return r
}

// Add makes r know further secrets, such as the token of a sandbox.
func (r *Redactor) Add(secrets ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	grown := false
	for _, s := range secrets {
		if len(strip(s)) >= shortest && !slices.Contains(r.secrets, s) {
			r.secrets, grown = append(r.secrets, s), true
		}
	}
	if grown {
		r.replacer = strings.NewReplacer(pairs(r.secrets)...)
	}
}

// Redact replaces every known secret, in the spellings that texts carry it in:
// plain, as JSON, in a URL, in base64.
func (r *Redactor) Redact(text string) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.replacer.Replace(text)
}

// pairs lists spellings, longest first: a Replacer takes the first that fits.
func pairs(secrets []string) []string {
	var all []string
	for _, s := range secrets {
		quoted, _ := json.Marshal(s)
		all = append(all, s, strings.Trim(string(quoted), `"`), url.QueryEscape(s), url.PathEscape(s), base64.StdEncoding.EncodeToString([]byte(s)))
	}
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	out := make([]string, 0, 2*len(all))
	for _, s := range unique(all) {
		out = append(out, s, "****")
	}
	return out
}
