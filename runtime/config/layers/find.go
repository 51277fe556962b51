package layers

import (
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
)

// The layers, first hit wins.
const (
	layerFlag = iota
	layerEnviron
	layerDotenv
	layerTOML
)

// key is something to find: its type, and its name in each layer.
type key struct {
	field api.Field
	given map[string]any // flags
	env   []string       // variables, the most specific first
	toml  [][]string     // paths into config.toml, the most specific first
}

type found struct {
	value any
	layer int
}

func fieldKey(d *api.Descriptor, f api.Field, flags map[string]any) key {
	k := key{field: f, given: flags, env: config.FieldEnv(d.ID, f)}
	if !f.Secret {
		k.toml = [][]string{{"providers", d.ID, f.Key}}
	}
	return k
}

var logLevels = []string{"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}

// coreKeys are the core keys that d may read: what it inherits, and the tuning
// keys that hold no secret.
func coreKeys(d *api.Descriptor, given map[string]any) []key {
	keys := []key{
		tuningKey(api.Field{Key: config.KeyHTTPTimeout, Type: "float"}, "ABX_HTTP_TIMEOUT"),
		tuningKey(api.Field{Key: config.KeyHTTP2, Type: "bool"}, "ABX_HTTP2"),
		tuningKey(api.Field{Key: config.KeyLogLevel, Type: "enum", Choices: logLevels}, "ABX_LOG_LEVEL"),
		tuningKey(api.Field{Key: config.KeyDefaultTemplate}, "ABX_DEFAULT_TEMPLATE"),
	}
	for _, name := range config.Inheritable() {
		if !d.Inherits(name) {
			continue
		}
		k := key{field: api.Field{Key: name}, given: given, env: config.CoreEnv(d.ID, name)}
		if name != config.KeyAPIKey {
			k.toml = [][]string{{"providers", d.ID, name}, {"transport", name}}
		}
		keys = append(keys, k)
	}
	return keys
}

func tuningKey(f api.Field, env string) key {
	return key{field: f, env: []string{env}, toml: [][]string{{"transport", f.Key}}}
}

// find walks the layers; a value that is blank or does not parse hides nothing.
func (l *Layers) find(k key) (found, bool) {
	if v, ok := config.Coerce(k.field, k.given[k.field.Key]); ok {
		return found{v, layerFlag}, true
	}
	if v, ok := first(k, l.sources.Environ); ok {
		return found{v, layerEnviron}, true
	}
	for _, file := range l.dotenv {
		if v, ok := first(k, file.get); ok {
			return found{v, layerDotenv}, true
		}
	}
	for _, path := range k.toml {
		if v, ok := config.Coerce(k.field, lookup(l.toml, path)); ok {
			return found{v, layerTOML}, true
		}
	}
	return found{}, false
}

func first(k key, get func(string) (string, bool)) (any, bool) {
	for _, name := range k.env {
		text, ok := get(name)
		if !ok {
			continue
		}
		if v, ok := config.Coerce(k.field, text); ok {
			return v, true
		}
	}
	return nil, false
}
