package pattern

// class reads what follows [.
func (p *parser) class() *node {
	s := &set{mode: p.mode, not: p.take("^")}
	for !p.take("]") {
		if p.at == len(p.source) {
			fail("Unterminated character class")
		}
		p.member(s)
	}
	return &node{kind: class, set: s.closed()}
}

// member reads a character, a class or a range.
func (p *parser) member(s *set) {
	lo, left := p.classAtom()
	if !p.isNext("-") || p.at+1 == len(p.source) || p.source[p.at+1] == ']' {
		s.add(lo, left)
		return
	}
	p.at++
	hi, right := p.classAtom()
	switch {
	case left == nil && right == nil && lo > hi:
		fail("Range out of order in character class")
	case left == nil && right == nil:
		s.spans = append(s.spans, span{lo, hi})
	case p.mode.unicode:
		fail("Invalid character class")
	default:
		s.add(lo, left)
		s.add('-', nil)
		s.add(hi, right)
	}
}

func (s *set) add(c rune, spans []span) {
	if spans == nil {
		spans = []span{{c, c}}
	}
	s.spans = append(s.spans, spans...)
}

// classAtom reads a character, or the spans of a class like \d.
func (p *parser) classAtom() (c rune, spans []span) {
	if p.at == len(p.source) {
		fail("Unterminated character class")
	}
	if !p.take("\\") {
		return p.next(), nil
	}
	if p.at == len(p.source) {
		fail("\\ at end of pattern")
	}
	if p.take("b") {
		return '\b', nil
	}
	if spans := p.classEscape(); spans != nil {
		return 0, spans
	}
	return p.charEscape(true), nil
}
