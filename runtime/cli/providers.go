package cli

import (
	goruntime "runtime"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
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

// details is the answer of `provider info`.
type details struct {
	summary
	Description string         `json:"description"`
	License     string         `json:"license"`
	Homepage    string         `json:"homepage"`
	Operations  []string       `json:"operations"`
	Network     []string       `json:"network"`
	Inherit     []string       `json:"inherit"`
	AuthAnyOf   [][]string     `json:"auth_any_of"`
	Options     []optionDetail `json:"options"`
}

type optionDetail struct {
	Key         string   `json:"key"`
	Type        string   `json:"type"`
	Required    bool     `json:"required"`
	Secret      bool     `json:"secret"`
	Default     any      `json:"default,omitempty"`
	Choices     []string `json:"choices,omitempty"`
	Env         []string `json:"env"`
	Description string   `json:"description"`
}

func (r *run) providerInfo(args []string) error {
	l, err := r.named(args[0])
	if err != nil {
		return err
	}
	d := l.Descriptor
	out := details{
		summary: summaryOf(d), Description: d.Description, License: d.License, Homepage: d.Homepage,
		Operations: some(d.Operations.CLI), Network: some(d.Security.Network), Inherit: some(d.Inherit), AuthAnyOf: some(d.AuthAnyOf),
		Options: []optionDetail{},
	}
	for _, f := range d.Fields {
		out.Options = append(out.Options, optionDetail{f.Key, f.Type, f.Required, f.Secret, config.Default(f), f.Choices, config.FieldEnv(d.ID, f), f.Description})
	}
	return r.show(out, func() error { return r.showDetails(out) })
}

func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func (r *run) showDetails(d details) error {
	rows := [][]string{
		{"id", d.ID}, {"name", d.Name}, {"version", d.Version}, {"kind", d.Kind}, {"description", d.Description}, {"homepage", d.Homepage},
		{"digest", d.Digest}, {"network", strings.Join(d.Network, ", ")}, {"inherits", strings.Join(d.Inherit, ", ")},
	}
	for _, f := range api.Features() {
		rows = append(rows, []string{"feature", string(f) + declared(d.Features, f)})
	}
	for _, o := range d.Options {
		rows = append(rows, []string{"option", o.Key + " (" + o.kind() + "): " + o.Description})
		rows = append(rows, []string{"", "set " + strings.Join(o.Env, " or ")})
	}
	kept := rows[:0]
	for _, row := range rows {
		if row[1] != "" {
			kept = append(kept, row)
		}
	}
	return r.table(nil, kept)
}

func (o optionDetail) kind() string {
	words := o.Type
	if o.Required {
		words += ", required"
	}
	if o.Secret {
		words += ", secret"
	}
	if text, ok := config.Text(o.Default); ok {
		words += ", default " + text
	}
	return words
}

func declared(list []api.Feature, f api.Feature) string {
	for _, g := range list {
		if g == f {
			return ""
		}
	}
	return " (no: E8004)"
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
