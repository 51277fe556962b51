package contract

import (
	"cmp"
	"encoding/xml"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// Report is what the host's contract suite found: names of tests, and for
// those that failed the reason.
type Report struct {
	Passed  []string
	Skipped []string
	Failed  map[string]string
}

// Contract runs the host's contract suite and fails the test unless all of it
// passed but what the provider does not declare, which has to be skipped. The
// verdict is the JUnit report's alone.
func (h *Host) Contract(t testing.TB) Report {
	t.Helper()
	file := filepath.Join(t.TempDir(), "junit.xml")
	// Its parser takes what follows the id as pytest's only if it follows at once.
	args := []string{"-m", "agent_sandbox.providers", "test"}
	for _, key := range slices.Sorted(maps.Keys(h.request.Options)) {
		args = append(args, "--option", key+"="+h.request.Options[key])
	}
	said := h.Run(t, append(args, h.Descriptor.ID, "--", "--junitxml="+file)...)
	report, err := readJUnit(file)
	if err != nil {
		t.Fatalf("no report: %v; %v\n%s%s", err, said.Err, said.Stdout, said.Stderr)
	}
	report.judge(t, h.Descriptor)
	return report
}

func (r Report) judge(t testing.TB, d *api.Descriptor) {
	t.Helper()
	for name, why := range r.Failed {
		t.Errorf("%s failed: %s", name, why)
	}
	if n := len(r.Passed) + len(r.Skipped) + len(r.Failed); n != len(suite) {
		t.Errorf("%d tests ran, the suite has %d", n, len(suite))
	}
	var want []string
	for _, one := range suite {
		if !one.applies(d) {
			want = append(want, one.name)
		}
	}
	slices.Sort(want)
	if slices.Sort(r.Skipped); !slices.Equal(want, r.Skipped) {
		t.Errorf("skipped %v, not %v", r.Skipped, want)
	}
}

func readJUnit(file string) (Report, error) {
	r := Report{Failed: map[string]string{}}
	text, err := os.ReadFile(file)
	if err != nil {
		return r, err
	}
	var doc struct {
		Cases []struct {
			Name    string    `xml:"name,attr"`
			Failure *string   `xml:"failure"`
			Error   *string   `xml:"error"`
			Skipped *struct{} `xml:"skipped"`
		} `xml:"testsuite>testcase"`
	}
	if err := xml.Unmarshal(text, &doc); err != nil {
		return r, err
	}
	for _, c := range doc.Cases {
		switch why := cmp.Or(c.Failure, c.Error); {
		case why != nil:
			r.Failed[c.Name] = strings.TrimSpace(*why)
		case c.Skipped != nil:
			r.Skipped = append(r.Skipped, c.Name)
		default:
			r.Passed = append(r.Passed, c.Name)
		}
	}
	return r, nil
}
