package epp

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"unicode"

	"github.com/abxgen/abxgen/runtime/api"
)

// rpcError is the error of an answer (spec/epp.md, "Errors").
type rpcError struct {
	Code    int        `json:"code"`
	Message string     `json:"message"`
	Data    *errorData `json:"data,omitempty"`
}

// UnmarshalJSON reads an error of a plugin; data that does not fit is as good
// as none.
func (e *rpcError) UnmarshalJSON(raw []byte) error {
	var wire struct {
		Code    int
		Message string
		Data    json.RawMessage
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return err
	}
	*e = rpcError{Code: wire.Code, Message: wire.Message}
	var data errorData
	if json.Unmarshal(wire.Data, &data) == nil {
		e.Data = &data
	}
	return nil
}

type errorData struct {
	SDKCode    string        `json:"sdk_code,omitempty"`
	Suggestion string        `json:"suggestion,omitempty"`
	Details    *errorDetails `json:"details,omitempty"`
}

type errorDetails struct {
	Feature string `json:"feature,omitempty"`
}

// EPP's own error codes.
const (
	codeProvider    = -32000
	codeAuth        = -32001
	codeNotFound    = -32002
	codeUnsupported = -32003
	codeQuota       = -32004
	codeTimeout     = -32005
	codeConfig      = -32006
)

// codes gives the number that a code travels as; any other is codeProvider.
var codes = map[api.Code]int{
	api.CodeAuthentication: codeAuth, api.CodeInvalidAPIKey: codeAuth, api.CodeTokenExpired: codeAuth,
	api.CodeMissingCredentials: codeAuth, api.CodeTokenExchange: codeAuth,
	api.CodeResourceNotFound: codeNotFound, api.CodeSandboxNotFound: codeNotFound,
	api.CodeTemplateNotFound: codeNotFound, api.CodeFileNotFound: codeNotFound,
	api.CodeFeatureNotSupported: codeUnsupported,
	api.CodeQuotaExceeded:       codeQuota,
	api.CodeProviderTimeout:     codeTimeout,
	api.CodeConfig:              codeConfig,
}

// sdkCodes are the codes that the host turns into their own class.
var sdkCodes = map[api.Code]bool{
	api.CodeInvalidAPIKey: true, api.CodeTokenExpired: true, api.CodeMissingCredentials: true, api.CodeTokenExchange: true,
	api.CodeTemplateNotFound: true, api.CodeQuotaExceeded: true, api.CodeRegionUnavailable: true, api.CodeSandboxNotFound: true,
	api.CodeCommandTimeout: true, api.CodeFileNotFound: true, api.CodePermissionDenied: true, api.CodeNetwork: true,
	api.CodeConnection: true,
}

// toRPC gives the error of an answer.
func toRPC(err error) *rpcError {
	var e *api.Error
	switch {
	case errors.As(err, &e):
		return apiToRPC(e)
	case errors.Is(err, context.Canceled):
		return &rpcError{Code: codeProvider, Message: "the call was cancelled"}
	case errors.Is(err, context.DeadlineExceeded):
		return &rpcError{Code: codeTimeout, Message: "the call did not end in time"}
	}
	return &rpcError{Code: codeProvider, Message: clean(err.Error())}
}

func apiToRPC(e *api.Error) *rpcError {
	out := &rpcError{Code: codeProvider, Message: clean(e.Message)}
	if code, ok := codes[e.Code]; ok {
		out.Code = code
	}
	data := errorData{Suggestion: clean(e.Suggestion)}
	if sdkCodes[e.Code] {
		data.SDKCode = string(e.Code)
	}
	if e.Feature != "" {
		data.Details = &errorDetails{Feature: string(e.Feature)}
	}
	if data != (errorData{}) {
		out.Data = &data
	}
	return out
}

// fromRPC gives the error that an answer of a plugin stands for.
func fromRPC(e *rpcError, provider string) *api.Error {
	out := &api.Error{Code: api.CodeProtocol, Message: clean(e.Message), Provider: provider}
	switch e.Code {
	case codeProvider:
		out.Code = api.CodeProvider
	case codeAuth:
		out.Code = api.CodeAuthentication
	case codeNotFound:
		out.Code = api.CodeResourceNotFound
	case codeUnsupported:
		out.Code = api.CodeFeatureNotSupported
	case codeQuota:
		out.Code = api.CodeQuotaExceeded
	case codeTimeout:
		out.Code = api.CodeProviderTimeout
	case codeConfig:
		out.Code = api.CodeConfig
	}
	if d := e.Data; d != nil {
		out.Suggestion = clean(d.Suggestion)
		named := e.Code == codeProvider || e.Code == codeAuth || e.Code == codeNotFound
		if named && sdkCodes[api.Code(d.SDKCode)] {
			out.Code = api.Code(d.SDKCode)
		}
		if d.Details != nil {
			out.Feature = api.Feature(d.Details.Feature)
		}
	}
	return out
}

// maxText bounds what people are shown at once, in bytes.
const maxText = 16 << 10

// short cuts a text that nobody would read, so that it fits a line whatever it
// is made of.
func short(s string) string {
	if len(s) <= maxText {
		return s
	}
	end := maxText
	for end > 0 && !startsRune(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// clean takes control characters out of what people are shown; line ends
// become spaces.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, s)
}
