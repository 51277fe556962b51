package diag

import (
	"cmp"
	"fmt"
)

// Pos is a place in a file. Lines and columns count from 1, columns in
// characters (not bytes); 0 means unknown.
type Pos struct {
	File string
	Line int
	Col  int
}

// String gives FILE:LINE:COL, shortened by what is unknown.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	default:
		return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
	}
}

// Known reports whether the line is known.
func (p Pos) Known() bool { return p.Line > 0 }

// In gives p, or outer where p knows no line: a border adds a position only
// where there is none, so the deepest one wins.
func (p Pos) In(outer Pos) Pos {
	if p.Known() {
		return p
	}
	return outer
}

func (p Pos) compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), p.Line-q.Line, p.Col-q.Col)
}
