package bundler

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf16"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/js"
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
// it throws only when it is reached.
func (p *places) checkRegExp(n ast.Node, pattern, flags string) diag.List {
	refuse := func(msg, hint string) diag.List {
		return diag.List{problem(p.at(int(n.Idx0())-1), msg, hint)}
	}
	if i := strings.IndexAny(flags, "dv"); i >= 0 {
		return refuse("the regular expression flag "+flags[i:i+1]+" is not available", "write the expression without it")
	}
	unicode := strings.ContainsRune(flags, 'u')
	for _, c := range constructs(pattern) {
		switch {
		case c == "(?":
			return refuse("modifiers inside a regular expression, as (?i:…), are not available", "use the flags behind the expression")
		case unicode && len(propertiesIn(c)) == 0:
			return refuse(c+" in a regular expression is not a property that is known", "write a name of ECMAScript 2023, like \\p{L} or \\p{Script=Greek}, or the ranges of characters, like [a-z\\u00c0-\\u024f]")
		}
	}
	if unicode {
		p.name(propertiesIn(pattern))
	}
	if err := p.engine.compile(pattern, flags, p.properties); err != nil {
		return refuse("this regular expression is not understood: "+lowerFirst(err.Error()), "write it in another way")
	}
	return nil
}

// constructs finds what needs a look in a pattern: `\p{…}` and `\P{…}`, and
// "(?" where modifiers follow.
func constructs(pattern string) []string {
	var found []string
	class := false
	for i := 0; i < len(pattern); i++ {
		switch rest := pattern[i:]; {
		case rest[0] == '\\':
			if len(rest) > 2 && (rest[1] == 'p' || rest[1] == 'P') && rest[2] == '{' {
				end := strings.IndexByte(rest, '}')
				found = append(found, rest[:max(end+1, 3)])
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

// name takes properties into the table that the bundle brings along.
func (p *places) name(names []string) {
	for _, n := range names {
		p.properties[n] = properties()[n]
	}
}

// cheap is how long a pattern may be that is compiled when the bundle loads.
const cheap = 60

// lazy gives the edit that has a literal compiled when it is first reached: goja
// compiles literals when it loads a script, and those that Go's own regexp
// cannot do, or that name properties, take it up to milliseconds each.
func (p *places) lazy(n *ast.RegExpLiteral) (edit, bool) {
	from := int(n.Idx) - 1
	text := "/" + n.Pattern + "/" + n.Flags
	unicode := strings.ContainsRune(n.Flags, 'u')
	_, err := parser.TransformRegExp(n.Pattern, strings.ContainsRune(n.Flags, 's'), unicode)
	if err == nil && len(n.Pattern) <= cheap && !(unicode && len(constructs(n.Pattern)) > 0) {
		return edit{}, false
	}
	// As the operand of new a call would be taken for what is constructed.
	if !strings.HasPrefix(p.js[from:], text) || strings.HasSuffix(strings.TrimRight(p.js[:from], " "), "new") {
		return edit{}, false
	}
	now := ""
	if p.foreign(from) {
		now = ",true"
	}
	return edit{from, from + len(text), js.RegExpGlobal + "(" + asciiQuote(n.Pattern) + "," + asciiQuote(n.Flags) + now + ")"}, true
}

// onLiteral finds methods of RegExp.prototype that are put to use on a literal
// at once.
var onLiteral = regexp.MustCompile(`RegExp\.prototype\.\w+\.(?:bind|call|apply)\(/`)

// foreign reports whether RegExp.prototype's own methods may be called on the
// literal at from: it is given to one, or the bundle keeps one for anything.
func (p *places) foreign(from int) bool {
	if p.kept == nil {
		kept := strings.Count(p.js, "RegExp.prototype") > len(onLiteral.FindAllStringIndex(p.js, -1))
		p.kept = &kept
	}
	before := p.js[:from]
	return *p.kept || strings.HasSuffix(before, ".bind(") || strings.HasSuffix(before, ".call(") || strings.HasSuffix(before, ".apply(")
}

// asciiQuote writes a string literal of JavaScript in ASCII.
func asciiQuote(s string) string {
	out := []byte{'"'}
	for _, unit := range utf16.Encode([]rune(s)) {
		switch {
		case unit == '"' || unit == '\\':
			out = append(out, '\\', byte(unit))
		case unit < ' ' || unit >= 0x7f:
			out = fmt.Appendf(out, `\u%04x`, unit)
		default:
			out = append(out, byte(unit))
		}
	}
	return string(append(out, '"'))
}
