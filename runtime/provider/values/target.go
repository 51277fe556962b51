package values

import "github.com/abxgen/abxgen/runtime/api"

// FromToken gives the token manager as the guest rebuilds it.
func FromToken(t api.Target) map[string]any {
	return map[string]any{"token": t.Token, "sandbox_id": t.SandboxID, "domain": t.Domain, "envd_version": t.EnvdVersion}
}

// ToTarget reads the two arguments that lead the data plane's methods. The
// token may be a bare text; its sandbox is then unknown, and the address has
// to be given.
func ToTarget(envdURL, token any) api.Target {
	t := api.Target{EnvdURL: Text(envdURL)}
	if text, ok := token.(string); ok {
		t.Token = text
		return t
	}
	o := AsObject(token)
	t.Token, t.SandboxID = o.Text("token", "envd_access_token", "access_token"), o.Text("sandbox_id", "sandboxID")
	t.Domain, t.EnvdVersion = o.Text("domain"), o.Text("envd_version")
	return t
}
