package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/network"
	"github.com/abxgen/abxgen/runtime/provider"
)

// details is the answer of `provider info`.
type details struct {
	summary
	Description string         `json:"description"`
	License     string         `json:"license"`
	Homepage    string         `json:"homepage"`
	Operations  []string       `json:"operations"`
	Network     []string       `json:"network"`
	Policy      string         `json:"network_policy"` // declared or open
	Inherit     []string       `json:"inherit"`
	AuthAnyOf   [][]string     `json:"auth_any_of"`
	Options     []optionDetail `json:"options"`
	// Endpoint is null where it cannot be known without more configuration.
	Endpoint *provider.Endpoint `json:"endpoint"`
	// Limits and Confined are of a provider with JavaScript.
	Limits   []api.Limit `json:"limits"`
	Confined *confined   `json:"confinement"`

	unknown string // why there is no endpoint
}

// confined tells what this machine keeps a provider's JavaScript from.
type confined struct {
	Held []string `json:"held"`
	Not  []string `json:"not_held"`
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
		Options: []optionDetail{}, Policy: network.Mode(l.Settings.OpenNetwork), Limits: []api.Limit{},
	}
	for _, f := range d.Fields {
		out.Options = append(out.Options, optionDetail{f.Key, f.Type, f.Required, f.Secret, config.Default(f), f.Choices, config.FieldEnv(d.ID, f), f.Description})
	}
	if d.Kind == api.KindExec {
		out.Policy, out.unknown = "not enforced", "it is a program of its own"
		return r.show(out, func() error { return r.showDetails(out) })
	}
	if d.Kind == api.KindNode {
		out.Limits = provider.Limits(l).List()
		out.Confined = r.confined()
	}
	if out.Endpoint, err = r.endpoint(l); err != nil {
		out.unknown = asError(err).Message
	}
	return r.show(out, func() error { return r.showDetails(out) })
}

// confined asks a guest that runs nothing; nil where none can be started.
func (r *run) confined() *confined {
	if r.Guest == nil {
		return nil
	}
	held, err := guest.Confined(r.ctx, r.Guest)
	if err != nil {
		return nil
	}
	c := &confined{}
	c.Held, c.Not = held.Lists()
	return c
}

// endpoint opens the provider with the configuration that there is, and asks
// it where it goes.
func (r *run) endpoint(l api.Linked) (*provider.Endpoint, error) {
	values, err := r.resolve(l.Descriptor, r.layers())
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.ctx, provider.Limits(l).Startup)
	defer cancel()
	p, err := provider.Open(ctx, l, r.opening(l.Descriptor, values))
	if err != nil {
		return nil, err
	}
	defer p.Close()
	e, err := p.(provider.Inspector).Endpoint(ctx)
	return &e, err
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
		{"digest", d.Digest}, {"inherits", strings.Join(d.Inherit, ", ")}, {"network", d.reach()},
	}
	rows = append(rows, d.goes()...)
	for _, l := range d.Limits {
		rows = append(rows, []string{"limit", l.Name + " " + l.Value + " (" + l.What + ")"})
	}
	rows = append(rows, []string{"confined", d.Confined.String()})
	for _, f := range api.Features() {
		rows = append(rows, []string{"feature", string(f) + declared(d.Features, f)})
	}
	for _, o := range d.Options {
		rows = append(rows, []string{"option", o.Key + " (" + o.kind() + "): " + o.Description})
		rows = append(rows, []string{"", "set " + strings.Join(o.Env, " or ")})
	}
	rows = slices.DeleteFunc(rows, func(row []string) bool { return row[1] == "" })
	return r.table(nil, rows)
}

// reach tells which hosts the provider may talk to.
func (d details) reach() string {
	if d.Policy != network.Declared {
		hosts := ""
		if len(d.Network) > 0 {
			hosts = "; declared: " + strings.Join(d.Network, ", ")
		}
		return d.Policy + hosts
	}
	return "only " + strings.Join(append(slices.Clone(d.Network), "its endpoint, and hosts that options name"), ", ")
}

// goes tells where the endpoint is.
func (d details) goes() [][]string {
	e := d.Endpoint
	if e == nil {
		return [][]string{{"endpoint", "not known: " + d.unknown}}
	}
	rows := [][]string{{"endpoint", e.BaseURL}, {"sandboxes", ""}}
	if e.Domain != "" {
		rows[1][1] = "below " + e.Domain
	}
	if e.Dial != "" {
		rows = append(rows, []string{"", "all connections to sandboxes go to " + e.Dial})
	}
	return rows
}

// String lists what holds and what this system lacks.
func (c *confined) String() string {
	switch {
	case c == nil:
		return ""
	case len(c.Not) == 0:
		return "its JavaScript: " + strings.Join(c.Held, ", ")
	case len(c.Held) == 0:
		return "its JavaScript: not by this system, which lacks " + strings.Join(c.Not, ", ")
	}
	return "its JavaScript: " + strings.Join(c.Held, ", ") + "; this system lacks " + strings.Join(c.Not, ", ")
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
	if slices.Contains(list, f) {
		return ""
	}
	return " (no: E8004)"
}
