package pattern

import "slices"

// parser reads a pattern. A failure is a panic with a SyntaxError.
type parser struct {
	source []uint16
	at     int
	mode   mode
	total  int      // groups of the whole pattern
	named  bool     // \k is a reference
	names  []string // by group; of those that have begun
	ahead  []string // the names of the whole pattern
	depth  int      // of groups in groups
}

const maxDepth = 5000

func parse(source []uint16, m mode) (root *node, names []string, err error) {
	defer func() {
		if x := recover(); x != nil {
			e, ok := x.(SyntaxError)
			if !ok {
				panic(x)
			}
			err = e
		}
	}()
	p := &parser{source: source, mode: m, names: []string{""}}
	p.count()
	root = p.choice()
	if p.at < len(source) {
		fail("Unmatched ')'")
	}
	return root, p.names, nil
}

func fail(why string) { panic(SyntaxError(why)) }

// count finds the groups of the whole pattern, before it is read: what a digit
// behind a backslash means depends on them.
func (p *parser) count() {
	class := false
	for p.at = 0; p.at < len(p.source); p.at++ {
		switch p.source[p.at] {
		case '\\':
			p.at++
		case '[':
			class = true
		case ']':
			class = false
		case '(':
			if !class {
				p.countGroup()
			}
		}
	}
	p.at = 0
	p.named = p.mode.unicode || len(p.ahead) > 0
}

func (p *parser) countGroup() {
	switch {
	case p.isNext("(?<") && !p.isNext("(?<=") && !p.isNext("(?<!"):
		p.total++
		from := p.at
		p.at += 3
		if name, ok := p.tryName(); ok {
			p.ahead = append(p.ahead, name)
		}
		p.at = from
	case !p.isNext("(?"):
		p.total++
	}
}

func (p *parser) peek() rune {
	if p.at < len(p.source) {
		return rune(p.source[p.at])
	}
	return -1
}

func (p *parser) isNext(text string) bool {
	for i := range len(text) {
		if p.at+i >= len(p.source) || p.source[p.at+i] != uint16(text[i]) {
			return false
		}
	}
	return true
}

// take skips text where it is next.
func (p *parser) take(text string) bool {
	if !p.isNext(text) {
		return false
	}
	p.at += len(text)
	return true
}

// next reads one character: with the flag u a pair of surrogates is one.
func (p *parser) next() rune {
	u := p.source[p.at]
	p.at++
	if p.mode.unicode && isHigh(u) && p.at < len(p.source) && isLow(p.source[p.at]) {
		p.at++
		return joined(u, p.source[p.at-1])
	}
	return rune(u)
}

func joined(high, low uint16) rune {
	return 0x10000 + rune(high&0x3ff)<<10 + rune(low&0x3ff)
}

func (p *parser) choice() *node {
	if p.depth++; p.depth > maxDepth {
		fail("Regular expression too large")
	}
	defer func() { p.depth-- }()
	n := &node{kind: choice, subs: []*node{p.sequence()}}
	for p.take("|") {
		n.subs = append(n.subs, p.sequence())
	}
	if len(n.subs) == 1 {
		return n.subs[0]
	}
	return n
}

func (p *parser) sequence() *node {
	n := &node{kind: sequence}
	for p.at < len(p.source) && p.peek() != '|' && p.peek() != ')' {
		n.subs = append(n.subs, p.term())
	}
	return n
}

func (p *parser) term() *node {
	first := len(p.names)
	n, repeatable := p.atom()
	low, high, ok := p.quantifier()
	if !ok {
		return n
	}
	if !repeatable {
		fail("Nothing to repeat")
	}
	if high >= 0 && high < low {
		fail("numbers out of order in {} quantifier")
	}
	return &node{kind: repeat, subs: []*node{n}, min: low, max: high, lazy: p.take("?"), first: first, last: len(p.names)}
}

// atom reads what a quantifier may stand behind, or an assertion.
func (p *parser) atom() (n *node, repeatable bool) {
	switch c := p.next(); c {
	case '^':
		return &node{kind: begin}, false
	case '$':
		return &node{kind: end}, false
	case '(':
		return p.group()
	case '.':
		return p.dot(), true
	case '[':
		return p.class(), true
	case '\\':
		return p.escape()
	case '*', '+', '?':
		fail("Nothing to repeat")
	case '{':
		p.at--
		if p.mode.unicode {
			fail("Nothing to repeat")
		}
		if _, _, ok := p.quantifier(); ok {
			fail("Nothing to repeat")
		}
		p.at++
		return p.literal(c), true
	case '}', ']':
		if p.mode.unicode {
			fail("Lone quantifier brackets")
		}
		return p.literal(c), true
	default:
		return p.literal(c), true
	}
	return nil, false
}

func (p *parser) literal(c rune) *node { return &node{kind: char, ch: p.mode.fold(c)} }

func (p *parser) of(spans []span) *node {
	return &node{kind: class, set: (&set{spans: slices.Clone(spans), mode: p.mode}).closed()}
}

func (p *parser) dot() *node {
	if p.mode.dotAll {
		return p.of([]span{{0, maxChar}})
	}
	return &node{kind: class, set: (&set{spans: slices.Clone(lineEnds), not: true}).closed()}
}

// quantifier reads *, +, ?, {n}, {n,} and {n,m}.
func (p *parser) quantifier() (low, high int, ok bool) {
	switch {
	case p.take("*"):
		return 0, -1, true
	case p.take("+"):
		return 1, -1, true
	case p.take("?"):
		return 0, 1, true
	}
	from := p.at
	if p.take("{") {
		if low, ok = p.number(); ok {
			high = low
			if p.take(",") {
				if high, ok = p.number(); !ok {
					high = -1
				}
			}
			if p.take("}") {
				return low, high, true
			}
		}
	}
	p.at = from
	return 0, 0, false
}

const manyTimes = 1 << 30

func (p *parser) number() (n int, ok bool) {
	for p.at < len(p.source) && p.peek() >= '0' && p.peek() <= '9' {
		n = min(n*10+int(p.peek()-'0'), manyTimes)
		p.at++
		ok = true
	}
	return n, ok
}
