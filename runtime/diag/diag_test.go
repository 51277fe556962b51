package diag_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/diag"
)

func sample() diag.List {
	var l diag.List
	l.Warnf("E8014", diag.Pos{File: "b.toml", Line: 2, Col: 1}, `did you mean "entry"?`, "unknown key %q", "entrypoint")
	l.Errorf("E8014", diag.Pos{File: "a.toml", Line: 10, Col: 3}, "", "late")
	l.Errorf("E8014", diag.Pos{File: "a.toml", Line: 9, Col: 30}, "write 1", "early, 100%%")
	l.Errorf("E8014", diag.Pos{File: "a.toml", Line: 10, Col: 3}, "", "late")
	l.Add(diag.Diag{Code: "E8010", Pos: diag.Pos{File: "c"}, Msg: "no place", Notes: []diag.Note{
		{Pos: diag.Pos{File: "c", Line: 1}, Msg: "first here"},
	}})
	return l
}

func printed(t *testing.T, print func(*strings.Builder) error) string {
	t.Helper()
	var b strings.Builder
	if err := print(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextIsSortedAndHasEachFindingOnce(t *testing.T) {
	got := printed(t, func(b *strings.Builder) error { return sample().Text(b) })
	want := `a.toml:9:30: E8014: early, 100%; write 1
a.toml:10:3: E8014: late
b.toml:2:1: warning: E8014: unknown key "entrypoint"; did you mean "entry"?
c: E8010: no place
c:1: note: first here
`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestGitHub(t *testing.T) {
	got := printed(t, func(b *strings.Builder) error { return sample().GitHub(b) })
	want := `::error file=a.toml,line=9,col=30,title=E8014::early, 100%25; write 1
::error file=a.toml,line=10,col=3,title=E8014::late
::warning file=b.toml,line=2,col=1,title=E8014::unknown key "entrypoint"; did you mean "entry"?
::error file=c,title=E8010::no place%0Ac:1: first here
`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestJSONIsOneArray(t *testing.T) {
	var got []map[string]any
	text := printed(t, func(b *strings.Builder) error { return sample().JSON(b) })
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"severity": "error", "code": "E8014", "file": "a.toml", "line": 9.0, "column": 30.0, "message": "early, 100%", "hint": "write 1"}
	if d := cmp.Diff(want, got[0]); d != "" {
		t.Error(d)
	}
	if len(got) != 4 {
		t.Errorf("%d findings, want 4", len(got))
	}
	if text := printed(t, func(b *strings.Builder) error { return diag.List(nil).JSON(b) }); text != "[]\n" {
		t.Errorf("empty list prints %q", text)
	}
}

func TestErr(t *testing.T) {
	var l diag.List
	l.Warnf("E8014", diag.Pos{File: "a"}, "", "only a warning")
	if err := l.Err(); err != nil {
		t.Errorf("a list of warnings is the error %v", err)
	}
	l.Errorf("E8014", diag.Pos{File: "a", Line: 1, Col: 1}, "", "bad")
	var f *diag.Failure
	if err := fmt.Errorf("build: %w", l.Err()); !errors.As(err, &f) || len(f.List) != 2 {
		t.Errorf("%v is no Failure of two findings", err)
	}
	if got, want := l.Err().Error(), "a: warning: E8014: only a warning\na:1:1: E8014: bad"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if diag.List(nil).Sorted() != nil || diag.List(nil).Err() != nil {
		t.Error("an empty list is not nil")
	}
}

func TestMessagesHaveNoControlCharacters(t *testing.T) {
	d := diag.Diag{Pos: diag.Pos{File: "a\nb", Line: 1, Col: 1}, Code: "E8014", Msg: "x\x1b[31m\u202e\xff\U000E0001"}
	if got, want := d.String(), `a\u000ab:1:1: E8014: x\u001b[31m\u202e`+"\uFFFD"+`\U000e0001`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNearest(t *testing.T) {
	keys := []string{"startup_timeout_ms", "call_timeout_ms", "entry", "kind", "command", "platforms"}
	for word, want := range map[string]string{
		"entrypoint":                 "entry",
		"entri":                      "entry",
		"Kind":                       "kind",
		"knid":                       "kind",
		"startup-timeout-ms":         "startup_timeout_ms",
		"call_timeout":               "call_timeout_ms",
		"platform":                   "platforms",
		"x":                          "",
		"":                           "",
		"entry":                      "",
		strings.Repeat("e", 250_000): "",
	} {
		if got := diag.Nearest(word, keys); got != want {
			t.Errorf("Nearest(%.20q) = %q, want %q", word, got, want)
		}
	}
	if got := diag.Nearest("ab", []string{"ad", "ac"}); got != "ac" {
		t.Errorf("a tie went to %q", got)
	}
	if got := diag.DidYouMean("knid", keys); got != `did you mean "kind"?` {
		t.Errorf("got %q", got)
	}
}
