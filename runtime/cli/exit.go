package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"unicode"

	"github.com/abxgen/abxgen/runtime/api"
)

// Exit codes of spec/errors.md; every other code is exit 1.
var exits = map[api.Code]int{
	api.CodeConfig: 2, api.CodeTrust: 2, api.CodeMismatch: 2,
	api.CodeTemplateNotFound: 4, api.CodeSandboxNotFound: 4, api.CodeFileNotFound: 4, api.CodeProviderNotFound: 4, api.CodeResourceNotFound: 4,
	api.CodeCommandTimeout: 5, api.CodeProviderTimeout: 5,
	api.CodeQuotaExceeded: 6,
}

func exitOf(code api.Code) int {
	if n, ok := exits[code]; ok {
		return n
	}
	if strings.HasPrefix(string(code), "E1") {
		return 3
	}
	return 1
}

// exit reports an error and gives the exit code. Whoever pressed Ctrl-C knows
// why the command ended, and is told nothing.
func (r *run) exit(err error) int {
	if r.Interrupted != nil {
		if sig, ok := r.Interrupted().(syscall.Signal); ok {
			return 128 + int(sig)
		}
	}
	if err == nil {
		return r.code
	}
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrClosed) {
		return 1 // nobody reads what would be said
	}
	e := asError(err)
	r.report(e)
	return exitOf(e.Code)
}

func asError(err error) *api.Error {
	var e *api.Error
	if errors.As(err, &e) {
		return e
	}
	return api.Errorf(api.CodeProvider, "%s", err)
}

func (r *run) report(e *api.Error) {
	if !r.flags.json {
		clean := *e
		clean.Message, clean.Suggestion = cleanLine(e.Message), cleanLine(e.Suggestion)
		fmt.Fprintln(r.Stderr, clean.Error())
		return
	}
	body := struct {
		Code       api.Code    `json:"code"`
		Message    string      `json:"message"`
		Suggestion string      `json:"suggestion"`
		Feature    api.Feature `json:"feature,omitempty"`
	}{e.Code, cleanLine(e.Message), cleanLine(e.Suggestion), e.Feature}
	enc := json.NewEncoder(r.Stderr)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(body)
}

// cleanLine makes text from elsewhere fit for a terminal: one line, nothing
// that moves the cursor.
func cleanLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
