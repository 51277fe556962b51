package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// emit prints one JSON value.
func (r *run) emit(v any) error {
	enc := json.NewEncoder(r.Stdout)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// show prints v as JSON where that is asked for, else what people read.
func (r *run) show(v any, people func() error) error {
	if r.flags.json {
		return r.emit(v)
	}
	return people()
}

// say prints a line for people.
func (r *run) say(format string, args ...any) error {
	_, err := fmt.Fprintln(r.Stdout, cleanLine(fmt.Sprintf(format, args...)))
	return err
}

// table prints rows in columns; a header of none prints pairs. An empty cell
// keeps its column, and no line ends in spaces.
func (r *run) table(header []string, rows [][]string) error {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	if header != nil {
		rows = append([][]string{header}, rows...)
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = cleanLine(cell)
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	w.Flush()
	var text strings.Builder
	for line := range strings.Lines(b.String()) {
		text.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	_, err := io.WriteString(r.Stdout, text.String())
	return err
}
