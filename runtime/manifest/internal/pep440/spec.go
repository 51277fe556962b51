package pep440

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

var reComparator = regexp.MustCompile(`^(>=|<=|==|!=|~=|>|<)([\s\S]+)$`)

// Satisfies reports whether version meets every comparator of a comma-separated
// list (>= <= > < == != ~=); an empty list is always met. As in the host the
// list is read from the left and no further than the first comparator that is
// not met, so that an error behind it is not seen.
func Satisfies(version, list string) (bool, error) {
	have, err := Parse(version)
	if err != nil {
		return false, err
	}
	for _, text := range strings.Split(list, ",") {
		text = strings.TrimFunc(text, Space)
		if text == "" {
			continue
		}
		m := reComparator.FindStringSubmatch(text)
		if m == nil {
			return false, fmt.Errorf("%q is no comparator", text)
		}
		want, err := Parse(m[2])
		if err != nil {
			return false, err
		}
		ok, err := compares(have, m[1], want)
		if !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

func compares(have Version, operator string, want Version) (bool, error) {
	c := Compare(have, want)
	switch operator {
	case ">=":
		return c >= 0, nil
	case "<=":
		return c <= 0, nil
	case ">":
		return c > 0, nil
	case "<":
		return c < 0, nil
	case "==":
		return c == 0, nil
	case "!=":
		return c != 0, nil
	default: // ~=
		upper, err := want.upper()
		return c >= 0 && Compare(have, upper) < 0, err
	}
}

// upper is where ~= ends: the release without its last number, and one more in
// what is then the last. The host leaves the epoch out of it.
func (v Version) upper() (Version, error) {
	head := v.release
	if len(head) > 1 {
		head = head[:len(head)-1]
	}
	last, _ := new(big.Int).SetString("0"+head[len(head)-1], 10)
	text := last.Add(last, big.NewInt(1)).String()
	if len(text) > maxDigits {
		return Version{}, fmt.Errorf("a number of the version has more than %d digits", maxDigits)
	}
	release := append([]string(nil), head...)
	release[len(release)-1] = text
	return Version{release: release}, nil
}
