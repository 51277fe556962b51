package contract

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// collect is a test whose failures are looked at.
type collect struct {
	testing.TB
	failures []string
}

func (c *collect) Errorf(format string, args ...any) {
	c.failures = append(c.failures, fmt.Sprintf(format, args...))
}

// reportOf writes a JUnit report as pytest does, and reads it.
func reportOf(t *testing.T, inside map[string]string) Report {
	t.Helper()
	var cases strings.Builder
	for _, s := range suite {
		if inside[s.name] != "left out" {
			fmt.Fprintf(&cases, `<testcase classname="contract.TestProviderContract" name="%s" time="0.1">%s</testcase>`, s.name, inside[s.name])
		}
	}
	file := filepath.Join(t.TempDir(), "junit.xml")
	text := `<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest">` + cases.String() + `</testsuite></testsuites>`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := readJUnit(file)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const skipped = `<skipped type="pytest.skip" message="x does not declare it">testing.py:120: x</skipped>`

// A report is believed only where nothing failed, nothing is missing and
// exactly that was skipped which the provider does not declare.
func TestJudging(t *testing.T) {
	all := slices.DeleteFunc(api.Features(), func(f api.Feature) bool { return f == api.FeatureSandboxPause })
	d := &api.Descriptor{ID: "x", Features: all}
	secret := &api.Descriptor{ID: "x", Features: api.Features(), Fields: []api.Field{{Key: "k", Secret: true}}}
	fine := map[string]string{"test_pause_resume": skipped, "test_secret_options_are_redacted_from_errors": skipped}
	with := func(name, inside string) map[string]string {
		m := map[string]string{name: inside}
		for k, v := range fine {
			if k != name {
				m[k] = v
			}
		}
		return m
	}
	for _, c := range []struct {
		what   string
		d      *api.Descriptor
		inside map[string]string
		found  string
	}{
		{"fine", d, fine, ""},
		{"nothing declared is missing", secret, map[string]string{"test_undeclared_feature_fails_with_e8004": skipped}, ""},
		{"a failure", d, with("test_lifecycle", `<failure message="m">Traceback here</failure>`), "test_lifecycle failed: Traceback here"},
		{"an error", d, with("test_lifecycle", `<error message="m">at setup</error>`), "test_lifecycle failed: at setup"},
		{"a skip too many", d, with("test_ports_url", skipped), "skipped [test_pause_resume test_ports_url"},
		{"a skip too few", d, with("test_pause_resume", ""), "skipped [test_secret"},
		{"one left out", d, with("test_exec_run", "left out"), "17 tests ran"},
	} {
		got := &collect{TB: t}
		reportOf(t, c.inside).judge(got, c.d)
		all := strings.Join(got.failures, "\n")
		if c.found == "" && all != "" || !strings.Contains(all, c.found) {
			t.Errorf("%s: found %q", c.what, all)
		}
	}
}
