package config_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
)

func TestGivenValuesThatDoNotParseAreRefused(t *testing.T) {
	d := &api.Descriptor{ID: "my-cloud", Fields: []api.Field{
		{Key: "region", Type: "enum", Choices: []string{"EU", "US"}},
		{Key: "size", Type: "int"}, {Key: "name", Type: "string"},
	}}
	if err := config.CheckGiven(d, options(map[string]any{"region": "eu", "size": 3, "name": "x"})); err != nil {
		t.Errorf("good values: %v", err)
	}
	err := config.CheckGiven(d, options(map[string]any{"region": "canary", "size": "canary", "name": " ", "other": "canary"}))
	if api.CodeOf(err) != api.CodeConfig {
		t.Fatalf("got %v", err)
	}
	for _, part := range []string{`"region" (one of EU, US)`, `"size" (a non-blank int)`, `"name" (a non-blank string)`, `no option "other"`} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s is not in %v", part, err)
		}
	}
	if strings.Contains(err.Error(), "canary") {
		t.Errorf("a value is shown: %v", err)
	}
}

func TestAnAddressNamesAHost(t *testing.T) {
	d := &api.Descriptor{ID: "my-cloud", Fields: []api.Field{{Key: "base_url", Type: "url"}}}
	for given, good := range map[string]bool{"https://api.example.com": true, "http://127.0.0.1:8080/x": true, "api.example.com": false, "/v1": false, "https:": false} {
		err := config.CheckTyped(d, map[string]any{"base_url": given})
		if (err == nil) != good || err != nil && !strings.Contains(err.Error(), "such as https://api.example.com") {
			t.Errorf("%s: %v", given, err)
		}
	}
}

func options(given map[string]any) config.Resolved { return config.Resolved{Options: given} }

// Everything that is wrong is said at once, and a value that is refused is not
// called missing as well.
func TestGivenOptionsAreCheckedAllAtOnce(t *testing.T) {
	d := &api.Descriptor{ID: "my-cloud", AuthAnyOf: [][]string{{"key"}, {"user", "token"}}, Fields: []api.Field{
		{Key: "key", Type: "string", Secret: true, Credential: true}, {Key: "user", Type: "string"}, {Key: "token", Type: "string", Secret: true},
		{Key: "size", Type: "int", Required: true}, {Key: "zone", Type: "string", Required: true},
	}}
	for _, r := range []struct {
		given map[string]any
		code  api.Code
		want  string
	}{
		{map[string]any{"key": "k", "size": 1, "zone": "z"}, "", ""},
		{map[string]any{"size": "x"}, api.CodeConfig, `provider "my-cloud" cannot take the value given for "size" (a non-blank int); ` +
			`provider "my-cloud" needs "zone" (set ABX_MY_CLOUD_ZONE); ` +
			`provider "my-cloud" is missing credentials (set ABX_MY_CLOUD_KEY, or ABX_MY_CLOUD_USER and ABX_MY_CLOUD_TOKEN)`},
		{map[string]any{"size": 1, "zone": "z"}, api.CodeMissingCredentials, `provider "my-cloud" is missing credentials (set ABX_MY_CLOUD_KEY, or ABX_MY_CLOUD_USER and ABX_MY_CLOUD_TOKEN)`},
		{map[string]any{"key": " ", "size": 1, "zone": "z"}, api.CodeConfig, `provider "my-cloud" cannot take the value given for "key" (a non-blank string)`},
	} {
		err := config.CheckGiven(d, options(r.given))
		var e *api.Error
		if errors.As(err, &e) != (r.want != "") || e != nil && (e.Message != r.want || e.Code != r.code) {
			t.Errorf("%v: %v", r.given, err)
		}
	}
}
