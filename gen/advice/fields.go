package advice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// inherit warns of core keys that are asked of the user for nothing. What an
// exec provider's program reads nobody sees.
func (s Subject) inherit() diag.List {
	var found diag.List
	for _, key := range s.Manifest.Inherit {
		unused := false
		switch s.Manifest.Kind.Value {
		case api.KindNode:
			unused = s.Bundle != nil && !s.Bundle.Says.Core && !s.Bundle.Says.Names[key.Value]
		case api.KindREST: // the addresses are always used; the key where api_key may be missing
			unused = key.Value == "sandbox_api_key" && s.anotherKey()
		}
		if unused {
			found.Add(warn(RuleUnusedInherit, key.Pos, "remove it: the user is asked for it, and it is another backend's",
				fmt.Sprintf("%q is inherited, and nothing reads it", key.Value)))
		}
	}
	return found
}

// anotherKey reports whether auth.any_of always demands a key that is the
// provider's own.
func (s Subject) anotherKey() bool {
	for _, group := range s.Manifest.AnyOf {
		if !slices.Contains(manifest.Values(group), "api_key") {
			return false
		}
	}
	return len(s.Manifest.AnyOf) > 0
}

func (s Subject) fields() diag.List {
	var found diag.List
	for _, f := range s.Manifest.Fields {
		named := f.Type == "string" && namedLikeKey(f.Key)
		if named && !f.Secret {
			found.Add(warn(RuleNotSecret, f.Pos, "write secret = true",
				fmt.Sprintf("the field %q is named like a key and is not secret: hosts print it and read it from config.toml", f.Key)))
		}
		if (f.Credential || named) && f.Default != nil {
			found.Add(warn(RuleCredentialDefault, f.DefaultPos(), "remove it",
				fmt.Sprintf("the field %q is a credential with a default: whoever has the manifest has it", f.Key)))
		}
	}
	return found
}

// keyWords end the names of secrets; before "key" stands what kind of key.
var (
	keyWords = []string{"token", "secret", "password", "passwd", "passphrase", "apikey", "credential", "credentials"}
	keyKinds = []string{"api", "access", "secret", "private", "auth", "account", "signing", "master", "service", "encryption"}
)

// namedLikeKey reports a name such as api_key, session_token or password, and
// none such as access_key_id, token_url, public_key or sort_key.
func namedLikeKey(name string) bool {
	words := strings.Split(name, "_")
	last := words[len(words)-1]
	if last == "key" {
		return len(words) == 1 || slices.Contains(keyKinds, words[len(words)-2])
	}
	return slices.Contains(keyWords, last)
}
