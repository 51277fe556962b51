package pattern

import (
	"slices"
	"strings"
)

// escape reads what follows a backslash outside of a class.
func (p *parser) escape() (n *node, repeatable bool) {
	if p.at == len(p.source) {
		fail("\\ at end of pattern")
	}
	switch c := p.peek(); {
	case p.take("b"):
		return &node{kind: boundary}, false
	case p.take("B"):
		return &node{kind: boundary, not: true}, false
	case c == 'k' && p.named:
		p.at++
		return p.namedReference(), true
	case c >= '1' && c <= '9':
		if n := p.reference(); n != nil {
			return n, true
		}
	}
	if spans := p.classEscape(); spans != nil {
		return p.of(spans), true
	}
	return p.literal(p.charEscape(false)), true
}

func (p *parser) namedReference() *node {
	if !p.take("<") {
		fail("Invalid named reference")
	}
	name, ok := p.tryName()
	if !ok {
		fail("Invalid named reference")
	}
	if !slices.Contains(p.ahead, name) {
		fail("Invalid named capture referenced")
	}
	return &node{kind: back, name: name}
}

// reference reads \1 and its kin where there is such a group; nil where it is
// another kind of escape.
func (p *parser) reference() *node {
	from := p.at
	if n, _ := p.number(); n <= p.total {
		return &node{kind: back, index: n}
	}
	if p.mode.unicode {
		fail("Invalid escape")
	}
	p.at = from
	return nil
}

// classEscape reads \d and its kin; nil where it is another escape.
func (p *parser) classEscape() []span {
	c := p.peek()
	if c < 0 || !strings.ContainsRune("dDsSwW", c) {
		if p.mode.unicode && (c == 'p' || c == 'P') {
			fail("Invalid property name")
		}
		return nil
	}
	p.at++
	return p.mode.escaped(c)
}

// charEscape reads the escape of one character.
func (p *parser) charEscape(inClass bool) rune {
	if i := strings.IndexRune("tnvfr", p.peek()); i >= 0 && p.at < len(p.source) {
		p.at++
		return rune("\t\n\v\f\r"[i])
	}
	switch c := p.next(); {
	case c == 'c':
		return p.control(inClass)
	case c == 'x':
		return p.coded('x', 2)
	case c == 'u':
		if c, ok := p.unicodeEscape(p.mode.unicode); ok {
			return c
		}
		if p.mode.unicode {
			fail("Invalid Unicode escape")
		}
		return 'u'
	case c >= '0' && c <= '7':
		return p.octal(c, inClass)
	case p.mode.unicode && !strings.ContainsRune(`^$\.*+?()[]{}|/`, c) && !(inClass && c == '-'):
		fail("Invalid escape")
	default:
		return c
	}
	return 0
}

func (p *parser) control(inClass bool) rune {
	c := p.peek()
	letter := c|0x20 >= 'a' && c|0x20 <= 'z' && c >= 0
	if letter || inClass && !p.mode.unicode && (c >= '0' && c <= '9' || c == '_') {
		p.at++
		return c & 31
	}
	if p.mode.unicode {
		fail("Invalid unicode escape")
	}
	p.at-- // the backslash means itself, and the c is read again
	return '\\'
}

// octal reads \0, and what else begins like a number of groups that are not
// there.
func (p *parser) octal(c rune, inClass bool) rune {
	if p.mode.unicode {
		if d := p.peek(); c != '0' || d >= '0' && d <= '9' {
			if inClass {
				fail("Invalid class escape")
			}
			fail("Invalid decimal escape")
		}
		return 0
	}
	n := c - '0'
	for p.peek() >= '0' && p.peek() <= '7' && n*8+p.peek()-'0' <= 0o377 {
		n = n*8 + p.peek() - '0'
		p.at++
	}
	return n
}

// coded reads so many hex digits; without them the letter means itself.
func (p *parser) coded(letter rune, digits int) rune {
	if n, ok := p.hex(digits); ok {
		return n
	}
	if p.mode.unicode {
		fail("Invalid escape")
	}
	return letter
}

func (p *parser) hex(digits int) (n rune, ok bool) {
	if p.at+digits > len(p.source) {
		return 0, false
	}
	for _, u := range p.source[p.at : p.at+digits] {
		d := hexDigit(u)
		if d < 0 {
			return 0, false
		}
		n = n*16 + d
	}
	p.at += digits
	return n, true
}

func hexDigit(u uint16) rune {
	switch c := rune(u); {
	case c >= '0' && c <= '9':
		return c - '0'
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return -1
}

// unicodeEscape reads XXXX behind \u; in full also a pair of them and {X…}.
func (p *parser) unicodeEscape(full bool) (rune, bool) {
	if full && p.isNext("{") {
		return p.braced()
	}
	n, ok := p.hex(4)
	if !ok || !full || !isHigh(uint16(n)) {
		return n, ok
	}
	from := p.at
	if p.take("\\u") {
		if low, ok := p.hex(4); ok && isLow(uint16(low)) {
			return joined(uint16(n), uint16(low)), true
		}
	}
	p.at = from
	return n, true
}

func (p *parser) braced() (n rune, ok bool) {
	from := p.at
	for p.at++; p.at < len(p.source); p.at++ {
		if p.peek() == '}' && ok {
			p.at++
			return n, true
		}
		d := hexDigit(p.source[p.at])
		if n = n*16 + d; d < 0 || n > maxChar {
			break
		}
		ok = true
	}
	p.at = from
	return 0, false
}
