package api

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Code is one of the error codes of spec/errors.md.
type Code string

// The codes that the runtime raises; spec/errors.md says when.
const (
	CodeAuthentication      Code = "E1000"
	CodeInvalidAPIKey       Code = "E1001"
	CodeTokenExpired        Code = "E1002"
	CodeMissingCredentials  Code = "E1003"
	CodeTokenExchange       Code = "E1004"
	CodeSandboxCreation     Code = "E2000"
	CodeTemplateNotFound    Code = "E2001"
	CodeQuotaExceeded       Code = "E2002"
	CodeRegionUnavailable   Code = "E2003"
	CodeSandboxNotFound     Code = "E2009"
	CodeExecution           Code = "E3000"
	CodeCommandTimeout      Code = "E3001"
	CodeProcess             Code = "E3002"
	CodeCodeExecution       Code = "E3003"
	CodeEnvdRPC             Code = "E3006"
	CodeFileOperation       Code = "E4000"
	CodeFileNotFound        Code = "E4001"
	CodePermissionDenied    Code = "E4002"
	CodeFileSizeLimit       Code = "E4003"
	CodeNetwork             Code = "E5000"
	CodeConnection          Code = "E5001"
	CodeProvider            Code = "E8000"
	CodeProviderNotFound    Code = "E8001"
	CodeConfig              Code = "E8002"
	CodeConflict            Code = "E8003"
	CodeFeatureNotSupported Code = "E8004"
	CodeResourceNotFound    Code = "E8005"
	CodeInstall             Code = "E8010"
	CodeIntegrity           Code = "E8011"
	CodeTrust               Code = "E8012"
	CodeVersion             Code = "E8013"
	CodeManifest            Code = "E8014"
	CodeProtocol            Code = "E8020"
	CodeProviderProcess     Code = "E8021"
	CodeProviderTimeout     Code = "E8022"
	CodeMismatch            Code = "E8030"
)

// Error is every failure that the runtime reports. Message and Suggestion are
// shown to people: they hold no key, no URL with a sandbox's host, no control
// character.
type Error struct {
	Code       Code
	Message    string
	Suggestion string
	Provider   string  // id, where one is concerned
	Feature    Feature // of E8004
	Cause      error   // for errors.Is and the log, never printed by Error
}

// Errorf makes an Error of a code.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Error gives the text form of spec/errors.md: "[CODE] message", and a second
// line with the suggestion where there is one.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s] %s", e.Code, e.Message)
	if e.Suggestion != "" {
		b.WriteString("\n  Suggestion: " + e.Suggestion)
	}
	return b.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is makes errors.Is(err, &Error{Code: c}) and the Err variables match by code.
// ErrNotFound matches whatever is not there, fs.ErrNotExist a file that is not
// (E4001), fs.ErrPermission one that may not be touched (E4002).
func (e *Error) Is(target error) bool {
	switch target {
	case ErrNotFound:
		return slices.Contains(notFound, e.Code)
	case fs.ErrNotExist:
		return e.Code == CodeFileNotFound
	case fs.ErrPermission:
		return e.Code == CodePermissionDenied
	}
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && t.Message == ""
}

// notFound are the codes behind which exit code 4 stands (spec/errors.md).
var notFound = []Code{CodeTemplateNotFound, CodeSandboxNotFound, CodeFileNotFound, CodeProviderNotFound, CodeResourceNotFound}

// With sets the suggestion and returns e.
func (e *Error) With(suggestion string) *Error { e.Suggestion = suggestion; return e }

// Because sets the cause and returns e.
func (e *Error) Because(cause error) *Error { e.Cause = cause; return e }

// Errors to compare with by errors.Is; they match every Error of their code.
var (
	ErrFeatureNotSupported = &Error{Code: CodeFeatureNotSupported}
	ErrSandboxNotFound     = &Error{Code: CodeSandboxNotFound}
	ErrFileNotFound        = &Error{Code: CodeFileNotFound}
	ErrCommandTimeout      = &Error{Code: CodeCommandTimeout}
)

// ErrNotFound matches, by errors.Is, every Error that says that something does
// not exist: a template (E2001), a sandbox (E2009), a file (E4001), a provider
// (E8001) or another thing of the backend's (E8005).
var ErrNotFound = errors.New("not found")

// CodeOf gives the code of an error: that of the first Error in its chain,
// else E8000.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return CodeProvider
}

// NotSupported is E8004: provider does not declare feature. It is raised
// before any I/O.
func NotSupported(provider string, feature Feature, what string) *Error {
	return &Error{
		Code:       CodeFeatureNotSupported,
		Message:    fmt.Sprintf("provider %q does not support %q (%s)", provider, feature, what),
		Suggestion: fmt.Sprintf("use a provider that declares %q in [features] supported", feature),
		Provider:   provider,
		Feature:    feature,
	}
}
