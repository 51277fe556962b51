package diag

import (
	"cmp"
	"strings"
)

// Severity orders diagnostics: only an Error fails a build.
type Severity int

// The severities.
const (
	SeverityError Severity = iota
	SeverityWarning
	SeverityNote
)

// Short names, as the rooms write them in literals.
const (
	Error   = SeverityError
	Warning = SeverityWarning
)

// String gives error, warning or note.
func (s Severity) String() string {
	switch s {
	case SeverityWarning:
		return "warning"
	case SeverityNote:
		return "note"
	default:
		return "error"
	}
}

// Diag is one finding.
type Diag struct {
	Severity Severity
	Code     string // of spec/errors.md, E8014 for a manifest; may be empty for a note
	Pos      Pos
	Msg      string // what is wrong; no secret
	Hint     string // what to write; may be empty
	Notes    []Note // further places that belong to it
}

// Note is a further place of a finding, such as the first of two definitions.
type Note struct {
	Pos Pos
	Msg string
}

// String gives the first line of the finding: FILE:LINE:COL: CODE: msg; hint,
// where a warning or note says so before its code.
func (d Diag) String() string {
	var parts []string
	add := func(s string) {
		if s != "" {
			parts = append(parts, s)
		}
	}
	add(d.Pos.String())
	if d.Severity != Error {
		add(d.Severity.String())
	}
	add(d.Code)
	add(d.message())
	return Clean(strings.Join(parts, ": "))
}

func (d Diag) message() string {
	if d.Hint == "" {
		return d.Msg
	}
	return d.Msg + "; " + d.Hint
}

func (d Diag) compare(e Diag) int {
	return cmp.Or(
		d.Pos.compare(e.Pos),
		int(d.Severity)-int(e.Severity),
		cmp.Compare(d.Code, e.Code),
		cmp.Compare(d.Msg, e.Msg),
		cmp.Compare(d.Hint, e.Hint),
	)
}
