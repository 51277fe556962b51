package cli

import (
	goruntime "runtime"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// summary is a line of `provider list`.
type summary struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Version  string        `json:"version"`
	Kind     string        `json:"kind"`
	Features []api.Feature `json:"features"`
	Digest   string        `json:"digest"`
	Source   string        `json:"source"`
}

func summaryOf(d *api.Descriptor) summary {
	features := d.Features
	if features == nil {
		features = []api.Feature{}
	}
	return summary{d.ID, d.Name, d.Version, d.Kind, features, d.Digest, "linked"}
}

func (r *run) providerList([]string) error {
	list := []summary{}
	var rows [][]string
	for _, l := range r.linked {
		s := summaryOf(l.Descriptor)
		list = append(list, s)
		rows = append(rows, []string{s.ID, s.Version, s.Kind, compact(s.Features), s.Name})
	}
	return r.show(list, func() error { return r.table([]string{"ID", "VERSION", "KIND", "FEATURES", "NAME"}, rows) })
}

// compact writes sandbox.lifecycle, sandbox.pause, pty as sandbox(lifecycle,pause) pty.
func compact(features []api.Feature) string {
	var groups []string
	tails := map[string][]string{}
	for _, f := range features {
		head, tail, _ := strings.Cut(string(f), ".")
		if _, seen := tails[head]; !seen {
			groups = append(groups, head)
			tails[head] = nil
		}
		if tail != "" {
			tails[head] = append(tails[head], tail)
		}
	}
	for i, head := range groups {
		if tails[head] != nil {
			groups[i] = head + "(" + strings.Join(tails[head], ",") + ")"
		}
	}
	return strings.Join(groups, " ")
}

func (r *run) version([]string) error {
	type line struct {
		ID      string `json:"id"`
		Version string `json:"version"`
		Digest  string `json:"digest"`
	}
	lines := []line{}
	rows := [][]string{{"abx", api.Version, goruntime.Version()}}
	for _, l := range r.linked {
		d := l.Descriptor
		lines = append(lines, line{d.ID, d.Version, d.Digest})
		rows = append(rows, []string{d.ID, d.Version, d.Digest})
	}
	out := map[string]any{"abx": api.Version, "go": goruntime.Version(), "providers": lines}
	return r.show(out, func() error { return r.table(nil, rows) })
}
