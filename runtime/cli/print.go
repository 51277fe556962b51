package cli

import (
	"encoding/json"
	"fmt"
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

// table prints rows in columns; a header of none prints pairs.
func (r *run) table(header []string, rows [][]string) error {
	w := tabwriter.NewWriter(r.Stdout, 0, 0, 2, ' ', 0)
	if header != nil {
		rows = append([][]string{header}, rows...)
	}
	for _, row := range rows {
		for i, cell := range row {
			row[i] = cleanLine(cell)
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(strings.Join(row, "\t"), "\t")); err != nil {
			return err
		}
	}
	return w.Flush()
}
