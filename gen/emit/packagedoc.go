package emit

import (
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// packageDoc writes doc.go: what the provider is, what it reaches, which
// variables it reads, and the E8004 table for people.
func packageDoc(g *pkg) *source {
	f := g.file()
	t := &text{}
	g.introduce(t)
	g.reach(t)
	g.confines(t)
	g.variables(t)
	g.table(t)
	for _, line := range t.lines {
		f.PackageComment(line)
	}
	return f
}

func (g *pkg) introduce(t *text) {
	d := g.Descriptor
	about := "."
	if d.Description != "" {
		about = ": " + sentence(d.Description)
	}
	t.para("Package " + g.Package + " is a client of the sandbox provider " + title(d) + about)
	facts := []string{"id " + d.ID, "version " + d.Version, "kind " + d.Kind}
	if d.License != "" {
		facts = append(facts, "licence "+d.License)
	}
	if d.Homepage != "" {
		facts = append(facts, "homepage "+d.Homepage)
	}
	t.para("The manifest says: " + strings.Join(facts, ", ") + ".")
	t.para("[New] opens the provider with typed options, [FromEnvironment] with what the machine's configuration says. Every failure is, or wraps, an *api.Error.")
}

func title(d *api.Descriptor) string {
	if d.NameZH != "" && d.NameZH != d.Name {
		return d.Name + " (" + d.NameZH + ")"
	}
	return d.Name
}

func (g *pkg) reach(t *text) {
	d := g.Descriptor
	t.head("What it reaches")
	var rows [][]string
	if e := d.Endpoint; e != nil {
		rows = append(rows, []string{"control plane", orNone(e.BaseURL)}, []string{"sandboxes", orNone(e.Domain)})
	}
	for _, host := range d.Security.Network {
		rows = append(rows, []string{"network", host})
	}
	for _, place := range d.Security.Filesystem {
		rows = append(rows, []string{"files", place})
	}
	for _, name := range d.Security.EnvPassthrough {
		rows = append(rows, []string{"environment", name})
	}
	if d.Security.SpawnsProcesses {
		rows = append(rows, []string{"processes", "it starts some"})
	}
	if rows == nil {
		t.para("The manifest names no host, file or process.")
	} else {
		t.para("As the manifest declares:").block(columns(rows))
	}
	switch {
	case d.Kind == api.KindExec:
	case g.Settings.OpenNetwork:
		t.para("The build opened the network: requests may reach every host.")
	default:
		t.para("A request to another host than these, the endpoint's and those that Options name is refused before the name is resolved; the error holds the line that the manifest lacks.")
	}
}

// confines says what the provider's JavaScript is held to in a Go program, and
// where that ends.
func (g *pkg) confines(t *text) {
	if !g.hasGuest() {
		return
	}
	d := g.Descriptor
	t.head("What its JavaScript may do")
	t.para("It runs in this process. It has no file, process, variable or socket: all that it reaches it asks of this package. These are its limits:")
	var rows [][]string
	for _, l := range g.Settings.Limits.Or(api.Limits{Startup: d.StartupTimeout, Call: d.CallTimeout}).List() {
		if l.Name != "heap" { // the process's own
			rows = append(rows, []string{l.Name, l.Value, l.What})
		}
	}
	t.block(columns(rows))
	t.para("What goes over one is interrupted, the call fails with E8022 or E8000, and the next call has the JavaScript anew. " +
		"Within one process that has an end: memory is the program's, so that one huge allocation ends the program; " +
		"and a back reference of a regular expression, or a long call of the engine's own (sort, JSON), goes on until it is done, though nobody waits for it. " +
		"abx and plugins run the same JavaScript in a process of its own, where neither is so and the operating system keeps it from files and network besides.")
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

func (g *pkg) variables(t *text) {
	t.head("Which variables it reads")
	if len(g.Options) == 0 {
		t.para("None of its own. " + tuning)
		return
	}
	t.para("FromEnvironment reads these, from the process, ./.env and ~/.abx/.env; where there are several, the first one that is set counts:")
	rows := make([][]string, len(g.Options))
	for i, o := range g.Options {
		rows[i] = []string{"Options." + o.Field, variableNames(o), o.Marks()}
	}
	t.block(columns(rows)).para(tuning)
}

// tuning is said of every provider (spec/config.md).
const tuning = "As for every provider, FromEnvironment reads ABX_HTTP_TIMEOUT, ABX_HTTP2, ABX_LOG_LEVEL and ABX_DEFAULT_TEMPLATE too."

func (g *pkg) table(t *text) {
	t.head("What it supports")
	t.para("A method none of whose features is declared returns E8004 (api.ErrFeatureNotSupported) before any I/O. [Table] gives these rows as data; [Capabilities] says the same to the compiler:")
	rows := [][]string{{"feature", "declared", "methods"}}
	for _, s := range g.Support {
		declared := "no: E8004"
		if s.Declared {
			declared = "yes"
		}
		rows = append(rows, []string{string(s.Feature), declared, strings.Join(s.Methods, " ")})
	}
	t.block(columns(rows))
}
