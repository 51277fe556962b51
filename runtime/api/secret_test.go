package api_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

const canary = "canary-2f6c1d"

type holder struct {
	Shown  api.Secret
	hidden api.Secret
	Ptr    *api.Secret
	Many   []api.Secret
	Map    map[string]api.Secret
	Any    any
}

func filled() holder {
	s := api.NewSecret(canary)
	return holder{s, s, &s, []api.Secret{s}, map[string]api.Secret{"k": s}, s}
}

func TestSecretIsNeverPrinted(t *testing.T) {
	h := filled()
	_ = h.hidden
	var texts []string
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%08.3f", "%p", "%T", "%t", "%!"} {
		texts = append(texts, fmt.Sprintf(verb, h), fmt.Sprintf(verb, &h), fmt.Sprintf(verb, h.Shown), fmt.Sprintf(verb, []any{h}))
	}
	texts = append(texts, fmt.Sprint(h, h.Shown), fmt.Sprintln(h), errors.Join(fmt.Errorf("of %v", h.Shown)).Error())
	encoded, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	marked, err := xml.Marshal(h.Shown)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("m", "secret", h.Shown, "holder", h)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("m", "secret", h.Shown, "holder", h)
	texts = append(texts, string(encoded), string(marked), log.String())
	for _, text := range texts {
		for _, leak := range []string{canary, fmt.Sprintf("%x", canary), fmt.Sprintf("%X", canary)} {
			if strings.Contains(text, leak) {
				t.Errorf("printed: %s", text)
			}
		}
	}
}

func TestSecretShowsThatItIsSet(t *testing.T) {
	set, unset := api.NewSecret(canary), api.Secret{}
	rows := []struct{ got, want string }{
		{set.String(), "****"}, {unset.String(), ""},
		{fmt.Sprintf("%v|%+v|%#v|%s|%q", set, set, set, set, set), `****|****|"****"|****|"****"`},
		{fmt.Sprintf("%v|%q", unset, unset), `|""`},
		{set.Reveal(), canary}, {unset.Reveal(), ""},
		{api.NewSecret("").String(), ""},
	}
	for _, r := range rows {
		if r.got != r.want {
			t.Errorf("got %s, want %s", r.got, r.want)
		}
	}
	if encoded, _ := json.Marshal(map[string]api.Secret{"a": set, "b": unset}); string(encoded) != `{"a":"****","b":""}` {
		t.Errorf("JSON is %s", encoded)
	}
}

func TestSecretIsReadFromJSON(t *testing.T) {
	var h struct{ Key api.Secret }
	if err := json.Unmarshal([]byte(`{"Key":"`+canary+`"}`), &h); err != nil || h.Key.Reveal() != canary {
		t.Errorf("read %q, %v", h.Key.Reveal(), err)
	}
	if !(api.Secret{}).IsZero() || h.Key.IsZero() {
		t.Error("IsZero is wrong")
	}
}
