// Package pattern matches regular expressions as ECMAScript 2023 says, its
// annex B included. The engine's own go to Go's regexp and to regexp2, which
// follow other rules without a word: what a group held in an earlier turn of a
// loop stays, a line ends at \n alone, é is a letter of \b, two surrogates are
// one to them, a replacement skips the empty match behind another one.
//
// It is a backtracking matcher, as every engine of JavaScript has one, over the
// UTF-16 units of a string: Compile makes code of a pattern, Match runs it.
package pattern

import "errors"

// Input is a string of UTF-16 units; goja.String is one.
type Input interface {
	CharAt(i int) uint16
	Length() int
}

// ErrTooDeep is what Match answers where the ways that it still could go do not
// fit into its memory; V8 throws a RangeError there.
var ErrTooDeep = errors.New("the regular expression has too many ways to go")

// SyntaxError is what is wrong with a pattern, in the words of V8.
type SyntaxError string

// Error gives those words.
func (e SyntaxError) Error() string { return string(e) }

// Program is a compiled pattern. Any number of goroutines may match with it.
type Program struct {
	// Groups is how many groups capture.
	Groups int
	// Names are the groups' by number, "" where one has none; nil where none has.
	Names []string

	mode   mode
	code   []inst
	slots  int
	starts *starts // what a match may begin with; nil: anything
	fixed  bool    // matches at the input's beginning only
}

// mode are the flags that have a say in matching.
type mode struct{ ignoreCase, multiline, dotAll, unicode bool }

// Compile reads a pattern with the flags that it has (those of them that say
// how it matches: imsu). The error is a SyntaxError.
func Compile(source []uint16, flags string) (p *Program, err error) {
	var m mode
	for _, f := range flags {
		switch f {
		case 'i':
			m.ignoreCase = true
		case 'm':
			m.multiline = true
		case 's':
			m.dotAll = true
		case 'u':
			m.unicode = true
		}
	}
	root, names, err := parse(source, m)
	if err != nil {
		return nil, err
	}
	return compile(root, names, m), nil
}

// Match looks for the leftmost match that begins at at or later (with sticky:
// at at). It gives the places of the match and of each group, -1 where a group
// took no part, and nil where there is no match. It asks stop now and then, and
// gives up where that is true.
func (p *Program) Match(in Input, at int, sticky bool, stop func() bool) ([]int, error) {
	m := &matcher{Program: p, in: in, size: in.Length(), stop: stop, slots: make([]int, p.slots)}
	if p.mode.unicode && at > 0 && at < m.size && isLow(in.CharAt(at)) && isHigh(in.CharAt(at-1)) {
		at--
	}
	for ; at <= m.size; at = p.After(in, at) {
		if m.mayBegin(at) && m.begin(at) {
			return m.slots[:2*p.Groups+2], nil
		}
		if sticky || p.fixed || m.failure != nil {
			break
		}
	}
	if m.failure == errStopped {
		return nil, nil
	}
	return nil, m.failure
}

var errStopped = errors.New("stopped")

// begin tries a match at one place.
func (m *matcher) begin(at int) bool {
	for i := range m.slots {
		m.slots[i] = -1
	}
	m.stack, m.pos, m.slots[0] = m.stack[:0], at, at
	if !m.run(0, 0) {
		return false
	}
	m.slots[1] = m.pos
	return true
}

// After is the place behind at where a match may begin: the next unit, or with
// the flag u the next character.
func (p *Program) After(in Input, at int) int {
	if p.mode.unicode && at+1 < in.Length() && isHigh(in.CharAt(at)) && isLow(in.CharAt(at+1)) {
		return at + 2
	}
	return at + 1
}

// mayBegin reports whether the unit at a place can begin a match.
func (m *matcher) mayBegin(at int) bool {
	if m.fixed && at > 0 {
		return false
	}
	if m.starts == nil {
		return true
	}
	return at < m.size && m.starts.has(m.in.CharAt(at))
}

func isHigh(u uint16) bool { return u&0xfc00 == 0xd800 }
func isLow(u uint16) bool  { return u&0xfc00 == 0xdc00 }
