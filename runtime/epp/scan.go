package epp

import (
	"bytes"
	"encoding/json"
)

// maxID bounds what an idScanner keeps of an id or a key, in bytes.
const maxID = 1 << 10

// idScanner finds the top-level "id" of a JSON object that is too long to be
// kept, from its bytes as they pass by.
type idScanner struct {
	depth            int
	inString, escape bool
	isValue, isID    bool   // the token at depth 1 is a value; it is the id's
	token            []byte // of depth 1, up to maxID
	found            []byte
}

func (s *idScanner) feed(p []byte) {
	for _, c := range p {
		s.next(c)
	}
}

func (s *idScanner) next(c byte) {
	if s.inString {
		s.keep(c)
		switch {
		case s.escape:
			s.escape = false
		case c == '\\':
			s.escape = true
		case c == '"':
			s.inString = false
		}
		return
	}
	switch c {
	case '"':
		s.inString = true
		s.keep(c)
	case '{', '[':
		s.depth++
		s.keep(c)
	case '}', ']':
		if s.depth == 1 {
			s.endValue()
		}
		s.depth--
		s.keep(c)
	case ':', ',':
		s.separator(c)
	default:
		s.keep(c)
	}
}

func (s *idScanner) separator(c byte) {
	if s.depth != 1 {
		return
	}
	if c == ',' {
		s.endValue()
		return
	}
	s.isID = string(bytes.TrimSpace(s.token)) == `"id"`
	s.isValue, s.token = true, s.token[:0]
}

func (s *idScanner) endValue() {
	if s.isValue && s.isID && s.found == nil {
		s.found = bytes.Clone(bytes.TrimSpace(s.token))
	}
	s.isValue, s.token = false, s.token[:0]
}

func (s *idScanner) keep(c byte) {
	if s.depth == 1 && c != '{' && len(s.token) < maxID {
		s.token = append(s.token, c)
	}
}

// id gives the id as it came, nil where there is none that can be echoed.
func (s *idScanner) id() json.RawMessage {
	if !validID(s.found) {
		return nil
	}
	return s.found
}
