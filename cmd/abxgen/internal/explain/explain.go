// Package explain holds what abxgen tells about the codes of its findings, and
// about those that finished programs answer with (spec/errors.md).
package explain

import (
	_ "embed"
	"slices"
	"strings"
)

var (
	//go:embed build.txt
	build string
	//go:embed rules.txt
	rules string
	//go:embed runtime.txt
	runtime string
)

// Code is what there is to say of one code.
type Code struct {
	Code  string `json:"code"`  // E8014, or E8014/RULE
	Title string `json:"title"` // one line
	Text  string `json:"text"`  // when it comes, an example, what to do
}

// A Group is codes that come from one side.
type Group struct {
	Title string
	Codes []Code
}

// Groups gives every code, those of a build first.
func Groups() []Group {
	return []Group{
		{"Findings of abxgen (hosts know the codes too):", read(build)},
		{"Rules of abxgen, which only warn:", read(rules)},
		{"Answers of finished programs:", read(runtime)},
	}
}

// Find gives a code by its name in any letter case; a rule may be named without
// what stands before its slash.
func Find(name string) (Code, bool) {
	for _, g := range Groups() {
		i := slices.IndexFunc(g.Codes, func(c Code) bool {
			_, rule, _ := strings.Cut(c.Code, "/")
			return strings.EqualFold(c.Code, name) || strings.EqualFold(rule, name) && rule != ""
		})
		if i >= 0 {
			return g.Codes[i], true
		}
	}
	return Code{}, false
}

// Names gives all codes, and the rules without what stands before the slash.
func Names() []string {
	var names []string
	for _, g := range Groups() {
		for _, c := range g.Codes {
			names = append(names, c.Code)
			if _, rule, ok := strings.Cut(c.Code, "/"); ok {
				names = append(names, rule)
			}
		}
	}
	return names
}

// read takes a file apart: a line "== CODE TITLE" begins a code.
func read(text string) []Code {
	var codes []Code
	for _, part := range strings.Split("\n"+text, "\n== ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		code, title, _ := strings.Cut(head, " ")
		codes = append(codes, Code{code, title, strings.TrimSpace(body)})
	}
	return codes
}
