package config

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

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
	mu       sync.Mutex
	fixed    []string // of the configuration: for ever
	recent   []string // keys that come and go, the latest last
	held     map[string]holding
	sweepAt  int               // how many are held when the ended ones are looked for
	replacer *strings.Replacer // nil: to be made from the secrets
	now      func() time.Time
}

// holding is what is secret of one sandbox.
type holding struct {
	secrets []string
	end     time.Time // of its life, as far as is known; zero: not known
}

const (
	// shortest is the length from which a secret is taken out of texts: a shorter
	// one is no key, and would tear words apart.
	shortest = 4
	// maxRecent is how many keys that come and go are remembered.
	maxRecent = 256
	// maxTokens is how many tokens of one sandbox are.
	maxTokens = 16
	// leastSweep is how many sandboxes' tokens may be held before those that have
	// ended are looked for; afterlife is how long such a one is still held.
	leastSweep = 256
	afterlife  = time.Hour
)

// NewRedactor knows some secrets; those of fewer than four characters are ignored.
func NewRedactor(secrets ...string) *Redactor {
	r := &Redactor{held: map[string]holding{}, sweepAt: leastSweep, now: time.Now}
	r.Add(secrets...)
	return r
}

// Add makes r know further secrets for ever.
func (r *Redactor) Add(secrets ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fixed = r.latest(r.fixed, secrets, 0)
}

// Note makes r know keys that others may follow, such as the headers of one
// request; it forgets the one that was noted longest ago where they are many.
func (r *Redactor) Note(secrets ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.recent = r.latest(r.recent, secrets, maxRecent)
}

// Hold makes r know a sandbox's tokens until it has ended: until Forget, or for
// an hour after end, the latest that was told. A zero end is not known.
func (r *Redactor) Hold(sandbox string, end time.Time, tokens ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.held[sandbox]
	if !h.end.IsZero() && end.Before(h.end) && !end.IsZero() {
		end = h.end
	}
	h.end, h.secrets = end, r.latest(h.secrets, tokens, maxTokens)
	if len(h.secrets) == 0 {
		return
	}
	r.held[sandbox] = h
	if len(r.held) >= r.sweepAt {
		r.sweep()
	}
}

// Forget drops the tokens of a sandbox that has ended.
func (r *Redactor) Forget(sandbox string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.held, sandbox)
	r.replacer = nil
}

func (r *Redactor) sweep() {
	now := r.now()
	maps.DeleteFunc(r.held, func(_ string, h holding) bool { return !h.end.IsZero() && now.After(h.end.Add(afterlife)) })
	r.sweepAt = max(leastSweep, 2*len(r.held))
	r.replacer = nil
}

// latest gives a list with further secrets at its end, each once, cut to the
// last most; 0 is no limit.
func (r *Redactor) latest(list, secrets []string, most int) []string {
	for _, s := range secrets {
		if len(strip(s)) < shortest {
			continue
		}
		if i := slices.Index(list, s); i >= 0 {
			list = slices.Delete(list, i, i+1)
		} else {
			r.replacer = nil
		}
		list = append(list, s)
	}
	if n := len(list) - most; most > 0 && n > 0 {
		list = slices.Delete(list, 0, n)
	}
	return list
}

// Redact replaces every known secret, in the spellings that texts carry it in:
// plain, as JSON, in a URL, in base64.
func (r *Redactor) Redact(text string) string {
	r.mu.Lock()
	if r.replacer == nil {
		all := slices.Concat(r.fixed, r.recent)
		for _, h := range r.held {
			all = append(all, h.secrets...)
		}
		r.replacer = strings.NewReplacer(pairs(all)...)
	}
	replacer := r.replacer
	r.mu.Unlock()
	return replacer.Replace(text)
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
