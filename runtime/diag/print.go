package diag

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Text prints one line a finding and one a note, sorted, without control
// characters.
func (l List) Text(w io.Writer) error {
	for _, d := range l.Sorted() {
		if _, err := fmt.Fprintln(w, d); err != nil {
			return err
		}
		for _, n := range d.Notes {
			if _, err := fmt.Fprintln(w, Diag{Severity: SeverityNote, Pos: n.Pos, Msg: n.Msg}); err != nil {
				return err
			}
		}
	}
	return nil
}

type jsonPos struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	Col  int    `json:"column,omitempty"`
}

type jsonNote struct {
	jsonPos
	Message string `json:"message"`
}

type jsonDiag struct {
	Severity string `json:"severity"`
	Code     string `json:"code,omitempty"`
	jsonPos
	Message string     `json:"message"`
	Hint    string     `json:"hint,omitempty"`
	Notes   []jsonNote `json:"notes,omitempty"`
}

// JSON prints one JSON array of {severity, code, file, line, column, message,
// hint, notes: [{file, line, column, message}]}, sorted; what is unknown is
// absent. An empty list prints [].
func (l List) JSON(w io.Writer) error {
	out := make([]jsonDiag, 0, len(l))
	for _, d := range l.Sorted() {
		j := jsonDiag{Severity: d.Severity.String(), Code: d.Code, jsonPos: jsonPos(d.Pos), Message: d.Msg, Hint: d.Hint}
		for _, n := range d.Notes {
			j.Notes = append(j.Notes, jsonNote{jsonPos(n.Pos), n.Msg})
		}
		out = append(out, j)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false) // `<` as it is
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	githubCommand  = map[Severity]string{SeverityError: "error", SeverityWarning: "warning", SeverityNote: "notice"}
)

// GitHub prints one workflow command a finding, which GitHub Actions shows at
// its place in a pull request.
func (l List) GitHub(w io.Writer) error {
	for _, d := range l.Sorted() {
		props := []string{"file=" + githubProperty.Replace(d.Pos.File)}
		if d.Pos.Line > 0 {
			props = append(props, fmt.Sprintf("line=%d", d.Pos.Line))
		}
		if d.Pos.Col > 0 {
			props = append(props, fmt.Sprintf("col=%d", d.Pos.Col))
		}
		if d.Code != "" {
			props = append(props, "title="+githubProperty.Replace(d.Code))
		}
		msg := d.message()
		for _, n := range d.Notes {
			msg += "\n" + n.Pos.String() + ": " + n.Msg
		}
		_, err := fmt.Fprintf(w, "::%s %s::%s\n", githubCommand[d.Severity], strings.Join(props, ","), githubMessage.Replace(msg))
		if err != nil {
			return err
		}
	}
	return nil
}
