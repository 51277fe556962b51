package packages_test

import (
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// Whatever a provider throws has the right code, and its place in the author's
// file is in the log, not in the message; the key is in neither.
func TestFaultsNameTheirPlace(t *testing.T) {
	const key = "sk-very-secret-key"
	dir := folder(t, "faults")
	p, log := open(t, built(t, dir), map[string]any{"api_key": key, "base_url": "http://127.0.0.1:1"})
	for _, row := range []struct {
		id, message, logged string
		code                api.Code
	}{
		{"deep", "Error: deep with ****", "lib/deep.mjs:2:17", api.CodeProvider},
		{"text", "the provider threw only text", "sandbox.get_info failed: only text", api.CodeProvider},
		{"nothing", "the provider threw undefined", "sandbox.get_info failed: undefined", api.CodeProvider},
		{"fetch", "", "provider.mjs:8:19", api.CodeConnection},
		{"quota", "full", "provider.mjs:9:30", api.CodeQuotaExceeded},
		{"wrapped", "outer", "provider.mjs:10:32", api.CodeSandboxNotFound},
	} {
		_, err := p.GetInfo(t.Context(), row.id)
		if api.CodeOf(err) != row.code || !strings.Contains(err.Error(), row.message) || strings.Contains(err.Error(), ".mjs") || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", row.id, err)
		}
		log.wants(t, row.logged)
	}
	if strings.Contains(log.all(), key) {
		t.Errorf("the key is in the log:\n%s", log.all())
	}
}

// A rejection that nobody handles is logged once, with its place, and harms no
// other call; one that is handled late is not reported.
func TestUnhandledRejections(t *testing.T) {
	dir := folder(t, "faults")
	p, log := open(t, built(t, dir), map[string]any{"api_key": "sk-1", "base_url": "https://api.example.com"})
	for _, id := range []string{"lost", "late", "lost"} {
		if _, err := p.GetInfo(t.Context(), id); err != nil {
			t.Error(id, err)
		}
	}
	if err := p.Close(); err != nil { // the last words come before it ends
		t.Fatal(err)
	}
	const want = "error: Unhandled rejection: RangeError: nobody waits (provider.mjs:11:32)"
	if got := log.all(); strings.Count(got, want) != 2 || strings.Contains(got, "handled later") {
		t.Errorf("logged\n%s", got)
	}
}

func TestConsoleGoesToTheLog(t *testing.T) {
	dir := folder(t, "faults")
	p, log := open(t, built(t, dir), map[string]any{"api_key": "sk-very-secret-key", "base_url": "https://api.example.com"})
	if _, err := p.GetInfo(t.Context(), "console"); err != nil {
		t.Fatal(err)
	}
	log.wants(t, "debug: d", "info: key ****", "error: bell and[31m red { a: [ 1 ] }")
}
