package pattern

// read gives the character behind the place, or before it, and the place beyond
// it; -1 where there is none.
func (m *matcher) read(back bool) (r rune, beyond int) {
	if back {
		return m.readBack()
	}
	if m.pos >= m.size {
		return -1, m.pos
	}
	u := m.in.CharAt(m.pos)
	if m.mode.unicode && isHigh(u) && m.pos+1 < m.size {
		if low := m.in.CharAt(m.pos + 1); isLow(low) {
			return joined(u, low), m.pos + 2
		}
	}
	return rune(u), m.pos + 1
}

func (m *matcher) readBack() (r rune, beyond int) {
	if m.pos == 0 {
		return -1, 0
	}
	u := m.in.CharAt(m.pos - 1)
	if m.mode.unicode && isLow(u) && m.pos > 1 {
		if high := m.in.CharAt(m.pos - 2); isHigh(high) {
			return joined(high, u), m.pos - 2
		}
	}
	return rune(u), m.pos - 1
}

// one matches one character.
func (m *matcher) one(i *inst) bool {
	r, beyond := m.read(i.back)
	if r < 0 || !m.is(i, r) {
		return false
	}
	m.pos = beyond
	return true
}

func (m *matcher) is(i *inst, r rune) bool {
	if i.set != nil {
		return i.set.has(r)
	}
	return r == i.ch || m.mode.ignoreCase && m.mode.fold(r) == i.ch
}

// many matches as many characters as it can, and leaves the way to fewer.
func (m *matcher) many(i *inst, next int) bool {
	low := m.pos
	for n := 0; i.max < 0 || n < i.max; n++ {
		r, beyond := m.read(false)
		if r < 0 || !m.is(i, r) {
			if n < i.min {
				return false
			}
			break
		}
		m.pos = beyond
		if n < i.min {
			low = beyond
		}
	}
	m.steps += m.pos - low
	if m.pos > low {
		m.push(next, m.before(m.pos, low), low)
	}
	return true
}

// again matches what a group captured; one that took no part matches nothing.
func (m *matcher) again(i *inst) bool {
	for _, group := range i.groups {
		from, to := m.slots[2*group], m.slots[2*group+1]
		if from >= 0 && to >= 0 {
			return m.same(from, to, i.back)
		}
	}
	return true
}

func (m *matcher) same(from, to int, back bool) bool {
	at := m.pos
	for from < to {
		there := to
		if !back {
			there = from
		}
		m.pos, at = there, m.pos
		want, beyond := m.read(back)
		if back {
			to = beyond
		} else {
			from = beyond
		}
		m.pos = at
		got, past := m.read(back)
		if got < 0 || m.mode.fold(got) != m.mode.fold(want) {
			return false
		}
		m.pos = past
	}
	return true
}

// holds asks what stands around the place.
func (m *matcher) holds(i *inst) bool {
	switch i.op {
	case opBegin:
		return m.pos == 0 || m.mode.multiline && isLineEnd(m.in.CharAt(m.pos-1))
	case opEnd:
		return m.pos == m.size || m.mode.multiline && isLineEnd(m.in.CharAt(m.pos))
	}
	return (m.isWord(m.pos-1) != m.isWord(m.pos)) != i.not
}

func isLineEnd(u uint16) bool { return u == '\n' || u == '\r' || u == 0x2028 || u == 0x2029 }

func (m *matcher) isWord(at int) bool {
	if at < 0 || at >= m.size {
		return false
	}
	u := m.in.CharAt(at)
	switch {
	case u < 128:
		return u == '_' || u >= '0' && u <= '9' || u|0x20 >= 'a' && u|0x20 <= 'z'
	case m.mode.ignoreCase && m.mode.unicode:
		return u == 0x17f || u == 0x212a
	}
	return false
}
