// Package config holds what a provider's configuration is once it is found:
// typed values, the rules that turn given text into them, the checks before a
// provider is built, and the masks that keep secrets out of sight. Where the
// values come from is the business of config/layers; this room reads nothing.
//
// Source: spec/config.md, and the published resolver's behaviour that its
// differential test holds it to.
package config

// Resolved are the values of one provider, typed as Coerce types them:
// string, int64, float64 or bool.
type Resolved struct {
	// Options has an entry for each declared field with a value, defaults
	// included.
	Options map[string]any
	// Core has the inherited core keys with a value, the endpoint of a rest
	// provider, and the tuning keys (http_timeout, http2, log_level,
	// default_template) that are set or have a default.
	Core map[string]any
}

// Core keys (spec/config.md). Those of Inheritable reach a provider only where
// its manifest inherits them; the tuning keys hold no secret and reach all.
const (
	KeyAPIKey          = "sandbox_api_key"
	KeyBaseURL         = "sandbox_base_url"
	KeyDomain          = "sandbox_domain"
	KeyHTTPTimeout     = "http_timeout" // seconds, float64
	KeyHTTP2           = "http2"
	KeyLogLevel        = "log_level"
	KeyDefaultTemplate = "default_template"
)

// Inheritable are the core keys that [core] inherit may name.
func Inheritable() []string { return []string{KeyAPIKey, KeyBaseURL, KeyDomain} }

// coreKeys are the names that no field may take (spec/manifest.md).
var coreKeys = map[string]bool{
	"provider": true, KeyAPIKey: true, KeyBaseURL: true, KeyDomain: true, KeyHTTPTimeout: true, KeyHTTP2: true,
	"max_connections": true, "max_keepalive_connections": true, "keepalive_expiry": true, "ws_ping_interval": true,
	KeyLogLevel: true, KeyDefaultTemplate: true, "github_token": true, "template_index_url": true, "template_dir": true,
	"mcp_auth_token": true, "mcp_allowed_origins": true, "mcp_runtime_dir": true,
}

// IsCoreKey reports whether key is a core key's name.
func IsCoreKey(key string) bool { return coreKeys[key] }

// String gives a text value, "" where it is unset or no text.
func String(values map[string]any, key string) string {
	s, _ := values[key].(string)
	return s
}
