package pep440

import (
	"cmp"
	"strings"
)

// Compare orders two versions as PEP 440 does: 1.0.dev1 < 1.0a1 < 1.0 =
// 1.0.0 < 1.0+local < 1.0.post1.
func Compare(a, b Version) int {
	return cmp.Or(
		number(a.epoch, b.epoch),
		list(a.trimmed(), b.trimmed(), number),
		cmp.Compare(a.preRank(), b.preRank()),
		number(a.pre.number, b.pre.number),
		present(a.post, b.post),
		number(a.post.number, b.post.number),
		-present(a.dev, b.dev), // a dev release comes before its release
		number(a.dev.number, b.dev.number),
		cmp.Compare(min(len(a.local), 1), min(len(b.local), 1)),
		list(a.local, b.local, localPart),
	)
}

func (v Version) trimmed() []string {
	n := len(v.release)
	for n > 0 && v.release[n-1] == "" {
		n--
	}
	return v.release[:n]
}

// preRank: only dev, a, b, rc, none.
func (v Version) preRank() int {
	switch {
	case v.pre.present:
		return v.pre.kind
	case v.dev.present && !v.post.present:
		return -1
	default:
		return 3
	}
}

func present(a, b part) int {
	rank := func(p part) int {
		if p.present {
			return 1
		}
		return 0
	}
	return cmp.Compare(rank(a), rank(b))
}

// number compares digits without leading zeros.
func number(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// localPart: words sort before numbers.
func localPart(a, b string) int {
	switch na, nb := isNumber(a), isNumber(b); {
	case na && nb:
		return number(a, b)
	case na != nb && nb:
		return -1
	case na != nb:
		return 1
	default:
		return strings.Compare(a, b)
	}
}

func list(a, b []string, compare func(a, b string) int) int {
	for i := range min(len(a), len(b)) {
		if c := compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}
