package sandbox

import (
	"context"
	"iter"
	"strings"
	"unicode"

	"github.com/abxgen/abxgen/runtime/api"
)

// Code is the code interpreter of a sandbox.
type Code struct{ s *Sandbox }

// Run runs code and collects what it gives. Code that raised an exception is
// E3003, beside the result, whose Error has it in full.
func (c *Code) Run(ctx context.Context, req api.CodeRequest) (*api.CodeResult, error) {
	result, err := c.s.api.RunCode(ctx, c.s.record.ID, req)
	if err != nil || result.Error == nil {
		return result, err
	}
	e := api.Errorf(api.CodeCodeExecution, "the code raised %s", oneLine(result.Error.Name+": "+result.Error.Value))
	e.Provider = c.s.api.Descriptor().ID
	return result, e
}

// NewContext makes an interpreter state that is kept, of a language ("" is
// python); CodeRequest.ContextID names it.
func (c *Code) NewContext(ctx context.Context, language string) (*api.CodeContext, error) {
	return c.s.api.CreateContext(ctx, c.s.record.ID, language)
}

// Contexts goes through the kept states.
func (c *Code) Contexts(ctx context.Context) iter.Seq2[api.CodeContext, error] {
	return each(func() ([]api.CodeContext, error) { return c.s.api.ListContexts(ctx, c.s.record.ID) })
}

// RestartContext empties a kept state.
func (c *Code) RestartContext(ctx context.Context, id string) error {
	return c.s.api.RestartContext(ctx, c.s.record.ID, id)
}

// RemoveContext removes a kept state.
func (c *Code) RemoveContext(ctx context.Context, id string) error {
	return c.s.api.RemoveContext(ctx, c.s.record.ID, id)
}

// shown is how much of a text from the sandbox an error's message holds.
const shown = 200

// oneLine makes a text of the sandbox fit for an error's message.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if runes := []rune(text); len(runes) > shown {
		return string(runes[:shown]) + "…"
	}
	return text
}
