package config

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What belongs to a sandbox is secret until it has ended, and no longer; what
// was configured, for ever.
func TestRedactorForgets(t *testing.T) {
	r := NewRedactor("the-key")
	now := time.Now()
	r.now = func() time.Time { return now }
	shown := func(token string) bool { return strings.Contains(r.Redact("a "+token+" b"), token) }
	token := func(n int) string { return fmt.Sprintf("token-%d-", n) }
	for n := range leastSweep - 1 {
		r.Hold(fmt.Sprint(n), now.Add(time.Duration(n)*time.Minute), token(n))
	}
	r.Hold("0", now.Add(9*time.Hour)) // it lives longer than was thought
	r.Hold("1", time.Time{})          // nobody knows any more
	r.Hold("3", now.Add(time.Minute), "another-3")
	r.Forget("60")
	now = now.Add(afterlife + 30*time.Minute + time.Second)
	r.Hold("new", time.Time{}, "token-new")
	r.Hold("another", time.Time{}, "token-other") // as many as are looked through
	for n := range leastSweep - 1 {
		if gone := n == 60 || n >= 2 && n <= 30; shown(token(n)) != gone {
			t.Errorf("token %d is shown: %v", n, !gone)
		}
	}
	if shown("the-key") || shown("token-new") || !shown("another-3") {
		t.Error("the others")
	}
	r.Hold("nothing", now, "", "abc")
	if _, ok := r.held["nothing"]; ok || len(r.held) != leastSweep-29 {
		t.Errorf("%d are held", len(r.held))
	}
}

// A key that comes with every request is bounded, and one that is in use stays.
func TestRedactorNotes(t *testing.T) {
	r := NewRedactor()
	for n := range 10 * maxRecent {
		r.Note("in-use", fmt.Sprintf("signature-%d-", n))
	}
	for text, secret := range map[string]bool{
		"in-use": true, fmt.Sprintf("signature-%d-", 10*maxRecent-1): true, fmt.Sprintf("signature-%d-", 9*maxRecent+2): true, "signature-5-": false,
	} {
		if got := r.Redact(text) == "****"; got != secret {
			t.Errorf("%s is secret: %v", text, got)
		}
	}
}
