package sandbox_test

import (
	"context"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/generated/e2bcompatible"
	"github.com/abxgen/abxgen/runtime/api"
)

// What an error of the options names is to be set in them; another error's own
// advice stands.
func TestAdviceOfNew(t *testing.T) {
	const advice = "set it in e2bcompatible.Options"
	_, err := e2bcompatible.New(t.Context(), e2bcompatible.Options{})
	if api.CodeOf(err) != api.CodeMissingCredentials || !strings.Contains(err.Error(), advice) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = e2bcompatible.New(ctx, e2bcompatible.Options{APIKey: api.NewSecret("REPLACE_ME")})
	if api.CodeOf(err) != api.CodeProvider || strings.Contains(err.Error(), advice) {
		t.Error(err)
	}
}
