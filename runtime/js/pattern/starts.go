package pattern

// starts are the units that a match may begin with.
type starts struct {
	low   [128]bool
	other bool // any unit from 0x80
}

func (s *starts) has(u uint16) bool {
	if u < 128 {
		return s.low[u]
	}
	return s.other
}

// beginnings gives what a match of n begins with; nil where that may be
// anything, or nothing.
func beginnings(n *node, m mode) *starts {
	s := &starts{}
	if n.nullable() || !s.take(n, m) {
		return nil
	}
	return s
}

// take adds what n begins with, and reports whether it begins with something
// for sure, so that what follows has no say.
func (s *starts) take(n *node, m mode) bool {
	switch n.kind {
	case char:
		s.takeChar(n.ch, m)
		return true
	case class:
		for i, has := range n.set.low {
			s.low[i] = s.low[i] || has
		}
		s.other = true
		return true
	case sequence:
		for _, sub := range n.subs {
			if s.take(sub, m) {
				return true
			}
		}
		return false
	case choice:
		sure := true
		for _, sub := range n.subs {
			sure = s.take(sub, m) && sure
		}
		return sure
	case capture:
		return s.take(n.subs[0], m)
	case repeat:
		return s.take(n.subs[0], m) && n.min > 0
	case look, begin, end, boundary:
		return false
	}
	*s = starts{other: true} // what a reference holds may be anything
	for i := range s.low {
		s.low[i] = true
	}
	return false
}

func (s *starts) takeChar(ch rune, m mode) {
	m.alike(ch, func(r rune) bool {
		if r < 128 {
			s.low[r] = true
		} else {
			s.other = true
		}
		return false
	})
}

// fixes reports whether a pattern can match at the beginning only.
func (m mode) fixes(n *node) bool {
	switch n.kind {
	case begin:
		return !m.multiline
	case sequence:
		return len(n.subs) > 0 && m.fixes(n.subs[0])
	case capture:
		return m.fixes(n.subs[0])
	case choice:
		for _, sub := range n.subs {
			if !m.fixes(sub) {
				return false
			}
		}
		return true
	}
	return false
}
