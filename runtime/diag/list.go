package diag

import (
	"fmt"
	"slices"
	"strings"
)

// List is what a phase found; nil when it found nothing.
type List []Diag

// Errorf adds an error of a code at a place, with what to write as hint.
func (l *List) Errorf(code string, pos Pos, hint, format string, args ...any) {
	l.Add(Diag{Severity: Error, Code: code, Pos: pos, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// Warnf adds a warning.
func (l *List) Warnf(code string, pos Pos, hint, format string, args ...any) {
	l.Add(Diag{Severity: Warning, Code: code, Pos: pos, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// Notef adds a note without a code.
func (l *List) Notef(pos Pos, format string, args ...any) {
	l.Add(Diag{Severity: SeverityNote, Pos: pos, Msg: fmt.Sprintf(format, args...)})
}

// Add adds findings as they are.
func (l *List) Add(d ...Diag) { *l = append(*l, d...) }

// Sorted gives the list by place, errors before warnings at the same place,
// each finding once; nil when empty. The receiver stays as it is.
func (l List) Sorted() List {
	if len(l) == 0 {
		return nil
	}
	out := slices.Clone(l)
	slices.SortStableFunc(out, Diag.compare)
	return slices.CompactFunc(out, func(a, b Diag) bool { return a.compare(b) == 0 })
}

// HasErrors reports whether a finding fails the build.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diag) bool { return d.Severity == Error })
}

// Count gives the number of findings of a severity.
func (l List) Count(s Severity) int {
	n := 0
	for _, d := range l {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// Err gives nil when the list has no error, else a *Failure of the whole list.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return &Failure{List: l.Sorted()}
}

// Failure is a List with at least one error, as an error value.
type Failure struct{ List List }

// Error gives the text form of every finding.
func (f *Failure) Error() string {
	var b strings.Builder
	_ = f.List.Text(&b)
	return strings.TrimSuffix(b.String(), "\n")
}
