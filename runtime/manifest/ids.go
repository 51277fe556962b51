package manifest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// FileName is the manifest's name in a provider's folder.
const FileName = "abx-provider.toml"

// SDKVersion is the published host that manifests are held against; what it
// compares with compat.requires.sdk.
const SDKVersion = "0.4.0a6"

// Python's `$` also matches before a last line break, so the host takes an id
// or key that ends with one; Parse warns.
var (
	reID  = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*\n?$`)
	reKey = regexp.MustCompile(`^[a-z][a-z0-9_]*\n?$`)
	reEnv = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*\n?$`)
)

var (
	// A manifest may carry an id of the official catalog, a new provider may not;
	// the reserved ids and prefixes are for no other provider.
	catalogIDs       = []string{"opensandbox", "cubesandbox", "e2b", "alicloud-container"}
	reservedIDs      = []string{"alicloud-express", "default", "all", "none", "builtin", "shortcuts", "core", "transport", "providers"}
	reservedPrefixes = []string{"abx-", "alicloud-", "shortcuts"}
	hostPrefixes     = []string{"ABX_", "E2B_", "ALICLOUD_"} // of variables that are the hosts' own
	inheritable      = []string{"sandbox_api_key", "sandbox_base_url", "sandbox_domain"}
	coreKeys         = []string{
		"provider", "sandbox_api_key", "sandbox_base_url", "sandbox_domain", "http_timeout", "http2",
		"max_connections", "max_keepalive_connections", "keepalive_expiry", "ws_ping_interval", "log_level",
		"default_template", "github_token", "template_index_url", "template_dir", "mcp_auth_token",
		"mcp_allowed_origins", "mcp_runtime_dir",
	}
)

// InheritableKeys are the core keys that [core] inherit may name.
func InheritableKeys() []string { return slices.Clone(inheritable) }

// CoreKeys are the names that no field may take. Package config has them too: a
// plugin's core links no TOML, and a test there holds the two together.
func CoreKeys() []string { return slices.Clone(coreKeys) }

// CheckID says what is wrong with a provider's id, nil for a good one. The ids
// of the catalog are good.
func CheckID(id string) error {
	switch {
	case len(id) < 2 || len(id) > 40 || !reID.MatchString(id):
		return fmt.Errorf("%q is no provider id: 2 to 40 lower-case letters and digits, single hyphens between, a letter first", short(id))
	case slices.Contains(catalogIDs, id):
		return nil
	case slices.Contains(reservedIDs, id):
		return fmt.Errorf("the id %q is reserved", id)
	}
	for _, p := range reservedPrefixes {
		if strings.HasPrefix(id, p) {
			return fmt.Errorf("the id %q is reserved: it begins with %q", id, p)
		}
	}
	return nil
}

// CheckNewID is CheckID for a provider that does not exist yet: it refuses the
// catalog's ids and a line break too.
func CheckNewID(id string) error {
	if slices.Contains(catalogIDs, id) {
		return fmt.Errorf("the id %q belongs to the official catalog", id)
	}
	if strings.HasSuffix(id, "\n") {
		return fmt.Errorf("%q is no provider id: it ends with a line break", short(id))
	}
	return CheckID(id)
}

func hostVariable(name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc(hostPrefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// short keeps what a message quotes readable.
func short(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return s
}
