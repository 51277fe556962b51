package gen

import (
	"context"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/runtime/diag"
)

// problem is what the go command or the type checker found.
type problem struct {
	pos           diag.Pos
	message, hint string
}

// typeErrors compiles packages, as far as types go, as part of the module that
// dir lies in.
func typeErrors(ctx context.Context, dir string, patterns []string) []problem {
	loaded, err := packages.Load(&packages.Config{
		Context: ctx, Dir: dir,
		Mode: packages.LoadSyntax, // of these packages; what they import comes compiled
	}, patterns...)
	if err != nil {
		return []problem{{message: "the packages cannot be loaded: " + firstLine(err.Error()), hint: "see that the go command works here"}}
	}
	if len(loaded) < len(patterns) { // outside of a module it finds none, and says nothing
		return []problem{{pos: diag.Pos{File: dir}, message: "there is no Go module around the packages, so that they cannot be compiled", hint: "make one: go mod init"}}
	}
	var all []problem
	for _, p := range loaded {
		for _, e := range p.Errors {
			if !strings.HasPrefix(e.Msg, "# ") || len(p.Errors) == 1 { // what the compiler says is said by the types again
				all = append(all, problemOf(e))
			}
		}
	}
	return all
}

func problemOf(e packages.Error) problem {
	p := problem{pos: position(e.Pos), message: firstLine(e.Msg)}
	switch {
	case strings.Contains(e.Msg, "no required module provides package"):
		p.message, _, _ = strings.Cut(p.message, ";")
		p.hint = "run " + cure
	case strings.HasPrefix(e.Msg, "could not import "+link.Module+"/"): // in parentheses comes how it ended, not why
		p.message, _, _ = strings.Cut(p.message, " (")
		p.hint = "run " + cure
	}
	return p
}

// position reads FILE, FILE:LINE or FILE:LINE:COL; "-" and "" are none.
func position(text string) diag.Pos {
	if text == "-" || text == "" {
		return diag.Pos{}
	}
	file, numbers := text, []int{0, 0}
	for i := range numbers {
		at := strings.LastIndexByte(file, ':')
		if at < 0 {
			break
		}
		n, err := strconv.Atoi(file[at+1:])
		if err != nil {
			break
		}
		file, numbers[1-i] = file[:at], n
	}
	if numbers[0] == 0 {
		numbers[0], numbers[1] = numbers[1], 0
	}
	return diag.Pos{File: shortened(file), Line: numbers[0], Col: numbers[1]}
}

// firstLine gives the first line that says something; "# PACKAGE" stands above
// what a compiler says.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			return line
		}
	}
	return strings.TrimSpace(text)
}
