package pattern

// matcher is one run.
type matcher struct {
	*Program
	in      Input
	size    int
	pos     int
	slots   []int // the groups' places, then what loops count
	stack   []entry
	steps   int
	stop    func() bool
	failure error
}

// An entry is a way that is left (pc from 0), to go on from pos, and for a run
// of characters at each place down to low; or what a slot held before (pc is
// its complement, pos the value).
type entry struct{ pc, pos, low int32 }

// maxStack bounds what one run remembers, 60 MB.
const maxStack = 5 << 20

func (m *matcher) push(pc, pos, low int) {
	if len(m.stack) >= maxStack {
		m.failure = ErrTooDeep
		return
	}
	m.stack = append(m.stack, entry{int32(pc), int32(pos), int32(low)})
}

// set changes a slot so that going back restores it.
func (m *matcher) set(slot, value int) {
	if old := m.slots[slot]; old != value {
		m.push(^slot, old, 0)
		m.slots[slot] = value
	}
}

// run goes on from pc to the next opMatch; what lies below base on the stack is
// another run's.
func (m *matcher) run(pc, base int) bool {
	for {
		if m.steps++; m.steps > pace {
			m.pause()
		}
		if m.failure != nil {
			return false
		}
		i := &m.code[pc]
		next := pc + 1
		ok := true
		switch i.op {
		case opMatch:
			return true
		case opChar, opSet:
			ok = m.one(i)
		case opMany:
			ok = m.many(i, next)
		case opJump:
			next = i.a
		case opSplit:
			next = m.split(i.lazy, next, i.a)
		case opLoop:
			next = m.loop(i, next)
		case opTurn:
			ok = m.turn(i)
		case opLook:
			ok, next = m.look(i, next), i.a
		case opBack:
			ok = m.again(i)
		case opBegin, opEnd, opBoundary:
			ok = m.holds(i)
		default:
			m.note(i)
		}
		if !ok {
			if next, ok = m.goBack(base); !ok {
				return false
			}
		}
		pc = next
	}
}

// pace is how many steps are taken between two looks at stop.
const pace = 1 << 16

func (m *matcher) pause() {
	m.steps = 0
	if m.stop != nil && m.stop() {
		m.failure = errStopped
	}
}

// goBack takes the last way that is left.
func (m *matcher) goBack(base int) (pc int, ok bool) {
	for n := len(m.stack); n > base; n = len(m.stack) {
		e := &m.stack[n-1]
		if e.pc < 0 {
			m.slots[^e.pc] = int(e.pos)
			m.stack = m.stack[:n-1]
			continue
		}
		m.pos, pc = int(e.pos), int(e.pc)
		if e.low < 0 || e.pos <= e.low {
			m.stack = m.stack[:n-1]
			return pc, true
		}
		e.pos = int32(m.before(int(e.pos), int(e.low)))
		return pc, true
	}
	return 0, false
}

// before is the place one character before, but not before low.
func (m *matcher) before(at, low int) int {
	if m.mode.unicode && at-2 >= low && isLow(m.in.CharAt(at-1)) && isHigh(m.in.CharAt(at-2)) {
		return at - 2
	}
	return at - 1
}

func (m *matcher) split(lazy bool, next, other int) int {
	if lazy {
		next, other = other, next
	}
	m.push(other, m.pos, -1)
	return next
}

func (m *matcher) loop(i *inst, next int) int {
	switch count := m.slots[i.a]; {
	case count < i.min:
		return next
	case i.max >= 0 && count >= i.max:
		return i.b
	}
	return m.split(i.lazy, next, i.b)
}

func (m *matcher) turn(i *inst) bool {
	needed := i.a >= 0 && m.slots[i.a] < i.min
	if i.b >= 0 && !needed && m.slots[i.b] == m.pos {
		return false
	}
	if i.a >= 0 {
		m.set(i.a, m.slots[i.a]+1)
	}
	return true
}

func (m *matcher) note(i *inst) {
	switch i.op {
	case opSave:
		m.set(i.a, m.pos)
	case opZero:
		m.set(i.a, 0)
	case opReset:
		for slot := i.a; slot < i.b; slot++ {
			m.set(slot, -1)
		}
	}
}

// look runs what follows by itself. What its groups captured stays if it is to
// match; the ways that it left are forgotten.
func (m *matcher) look(i *inst, next int) bool {
	at, base := m.pos, len(m.stack)
	found := m.run(next, base)
	m.pos = at
	if m.failure != nil {
		return false
	}
	if !found {
		return i.not
	}
	if i.not {
		m.undo(base)
		return false
	}
	kept := m.stack[:base]
	for _, e := range m.stack[base:] {
		if e.pc < 0 {
			kept = append(kept, e)
		}
	}
	m.stack = kept
	return true
}

func (m *matcher) undo(base int) {
	for n := len(m.stack); n > base; n-- {
		if e := m.stack[n-1]; e.pc < 0 {
			m.slots[^e.pc] = int(e.pos)
		}
	}
	m.stack = m.stack[:base]
}
