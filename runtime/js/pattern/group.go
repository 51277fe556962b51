package pattern

import (
	"slices"
	"unicode"
)

// group reads what follows an opening parenthesis.
func (p *parser) group() (n *node, repeatable bool) {
	switch {
	case p.take("?:"):
		return p.closing(p.choice()), true
	case p.take("?="):
		return p.looks(false, false), !p.mode.unicode
	case p.take("?!"):
		return p.looks(true, false), !p.mode.unicode
	case p.take("?<="):
		return p.looks(false, true), false
	case p.take("?<!"):
		return p.looks(true, true), false
	case p.take("?<"):
		name, ok := p.tryName()
		if !ok {
			fail("Invalid capture group name")
		}
		if slices.Contains(p.names, name) {
			fail("Duplicate capture group name")
		}
		return p.captures(name), true
	case p.isNext("?"):
		fail("Invalid group")
	}
	return p.captures(""), true
}

func (p *parser) captures(name string) *node {
	index := len(p.names)
	p.names = append(p.names, name)
	return p.closing(&node{kind: capture, index: index, name: name, subs: []*node{p.choice()}})
}

func (p *parser) looks(not, behind bool) *node {
	first := len(p.names)
	n := &node{kind: look, not: not, behind: behind, subs: []*node{p.choice()}}
	n.first, n.last = first, len(p.names)
	return p.closing(n)
}

func (p *parser) closing(n *node) *node {
	if !p.take(")") {
		fail("Unterminated group")
	}
	return n
}

// tryName reads a group's name and the > behind it.
func (p *parser) tryName() (name string, ok bool) {
	var letters []rune
	for p.at < len(p.source) {
		c := p.nameChar()
		if c == '>' {
			return string(letters), len(letters) > 0
		}
		if c < 0 || !inName(c, len(letters) == 0) {
			break
		}
		letters = append(letters, c)
	}
	return "", false
}

// nameChar reads a character of a name, which may be written \uXXXX; a pair of
// surrogates is one whatever the flags. -1 is none.
func (p *parser) nameChar() rune {
	u := p.source[p.at]
	if u == '\\' {
		if p.at++; !p.take("u") {
			return -1
		}
		if c, ok := p.unicodeEscape(true); ok {
			return c
		}
		return -1
	}
	p.at++
	if isHigh(u) && p.at < len(p.source) && isLow(p.source[p.at]) {
		p.at++
		return joined(u, p.source[p.at-1])
	}
	return rune(u)
}

func inName(c rune, first bool) bool {
	if c == '$' || c == '_' || unicode.In(c, unicode.L, unicode.Nl, unicode.Other_ID_Start) {
		return true
	}
	return !first && (c == 0x200c || c == 0x200d || unicode.In(c, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue))
}
