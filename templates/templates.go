// Package templates holds the texts that abxgen writes: the mains of what is
// linked and the workspace's go.mod, the README of a shipped plugin, the folder
// of a new provider. They are parsed when the program starts, so that a broken
// one is found by the first test that runs.
package templates

import (
	"bytes"
	"embed"
	"go/format"
	"text/template"
)

//go:embed *.tmpl
var texts embed.FS

// Collate is the one file of the package that takes the place of
// golang.org/x/text/collate in what is linked.
//
//go:embed collate/collate.go
var Collate []byte

var all = template.Must(template.New("").Option("missingkey=error").ParseFS(texts, "*.tmpl"))

// Main is what a main is made from.
type Main struct {
	Module   string   // the workspace's own module
	Packages []string // folders of the generated packages below it, in the user's order
}

// AbxMain gives the main.go of abx.
func AbxMain(m Main) ([]byte, error) { return source("abx_main.go.tmpl", m) }

// Plugin is what the main of a plugin's core is made from.
type Plugin struct {
	Module  string // the workspace's own module
	Package string // folder of the generated package below it
	// DataPlane is auto, plugin or direct.
	DataPlane string
	// GuestDigest is "sha256:" and hex of the guest beside it; "" for none.
	GuestDigest string
}

// PluginMain gives the main.go of a plugin's core.
func PluginMain(p Plugin) ([]byte, error) { return source("plugin_main.go.tmpl", p) }

// GuestMain gives the main.go of the guest, which knows no provider.
func GuestMain() ([]byte, error) { return source("guest_main.go.tmpl", nil) }

// PluginReadme is what the README of a plugin's folder is made from. Its texts
// are Markdown.
type PluginReadme struct {
	ID, Name, Description, Version, License, Homepage string

	Platform    string // OS/ARCH
	Abxgen      string // its version
	Folder      string
	Files       []NameWhat
	Reaches     []WhatWhich
	Options     []ReadmeOption
	Environment string
	Features    string
	LeftOut     []WhatWhy
	Bytes       string // who moves them
}

// Rows of the README's tables and lists.
type (
	NameWhat     struct{ Name, What string }
	WhatWhich    struct{ What, Which string }
	WhatWhy      struct{ What, Why string }
	ReadmeOption struct{ Key, Variables, Marks, About string }
)

// Render gives the text.
func (r PluginReadme) Render() ([]byte, error) { return render("plugin_readme.md.tmpl", r) }

func source(name string, data any) ([]byte, error) {
	text, err := render(name, data)
	if err != nil {
		return nil, err
	}
	return format.Source(text)
}

// GoMod is what a workspace's go.mod is made from. Versions are as go.mod
// writes them.
type GoMod struct {
	Module  string
	Go      string // the go line's version
	Runtime string // the module that is linked against
	Source  string // where it lies, relative to the workspace: ./…
	Require []Require
	Replace []Replace
}

// Require is one line of a go.mod's require block.
type Require struct{ Path, Version string }

// Replace is one line of a go.mod's replace block; versions may be "".
type Replace struct{ Path, Version, NewPath, NewVersion string }

// Render gives the text of the go.mod.
func (g GoMod) Render() ([]byte, error) { return render("go.mod.tmpl", g) }

func render(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	if err := all.ExecuteTemplate(&b, name, data); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
