package config_test

import (
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
	if err := config.CheckGiven(d, map[string]any{"region": "eu", "size": 3, "name": "x"}); err != nil {
		t.Errorf("good values: %v", err)
	}
	err := config.CheckGiven(d, map[string]any{"region": "canary", "size": "canary", "name": " ", "other": "canary"})
	if api.CodeOf(err) != api.CodeConfig {
		t.Fatalf("got %v", err)
	}
	for _, part := range []string{`"region" (one of EU, US)`, `"size" (a non-blank int)`, `"name" (a non-blank string)`} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s is not in %v", part, err)
		}
	}
	if strings.Contains(err.Error(), "canary") {
		t.Errorf("a value is shown: %v", err)
	}
}
