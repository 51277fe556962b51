package pattern

type kind uint8

const (
	empty    kind = iota
	char          // ch
	class         // set
	sequence      // subs in order
	choice        // one of subs
	capture       // subs[0] as group index
	repeat        // subs[0] from min to max times
	look          // subs[0] ahead or behind
	back          // what group index, or those called name, captured
	begin         // ^
	end           // $
	boundary      // \b, or \B where not
)

// node is a part of a pattern.
type node struct {
	kind   kind
	ch     rune
	set    *set
	subs   []*node
	index  int
	name   string
	not    bool // of look and boundary
	behind bool // of look

	min, max    int // max -1: any number
	lazy        bool
	first, last int // the groups [first, last) inside
}

// nullable reports whether a node may match nothing.
func (n *node) nullable() bool {
	switch n.kind {
	case char, class:
		return false
	case sequence:
		for _, s := range n.subs {
			if !s.nullable() {
				return false
			}
		}
		return true
	case choice:
		for _, s := range n.subs {
			if s.nullable() {
				return true
			}
		}
		return false
	case capture:
		return n.subs[0].nullable()
	case repeat:
		return n.min == 0 || n.subs[0].nullable()
	}
	return true
}

// single reports whether a node is exactly one character.
func (n *node) single() bool { return n.kind == char || n.kind == class }
