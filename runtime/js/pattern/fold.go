package pattern

import "unicode"

// fold is Canonicalize of the standard: what differs in case alone becomes the
// same character.
func (m mode) fold(r rune) rune {
	switch {
	case !m.ignoreCase:
		return r
	case r < 0x80:
		if 'a' <= r && r <= 'z' {
			return r - ('a' - 'A')
		}
		return r
	case m.unicode:
		return simple(r)
	}
	return upper(r)
}

// simple is the least of those that Unicode's simple folding makes equal.
func simple(r rune) rune {
	least := r
	for x := unicode.SimpleFold(r); x != r; x = unicode.SimpleFold(x) {
		least = min(least, x)
	}
	return least
}

// upper is how a pattern without the flag u folds: by toUpperCase, unless that
// gives more than one character, or a letter of ASCII.
func upper(r rune) rune {
	u := unicode.ToUpper(r)
	if u < 0x80 || manyUpper(r) {
		return r
	}
	return u
}

// manyUpper tells the characters with a simple upper case whose full one is two
// characters.
func manyUpper(r rune) bool {
	return r >= 0x1f80 && r <= 0x1faf || r == 0x1fb3 || r == 0x1fc3 || r == 0x1ff3
}

// alike calls yield with each character that m takes for r, until that is true.
func (m mode) alike(r rune, yield func(rune) bool) bool {
	if yield(r) {
		return true
	}
	if !m.ignoreCase {
		return false
	}
	folded := m.fold(r)
	for x := unicode.SimpleFold(r); x != r; x = unicode.SimpleFold(x) {
		if m.fold(x) == folded && yield(x) {
			return true
		}
	}
	return false
}
