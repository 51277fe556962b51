package e2b

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/abxgen/abxgen/runtime/api"
)

// Whatever a backend answers, no key, no address of a sandbox, no control
// character and no page of HTML is shown, and no novel.
func TestWhatIsShown(t *testing.T) {
	const token = "envd-token-42"
	nasty := []string{
		`{"code":400,"message":"bad key ` + testKey + ` at https://49983-sb1.example.app/x \u001b[31m\nline two\u2028\u202e"}`,
		`{"error":{"code":"internal","message":"` + token + ` was refused"}}`,
		`{"error":"http://49983-sb1.example.app:1/` + token + `"}`,
		`<!doctype html><b>` + testKey + `</b>`,
		"\x00\x1b]0;title\x07 " + testKey,
		strings.Repeat("long ", 10_000),
		`{"detail":[{"loc":["` + testKey + `"]}]}`,
	}
	for _, body := range nasty {
		c := newControl(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, 400, body) })
		target := api.Target{SandboxID: "sb1", Token: token, EnvdURL: c.cfg.BaseURL}
		calls := func() []error {
			_, create := c.Create(context.Background(), api.CreateRequest{})
			_, start := c.Start(context.Background(), target, cat)
			_, code := c.RunCode(context.Background(), target, api.CodeRequest{})
			return []error{
				create, start, code, c.Kill(context.Background(), "sb1"),
				c.MakeDir(context.Background(), target, "a\nb"),
				c.Write(context.Background(), target, "f", strings.NewReader("x")),
			}
		}
		calls() // a key is known once it was sent, to whichever plane
		for _, err := range calls() {
			checkShown(t, err.Error(), testKey, token, "sb1.example.app", "html")
		}
	}
}

func checkShown(t *testing.T, s string, never ...string) {
	t.Helper()
	for _, bad := range never {
		if strings.Contains(s, bad) {
			t.Errorf("%q shows %q", s, bad)
		}
	}
	first, _, _ := strings.Cut(s, "\n")
	if strings.ContainsFunc(first, func(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl) }) {
		t.Errorf("%q has control characters", s)
	}
	if utf8.RuneCountInString(s) > 700 {
		t.Errorf("%d characters are shown", len(s))
	}
}
