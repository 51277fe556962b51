package manifest

import (
	"strings"
	"testing"
)

// versions stretch every part of PEP 440; each is compared with each.
var versions = []string{
	"0", "0.0", "0.3", "0.3.1a5", "0.4.0a6", "0.4", "0.4.0", "0.4.0.post1", "1", "1.0.0", "01.00", "1.0.1", "1.10", "1.9", "2024.1",
	"1.dev0", "1.0.dev", "1.0.dev2", "1a", "1a0", "1.0alpha1", "1.0a1.dev1", "1.0a1.post1", "1.0a1.post1.dev2", "1b1", "1.0-beta.2", "1c1", "1rc1", "1.0pre1",
	"1.post", "1-0", "1.0-1", "1.0.post1", "1.0.post1.dev1", "1.0.rev2", "1.0.post10", "1+a", "1+1", "1+a.1", "1+a.b", "1+1.a", "1+1.1", "1+01", "1+10", "1+2", "1+A-b_c", "1.0+1.0",
	"1!0", "1!1", "0!1", "2!0.1", "v1.0", " 1.0 ", "99999999999999999999", "99999999999999999998", "1.99999999999999999999", "00000000000000000000001",
	"one", "1.*",
}

// long ones lie around the length from which Python reads no number; they are
// compared with a few.
var long = []string{
	strings.Repeat("9", 4300), strings.Repeat("9", 4301), "1." + strings.Repeat("0", 4301), "1+" + strings.Repeat("1", 4301),
	"1+a" + strings.Repeat("1", 4301), "1a" + strings.Repeat("1", 4301), strings.Repeat("9", 4300) + ".1",
}

func TestVersionsCompareAsInTheSDK(t *testing.T) {
	sdk := theSDK(t)
	type question struct{ version, comparator string }
	var questions []question
	ask := func(all, others []string) {
		for _, v := range all {
			for _, w := range others {
				questions = append(questions, question{v, ">=" + w}, question{w, ">=" + v}, question{v, "~=" + w}, question{w, "~=" + v})
			}
		}
	}
	for i, v := range versions {
		ask([]string{v}, versions[i:])
	}
	ask(long, append([]string{"0", "1", "1a1", "1+a"}, long...))
	var frames [][]byte
	for _, q := range questions {
		frames = append(frames, []byte(q.version+"\x00"+q.comparator))
	}
	for i, a := range sdk.askAll(t, frames, comparisons) {
		q := questions[i]
		ok, err := Satisfies(q.version, q.comparator)
		if ok != a.OK || (err != nil) != (a.Code != "") {
			t.Errorf("%.40q %.40q: %v %v, the SDK says %v %s", q.version, q.comparator, ok, err, a.OK, a.Message)
		}
	}
}

func TestAPreReleaseIsBelowItsRelease(t *testing.T) {
	for comparators, want := range map[string]bool{
		">=0.4": false, ">=0.4.0a6": true, ">=0.3": true, "<0.4": true, ">=0.3,<0.4.0a6": false, "": true,
		"~=0.3.1": true, "~=0.3.0,!=0.4.0a6": false, ">0.4a5": true, " >= 0.3 , ": true,
	} {
		if ok, err := Satisfies(SDKVersion, comparators); ok != want || err != nil {
			t.Errorf("%s satisfies %q: %v %v, want %v", SDKVersion, comparators, ok, err, want)
		}
	}
	for _, bad := range []string{"0.3", ">=", ">=x", "==1.*", "=>1"} {
		if _, err := Satisfies(SDKVersion, bad); err == nil {
			t.Errorf("%q is taken for comparators", bad)
		}
	}
}
