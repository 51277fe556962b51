package generated_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/generated/mycloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/provider"
)

// Options can be printed and written as JSON, and show no secret either way.
func TestOptionsAreShownWithoutTheirSecrets(t *testing.T) {
	o := mycloud.Options{APIKey: api.NewSecret(canary), Domain: "example.com", Log: func(string, string) {}}
	text, err := json.Marshal(o)
	if err != nil || !strings.Contains(string(text), "example.com") {
		t.Errorf("%s %v", text, err)
	}
	host := provider.ExecHost{Folder: "f", Environ: []string{"KEY=" + canary}}
	if shown := string(text) + fmt.Sprintf("%v %+v %#v %v %+v %#v", o, o, o, host, host, host); strings.Contains(shown, canary) {
		t.Errorf("a secret is shown: %s", shown)
	}
}
