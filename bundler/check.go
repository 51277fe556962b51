package bundler

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/js"
)

// checkScript looks at a bundle as the engine that will load it does: it is
// parsed, then searched for what would only fail, or silently do the wrong
// thing, when it is reached. On the way it notes what the bundle mentions, and
// the edits that it needs to run there.
func (f *folder) checkScript(script, sourceMap []byte) (Mentions, []edit, diag.List) {
	p := f.places(script, sourceMap)
	defer p.engine.close()
	program, err := parser.ParseFile(nil, "", p.js, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return Mentions{}, nil, diag.List{p.refusal(err)}
	}
	var found diag.List
	said, absent := p.mentions(), p.absences()
	leaving := leavingGlobs(p.js)
	walk(program, func(n ast.Node) {
		said.visit(n)
		absent.visit(n)
		found = append(found, p.checkNode(n)...)
		found = append(found, p.checkGlob(n, leaving)...)
	})
	return said.out, append(p.edits, p.table()...), append(found, absent.found()...)
}

// readable reports whether the engine can parse a script.
func readable(script []byte) bool {
	_, err := parser.ParseFile(nil, "", string(script), 0, parser.WithDisableSourceMaps)
	return err == nil
}

// checkEdited compiles the bundle as it will be.
func (f *folder) checkEdited(script, sourceMap []byte) diag.List {
	p := f.places(script, sourceMap)
	program, err := parser.ParseFile(nil, "", p.js, 0, parser.WithDisableSourceMaps)
	if err == nil {
		_, err = goja.CompileAST(program, false)
	}
	if err != nil {
		return diag.List{p.refusal(err)}
	}
	return nil
}

// table gives the edit that brings the properties of regular expressions along.
func (p *places) table() []edit {
	if len(p.properties) == 0 {
		return nil
	}
	text, _ := json.Marshal(p.properties)
	at := 0
	if strings.HasPrefix(p.js, strict) {
		at = len(strict)
	}
	return []edit{{at, at, js.RegExpGlobal + ".properties=" + string(text) + ";"}}
}

func (p *places) checkNode(n ast.Node) diag.List {
	switch n := n.(type) {
	case *ast.RegExpLiteral:
		if e, ok := p.lazy(n); ok {
			p.edits = append(p.edits, e)
		}
		return p.checkRegExp(n, n.Pattern, n.Flags)
	case *ast.StringLiteral:
		p.name(propertiesIn(n.Value.String()))
	case *ast.TemplateElement:
		p.name(propertiesIn(n.Parsed.String()))
	case *ast.NewExpression:
		return p.checkConstructor(n, n.Callee, n.ArgumentList)
	case *ast.CallExpression:
		return p.checkConstructor(n, n.Callee, n.ArgumentList)
	case *ast.DotExpression:
		return p.checkEnv(n, n.Left, n.Identifier.Name.String())
	case *ast.BracketExpression:
		if s, ok := n.Member.(*ast.StringLiteral); ok {
			return p.checkEnv(n, n.Left, s.Value.String())
		}
	}
	return nil
}

// checkEnv warns about process.env.NAME: a provider never reads the
// environment, and there is no process (spec/kit.md).
func (p *places) checkEnv(n ast.Node, left ast.Expression, name string) diag.List {
	env, ok := bare(left).(*ast.DotExpression)
	if !ok || env.Identifier.Name != "env" || !isIdentifier(env.Left, "process") {
		return nil
	}
	return diag.List{warning(p.at(int(n.Idx0())-1), "process.env."+name+" is not there: a provider never reads the environment",
		"declare a field in [config.fields] and read ctx.options")}
}

// bare takes the wrapping of optional chaining away.
func bare(e ast.Expression) ast.Expression {
	switch o := e.(type) {
	case *ast.Optional:
		return bare(o.Expression)
	case *ast.OptionalChain:
		return bare(o.Expression)
	}
	return e
}

func isIdentifier(e ast.Expression, name string) bool {
	id, ok := bare(e).(*ast.Identifier)
	return ok && id.Name.String() == name
}

// refusal translates the first error of goja's parser or compiler; what
// follows a first one is its echo.
func (p *places) refusal(err error) diag.Diag {
	const hint = "write it in a way that ES2022 knows, or lower it before"
	var list parser.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		e := list[0]
		return problem(p.atLine(e.Position.Line, e.Position.Column-1), "the JavaScript engine cannot load this: "+lowerFirst(e.Message), hint)
	}
	var syntax *goja.CompilerSyntaxError
	if errors.As(err, &syntax) {
		return problem(p.at(syntax.Offset), "the JavaScript engine cannot load this: "+lowerFirst(syntax.Message), hint)
	}
	return problem(diag.Pos{File: p.shown}, "the JavaScript engine cannot load this: "+lowerFirst(err.Error()), hint)
}
