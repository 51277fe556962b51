package packages_test

import (
	"context"
	"testing"

	"github.com/abxgen/abxgen/bundler"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/server"
)

// quiet is a host with nothing to give.
type quiet struct{}

func (quiet) Call(context.Context, guest.Call) (any, error) { return nil, context.Canceled }
func (quiet) Log(string, string)                            {}

// BenchmarkStart is the time from nothing to buildInfra's answer, in one
// process: of a small provider, of one with a validator, of one with the
// package e2b.
func BenchmarkStart(b *testing.B) {
	for _, row := range []struct {
		name     string
		packages []string
	}{{"faults", nil}, {"ajv", []string{"ajv", "ajv-formats"}}, {"e2b", []string{"e2b"}}} {
		made, problems := bundler.Make(b.Context(), folder(b, row.name, row.packages...), "provider.mjs", bundler.Options{TempDir: b.TempDir()})
		if made == nil {
			b.Fatal(problems)
		}
		b.Run(row.name, func(b *testing.B) {
			b.SetBytes(int64(len(made.JS)))
			for b.Loop() {
				start(b, made)
			}
		})
	}
}

func start(b *testing.B, made *bundler.Bundle) {
	c := guest.Open(b.Context(), server.InProcess, guest.Boot{
		Provider: "packaged", Bundle: made.JS, SourceMap: made.Map,
		Options: map[string]any{"api_key": "REPLACE_ME", "base_url": "https://api.example.com", "sandbox_url": "https://api.example.com"},
	}, quiet{})
	if _, err := c.Infra(b.Context()); err != nil {
		b.Fatal(err)
	}
	if err := c.Close(); err != nil {
		b.Fatal(err)
	}
}
