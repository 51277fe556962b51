// Package pep440 parses and compares Python versions as the `packaging` library
// of the hosts does (PEP 440), and tests them against the comparators of a
// manifest's compat.requires (spec/manifest.md).
package pep440

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// maxDigits is the length from which Python refuses to read an integer.
const maxDigits = 4300

// (?i) also folds U+017F and U+212A into ASCII; the classes [[:ascii:]] are
// checked apart, in Parse.
var reVersion = regexp.MustCompile(`(?i)^v?(?:(?P<epoch>[0-9]+)!)?(?P<release>[0-9]+(?:\.[0-9]+)*)` +
	`(?:[._-]?(?P<pre>alpha|a|beta|b|preview|pre|c|rc)[._-]?(?P<preN>[0-9]+)?)?` +
	`(?P<post>-(?P<postN1>[0-9]+)|[._-]?(?:post|rev|r)[._-]?(?P<postN2>[0-9]+)?)?` +
	`(?P<dev>[._-]?dev[._-]?(?P<devN>[0-9]+)?)?` +
	`(?:\+(?P<local>[a-z0-9]+(?:[._-][a-z0-9]+)*))?$`)

// Version is a parsed version. Numbers may have any length and are kept as
// digits without leading zeros ("" is 0).
type Version struct {
	epoch   string
	release []string
	pre     part // kind: 0 a, 1 b, 2 rc
	post    part
	dev     part
	local   []string
}

// part is a segment that may be absent.
type part struct {
	present bool
	kind    int
	number  string
}

// Parse reads a version; surrounding white space is ignored, as in Python.
func Parse(text string) (Version, error) {
	t := strings.TrimFunc(text, Space)
	m := reVersion.FindStringSubmatch(t)
	if m == nil || strings.IndexFunc(t, func(r rune) bool { return r > unicode.MaxASCII }) >= 0 {
		return Version{}, fmt.Errorf("%q is no version (PEP 440)", text)
	}
	get := func(name string) string { return m[reVersion.SubexpIndex(name)] }
	v := Version{
		epoch: get("epoch"),
		pre:   part{get("pre") != "", preKind(get("pre")), get("preN")},
		post:  part{get("post") != "", 0, get("postN1") + get("postN2")},
		dev:   part{get("dev") != "", 0, get("devN")},
		local: localParts(get("local")),
	}
	v.release = strings.Split(get("release"), ".")
	return v, v.normalize()
}

// normalize drops leading zeros and refuses numbers that Python cannot read.
func (v *Version) normalize() error {
	numbers := []*string{&v.epoch, &v.pre.number, &v.post.number, &v.dev.number}
	for i := range v.release {
		numbers = append(numbers, &v.release[i])
	}
	for i, l := range v.local {
		if isNumber(l) {
			numbers = append(numbers, &v.local[i])
		}
	}
	for _, n := range numbers {
		if len(*n) > maxDigits {
			return fmt.Errorf("a number of the version has more than %d digits", maxDigits)
		}
		*n = strings.TrimLeft(*n, "0")
	}
	return nil
}

func preKind(letters string) int {
	switch strings.ToLower(letters) {
	case "a", "alpha":
		return 0
	case "b", "beta":
		return 1
	default:
		return 2
	}
}

func localParts(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune("._-", r) })
}

// isNumber holds for "" too, which is what normalize leaves of zeros.
func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// Space reports whether Python's str.strip removes r.
func Space(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }
