package pattern

import "slices"

// span is the characters from lo to hi.
type span struct{ lo, hi rune }

const maxChar = 0x10ffff

// set is a class of characters.
type set struct {
	spans []span // in order, apart from each other, once closed
	not   bool
	mode  mode
	low   [128]bool // the answers for ASCII, once closed
}

var (
	digits    = []span{{'0', '9'}}
	wordChars = []span{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	spaces    = []span{{'\t', '\r'}, {' ', ' '}, {0xa0, 0xa0}, {0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}, {0xfeff, 0xfeff}}
	lineEnds  = []span{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}
)

// escaped gives the class of \d, \D, \s, \S, \w and \W.
func (m mode) escaped(letter rune) []span {
	switch letter {
	case 'd':
		return digits
	case 's':
		return spaces
	case 'w':
		return m.words()
	case 'D':
		return inverse(digits)
	case 'S':
		return inverse(spaces)
	}
	return inverse(m.words())
}

// words are the characters of \w: with the flags i and u the long s and the sign
// of Kelvin are among them.
func (m mode) words() []span {
	if m.ignoreCase && m.unicode {
		return append(slices.Clone(wordChars), span{0x17f, 0x17f}, span{0x212a, 0x212a})
	}
	return wordChars
}

func inverse(spans []span) []span {
	var out []span
	next := rune(0)
	for _, s := range spans {
		if s.lo > next {
			out = append(out, span{next, s.lo - 1})
		}
		next = s.hi + 1
	}
	if next <= maxChar {
		out = append(out, span{next, maxChar})
	}
	return out
}

// closed makes a set ready to be asked.
func (s *set) closed() *set {
	slices.SortFunc(s.spans, func(a, b span) int { return int(a.lo - b.lo) })
	var out []span
	for _, x := range s.spans {
		if n := len(out); n > 0 && x.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, x.hi)
		} else {
			out = append(out, x)
		}
	}
	s.spans = out
	for i := range s.low {
		s.low[i] = s.asks(rune(i))
	}
	return s
}

func (s *set) has(r rune) bool {
	if r < 128 {
		return s.low[r]
	}
	return s.asks(r)
}

func (s *set) asks(r rune) bool { return s.mode.alike(r, s.lists) != s.not }

func (s *set) lists(r rune) bool {
	_, found := slices.BinarySearchFunc(s.spans, r, func(x span, r rune) int {
		switch {
		case x.hi < r:
			return -1
		case x.lo > r:
			return 1
		}
		return 0
	})
	return found
}
