package pattern

type op uint8

const (
	opChar  op = iota // ch
	opSet             // set
	opSplit           // go on, or at a; lazy: at a, or on
	opJump            // at a
	opSave            // slot a is the place
	opReset           // the slots [a, b) hold nothing
	opZero            // slot a is 0
	opLoop            // a counter's slot, the loop's end; min, max
	opTurn            // the end of a turn: b where it began, a counter or -1
	opMany            // ch or set from min to max times, as often as it goes
	opLook            // what follows has to match, or not; on at a
	opBack            // group a, or those called so
	opBegin
	opEnd
	opBoundary
	opMatch
)

// inst is one step. Where back is set it reads what stands before the place.
type inst struct {
	op       op
	back     bool
	not      bool
	lazy     bool
	a, b     int
	min, max int
	ch       rune
	set      *set
	groups   []int
}

type compiler struct {
	*Program
	names []string
	back  bool // reads backwards, within a look behind
}

func compile(root *node, names []string, m mode) *Program {
	p := &Program{Groups: len(names) - 1, mode: m, slots: 2 * len(names)}
	for _, name := range names {
		if name != "" {
			p.Names = names
		}
	}
	c := &compiler{Program: p, names: names}
	c.node(root)
	c.emit(inst{op: opMatch})
	p.starts, p.fixed = beginnings(root, m), m.fixes(root)
	return p
}

func (c *compiler) emit(i inst) int {
	i.back = c.back
	c.code = append(c.code, i)
	return len(c.code) - 1
}

func (c *compiler) slot() int {
	c.slots++
	return c.slots - 1
}

func (c *compiler) node(n *node) {
	switch n.kind {
	case char:
		c.emit(inst{op: opChar, ch: n.ch})
	case class:
		c.emit(inst{op: opSet, set: n.set})
	case sequence:
		c.sequence(n.subs)
	case choice:
		c.choice(n.subs)
	case capture:
		c.capture(n)
	case repeat:
		c.repeat(n)
	case look:
		c.look(n)
	case back:
		c.emit(inst{op: opBack, groups: c.referenced(n)})
	case begin:
		c.emit(inst{op: opBegin})
	case end:
		c.emit(inst{op: opEnd})
	case boundary:
		c.emit(inst{op: opBoundary, not: n.not})
	}
}

func (c *compiler) sequence(subs []*node) {
	for i := range subs {
		if c.back {
			i = len(subs) - 1 - i
		}
		c.node(subs[i])
	}
}

func (c *compiler) choice(subs []*node) {
	var ends []int
	for i, s := range subs {
		if i == len(subs)-1 {
			c.node(s)
			break
		}
		split := c.emit(inst{op: opSplit})
		c.node(s)
		ends = append(ends, c.emit(inst{op: opJump}))
		c.code[split].a = len(c.code)
	}
	for _, at := range ends {
		c.code[at].a = len(c.code)
	}
}

func (c *compiler) capture(n *node) {
	open, shut := 2*n.index, 2*n.index+1
	if c.back {
		open, shut = shut, open
	}
	c.emit(inst{op: opSave, a: open})
	c.node(n.subs[0])
	c.emit(inst{op: opSave, a: shut})
}

func (c *compiler) look(n *node) {
	at := c.emit(inst{op: opLook, not: n.not})
	was := c.back
	c.back = n.behind
	c.node(n.subs[0])
	c.emit(inst{op: opMatch})
	c.back = was
	c.code[at].a = len(c.code)
}

func (c *compiler) referenced(n *node) []int {
	if n.name == "" {
		return []int{n.index}
	}
	var groups []int
	for i, name := range c.names {
		if name == n.name {
			groups = append(groups, i)
		}
	}
	return groups
}

func (c *compiler) repeat(n *node) {
	sub := n.subs[0]
	switch {
	case n.max == 0:
	case sub.single() && !n.lazy && !c.back:
		c.emit(inst{op: opMany, ch: sub.ch, set: sub.set, min: n.min, max: n.max})
	case n.min == 0 && (n.max == 1 || n.max < 0):
		head := c.emit(inst{op: opSplit, lazy: n.lazy})
		c.turn(n, -1)
		if n.max < 0 {
			c.emit(inst{op: opJump, a: head})
		}
		c.code[head].a = len(c.code)
	default:
		counter := c.slot()
		c.emit(inst{op: opZero, a: counter})
		head := c.emit(inst{op: opLoop, a: counter, lazy: n.lazy, min: n.min, max: n.max})
		c.turn(n, counter)
		c.emit(inst{op: opJump, a: head})
		c.code[head].b = len(c.code)
	}
}

// turn is one turn of a loop: what its groups held is forgotten, and a turn
// that need not be and matches nothing fails.
func (c *compiler) turn(n *node, counter int) {
	began := -1
	if n.subs[0].nullable() {
		began = c.slot()
		c.emit(inst{op: opSave, a: began})
	}
	if n.first < n.last {
		c.emit(inst{op: opReset, a: 2 * n.first, b: 2 * n.last})
	}
	c.node(n.subs[0])
	if began >= 0 || counter >= 0 {
		c.emit(inst{op: opTurn, a: counter, b: began, min: n.min})
	}
}
