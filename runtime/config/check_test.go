package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

var cloud = &api.Descriptor{
	ID: "my-cloud",
	Fields: []api.Field{
		{Key: "api_key", Type: "string", Secret: true, Credential: true, Env: []string{"MY_KEY"}},
		{Key: "region", Type: "string", Required: true},
		{Key: "cpus", Type: "int", Required: true, Default: int64(2)},
		{Key: "token", Type: "string", Credential: true, Required: true},
	},
	Inherit:   []string{KeyAPIKey},
	AuthAnyOf: [][]string{{"api_key"}, {KeyAPIKey}},
}

func TestCheck(t *testing.T) {
	all := map[string]any{"api_key": "k", "region": "eu", "cpus": "3", "token": "t"}
	for name, c := range map[string]struct {
		change func(options, core map[string]any)
		code   api.Code
		want   []string
	}{
		"complete":          {func(o, _ map[string]any) {}, "", nil},
		"undeclared":        {func(o, _ map[string]any) { o["regoin"] = "eu" }, api.CodeConfig, []string{`"regoin"`, `did you mean "region"`}},
		"core key":          {func(o, _ map[string]any) { o[KeyAPIKey] = "k" }, api.CodeConfig, []string{KeyAPIKey, "core key"}},
		"required":          {func(o, _ map[string]any) { delete(o, "region") }, api.CodeConfig, []string{"region", "ABX_MY_CLOUD_REGION"}},
		"credential":        {func(o, _ map[string]any) { delete(o, "token") }, api.CodeMissingCredentials, []string{"ABX_MY_CLOUD_TOKEN"}},
		"both at once":      {func(o, _ map[string]any) { delete(o, "token"); delete(o, "region") }, api.CodeConfig, []string{"ABX_MY_CLOUD_TOKEN", "ABX_MY_CLOUD_REGION"}},
		"blank is unset":    {func(o, _ map[string]any) { o["region"] = "  " }, api.CodeConfig, []string{"ABX_MY_CLOUD_REGION"}},
		"unparsed default":  {func(o, _ map[string]any) { o["cpus"] = "many" }, "", nil},
		"no credentials":    {func(o, _ map[string]any) { delete(o, "api_key") }, api.CodeMissingCredentials, []string{"ABX_MY_CLOUD_API_KEY", "ABX_SANDBOX_API_KEY"}},
		"inherited instead": {func(o, c map[string]any) { delete(o, "api_key"); c[KeyAPIKey] = "k" }, "", nil},
	} {
		options, core := merge(all, nil), map[string]any{}
		c.change(options, core)
		checkError(t, name, Check(cloud, Complete(cloud, Resolved{Options: options, Core: core})), c.code, c.want)
	}
}

func checkError(t *testing.T, name string, err error, code api.Code, want []string) {
	t.Helper()
	var e *api.Error
	if code == "" {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return
	}
	if !errors.As(err, &e) || e.Code != code || e.Suggestion == "" {
		t.Errorf("%s: %v, want %s", name, err, code)
		return
	}
	for _, w := range want {
		if !strings.Contains(e.Message, w) {
			t.Errorf("%s: %q lacks %q", name, e.Message, w)
		}
	}
}

func TestCoreKeysThatAreNotInheritedAreDropped(t *testing.T) {
	d := &api.Descriptor{ID: "p1", AuthAnyOf: [][]string{{KeyAPIKey}}}
	r := Complete(d, Resolved{Core: map[string]any{KeyAPIKey: "canary", KeyHTTPTimeout: 5.0}})
	if _, ok := r.Core[KeyAPIKey]; ok || r.Core[KeyHTTPTimeout] != 5.0 {
		t.Errorf("%v", r.Core)
	}
	checkError(t, "any_of", Check(d, r), api.CodeMissingCredentials, nil)
}

func TestDerive(t *testing.T) {
	d := &api.Descriptor{ID: "p1", Fields: []api.Field{{Key: "region", Type: "string", Default: "eu"}}, Endpoint: &api.Endpoint{
		BaseURL: "https://api.example.com", Domain: "example.com",
		Derive: map[string]string{KeyBaseURL: "https://{region}.example.com", KeyDomain: "{{x}}.{region}.example.com"},
	}}
	for name, c := range map[string]struct {
		given   Resolved
		inherit []string
		base    string
		domain  string
	}{
		"a default derives nothing": {Resolved{}, nil, "https://api.example.com", "example.com"},
		"a value does":              {Resolved{Options: map[string]any{"region": "us"}}, nil, "https://us.example.com", "{x}.us.example.com"},
		"not if explicit": {Resolved{Options: map[string]any{"region": "us"}, Core: map[string]any{KeyBaseURL: "http://h"}}, []string{KeyBaseURL},
			"http://h", "example.com"},
	} {
		d.Inherit = c.inherit
		r := Complete(d, c.given)
		if r.Core[KeyBaseURL] != c.base || r.Core[KeyDomain] != c.domain {
			t.Errorf("%s: %v", name, r.Core)
		}
		if again := Complete(d, r); again.Core[KeyBaseURL] != c.base || again.Core[KeyDomain] != c.domain {
			t.Errorf("%s again: %v", name, again.Core)
		}
	}
}

func TestRedact(t *testing.T) {
	r := NewRedactor("", "k\"e/y+1", "k")
	for _, text := range []string{`k"e/y+1`, `k\"e/y+1`, "k%22e%2Fy%2B1", "ayJlL3krMQ=="} {
		if got := r.Redact("<" + text + ">"); got != "<****>" {
			t.Errorf("%q became %q", text, got)
		}
	}
	if Mask("12345678") != "****" || Mask("123456789") != "****6789" {
		t.Error("masks")
	}
}
