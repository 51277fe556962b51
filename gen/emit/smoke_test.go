package emit_test

import (
	"fmt"
	"testing"

	"github.com/abxgen/abxgen/gen/emit"
	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
)

func TestSmoke(t *testing.T) {
	d := &api.Descriptor{ID: "my-cloud", Name: "My Cloud", NameZH: "我的云", Version: "0.1.0", Description: "What it is.\n+build ignore", Kind: "node", License: "MIT",
		Features: []api.Feature{"sandbox.lifecycle", "exec.stream"}, CallTimeout: 60e9, StartupTimeout: 1500e6,
		Security: api.Security{Network: []string{"api.example.com"}}, AuthAnyOf: [][]string{{"api_key"}},
		Fields: []api.Field{{Key: "api_key", Type: "string", Secret: true, Credential: true, Description: "API key"}, {Key: "retries", Type: "int", Default: int64(3)}, {Key: "region", Type: "enum", Choices: []string{"US-EAST", "EU"}, Default: "EU", Required: true},
			{Key: "tags", Type: "csv", Default: []any{"a", "b"}}, {Key: "base_url", Type: "url"}, {Key: "f", Type: "float", Default: 1.5}}}
	p, l := plan.New([]plan.Source{{Descriptor: d, Manifest: "/x/my-cloud/abx-provider.toml", Digest: "sha256:ab"}})
	if l != nil {
		t.Fatal(l)
	}
	files, err := emit.Emit(p, map[string]emit.Bundle{"my-cloud": {JS: []byte("x"), Map: []byte("{}"), Digest: "sha256:cd"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		fmt.Printf("=== %s\n%s", f.Path, f.Content)
	}
}
