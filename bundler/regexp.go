package bundler

import (
	"errors"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"github.com/abxgen/abxgen/runtime/diag"
)

// checkConstructor checks RegExp("…", "…") and new RegExp(…) where both are
// plain strings.
func (p *places) checkConstructor(n ast.Node, callee ast.Expression, args []ast.Expression) diag.List {
	if !isIdentifier(callee, "RegExp") || len(args) == 0 || len(args) > 2 {
		return nil
	}
	var text [2]string
	for i, a := range args {
		s, ok := a.(*ast.StringLiteral)
		if !ok {
			return nil
		}
		text[i] = s.Value.String()
	}
	return p.checkRegExp(n, text[0], text[1])
}

// checkRegExp refuses what goja does not know of regular expressions: some of
// it throws only when it is reached, and \p{…} silently matches nothing.
func (p *places) checkRegExp(n ast.Node, pattern, flags string) diag.List {
	refuse := func(msg, hint string) diag.List {
		return diag.List{problem(p.at(int(n.Idx0())-1), msg, hint)}
	}
	if i := strings.IndexAny(flags, "dv"); i >= 0 {
		return refuse("the regular expression flag "+flags[i:i+1]+" is not available", "write the expression without it")
	}
	for _, c := range constructs(pattern) {
		switch {
		case c == "(?":
			return refuse("modifiers inside a regular expression, as (?i:…), are not available", "use the flags behind the expression")
		case strings.ContainsRune(flags, 'u'):
			return refuse(c+"{…} in a regular expression is not available", "write the ranges of characters, like [a-zA-Z\\u00c0-\\u024f]")
		}
	}
	if err := compile(pattern, flags); err != nil {
		return refuse("this regular expression is not understood: "+lowerFirst(err.Error()), "write it in another way")
	}
	return nil
}

// constructs finds what needs a refusal in a pattern: `\p` and `\P` before a
// brace, and "(?" where modifiers follow.
func constructs(pattern string) []string {
	var found []string
	class := false
	for i := 0; i < len(pattern); i++ {
		switch rest := pattern[i:]; {
		case rest[0] == '\\':
			if len(rest) > 2 && (rest[1] == 'p' || rest[1] == 'P') && rest[2] == '{' {
				found = append(found, rest[:2])
			}
			i++
		case rest[0] == '[':
			class = true
		case rest[0] == ']':
			class = false
		case !class && hasModifiers(rest):
			found = append(found, "(?")
		}
	}
	return found
}

// hasModifiers reports whether s begins like (?i: or (?-im:.
func hasModifiers(s string) bool {
	s, ok := strings.CutPrefix(s, "(?")
	letters := strings.TrimLeft(s, "ims-")
	return ok && len(letters) < len(s) && strings.HasPrefix(letters, ":")
}

// compile tries a regular expression in the engine. The constructor takes its
// text as it stands, so nothing needs quoting.
func compile(pattern, flags string) (err error) {
	rt := goja.New()
	_, err = rt.New(rt.Get("RegExp"), rt.ToValue(pattern), rt.ToValue(flags))
	if e, ok := err.(*goja.Exception); ok {
		if o, ok := e.Value().(*goja.Object); ok {
			return errors.New(o.Get("message").String())
		}
	}
	return err
}
