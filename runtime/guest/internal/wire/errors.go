package wire

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"unicode"

	"github.com/abxgen/abxgen/runtime/api"
)

// Thrown tells where a provider's code threw: FILE:LINE:COL of its author.
type Thrown struct{ Place string }

// Error gives "at FILE:LINE:COL".
func (t Thrown) Error() string { return "at " + t.Place }

// packError gives the form in which an error crosses: code, message and what
// else an *api.Error says. Its cause stays here, it is for this end's log.
func packError(err error) map[string]any {
	var e *api.Error
	switch {
	case errors.As(err, &e):
	case errors.Is(err, context.Canceled):
		e = api.Errorf(api.CodeProvider, "cancelled")
	case errors.Is(err, context.DeadlineExceeded):
		e = api.Errorf(api.CodeProviderTimeout, "the time for it is over")
	default:
		e = api.Errorf(api.CodeProvider, "%s", err.Error())
	}
	var thrown Thrown
	errors.As(err, &thrown)
	return map[string]any{
		"place": thrown.Place, "code": string(e.Code), "message": e.Message, "suggestion": e.Suggestion,
		"provider": e.Provider, "feature": string(e.Feature),
	}
}

// maxMessage bounds each text of an error that comes, in bytes.
const maxMessage = 4 << 10

var errorCode = regexp.MustCompile(`^E[0-9]{4}$`)

// Clean makes a foreign text fit for one line of a log or message.
func Clean(s string, most int) string {
	cut := len(s) > most
	if cut {
		s = s[:most]
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	if cut {
		s += "…"
	}
	return s
}

// unpackError reads what packError made; whatever lacks is left empty. A guest
// that somebody broke out into can send anything, so the texts are made fit to
// be shown.
func unpackError(v any) error {
	m, _ := v.(map[string]any)
	text := func(key string) string { s, _ := m[key].(string); return Clean(s, maxMessage) }
	e := &api.Error{
		Code: api.Code(text("code")), Message: text("message"), Suggestion: text("suggestion"),
		Provider: text("provider"), Feature: api.Feature(text("feature")),
	}
	if !errorCode.MatchString(string(e.Code)) {
		e.Code = api.CodeProvider
	}
	if place := text("place"); place != "" {
		e.Cause = Thrown{Place: place}
	}
	return e
}
