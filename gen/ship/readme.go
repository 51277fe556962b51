package ship

import (
	"cmp"
	"strings"

	"github.com/abxgen/abxgen/gen/plan"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/templates"
)

// readme writes the README of a folder.
func (s *Shape) readme(p *plan.Provider, f Folder) ([]byte, error) {
	d := s.Descriptor
	r := templates.PluginReadme{
		ID: d.ID, Name: cell(d.Name), Description: cell(d.Description), Version: cell(d.Version), License: cell(d.License), Homepage: cell(d.Homepage),
		Platform: f.Platform, Abxgen: api.Version, Folder: "./" + f.Name,
		Environment: quoted(d.Security.EnvPassthrough), Features: features(d.Features), Bytes: s.bytes(),
	}
	for i, e := range f.Executables {
		what := "the plugin: it answers the host, holds the key and speaks to the network"
		if i > 0 {
			what = "runs the provider's JavaScript without network, files or environment; the plugin starts it and checks it (`" + e.Digest + "`)"
		}
		r.Files = append(r.Files, templates.NameWhat{Name: e.Name, What: what})
	}
	r.Files = append(r.Files, templates.NameWhat{Name: LicencesFile, What: "the licences of what is linked in"})
	r.Reaches = reaches(d)
	for _, o := range p.Options {
		r.Options = append(r.Options, templates.ReadmeOption{Key: o.Key, Variables: quoted(o.Variables), Marks: o.Marks(), About: about(o)})
	}
	for _, l := range s.LeftOut {
		r.LeftOut = append(r.LeftOut, templates.WhatWhy(l))
	}
	return r.Render()
}

// bytes tells who moves the bytes.
func (s *Shape) bytes() string {
	switch {
	case s.dataPlane == Plugin || s.dataPlane == Auto && s.Inexact != "":
		return "Files and the output of programs go through the plugin; one file may have about 6 MiB."
	case s.dataPlane == Direct:
		return "The host itself moves files and the output of programs to and from the sandbox; where that would not be exact, a create fails."
	}
	return "The host itself moves files and the output of programs to and from the sandbox where that is exact; elsewhere they go through the plugin, and one file may have about 6 MiB."
}

func reaches(d *api.Descriptor) []templates.WhatWhich {
	var rows []templates.WhatWhich
	add := func(what string, which ...string) {
		if list := quoted(which); list != "" {
			rows = append(rows, templates.WhatWhich{What: what, Which: list})
		}
	}
	if e := d.Endpoint; e != nil {
		add("control plane", e.BaseURL)
		add("sandboxes", e.Domain)
	}
	add("network", d.Security.Network...)
	add("files", d.Security.Filesystem...)
	return rows
}

func features(list []api.Feature) string {
	var words []string
	for _, f := range list {
		words = append(words, string(f))
	}
	return cmp.Or(quoted(words), "Nothing")
}

func about(o plan.Option) string {
	text := cell(o.Description)
	if o.Default != "" && !o.Secret {
		text = strings.TrimSpace(text + " Default: " + cell(o.Default) + ".")
	}
	return text
}

// quoted lists words as code; "" for none.
func quoted(list []string) string {
	var words []string
	for _, w := range list {
		if w != "" {
			words = append(words, "`"+strings.ReplaceAll(cell(w), "`", "'")+"`")
		}
	}
	return strings.Join(words, ", ")
}

// cell makes one line of a manifest's text, which can end neither a table's
// cell nor become markup of its own.
func cell(s string) string {
	s = diag.Clean(strings.Join(strings.Fields(s), " "))
	return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(s)
}
