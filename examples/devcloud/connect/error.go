package connect

import (
	"errors"
	"fmt"
	"net/http"
)

// Code is the name of a Connect error as it travels in JSON.
type Code string

// The codes that envd answers with (spec/e2b-wire.md, "Framing").
const (
	InvalidArgument  Code = "invalid_argument"
	Unauthenticated  Code = "unauthenticated"
	NotFound         Code = "not_found"
	AlreadyExists    Code = "already_exists"
	DeadlineExceeded Code = "deadline_exceeded"
	Unavailable      Code = "unavailable"
	Internal         Code = "internal"
	Unknown          Code = "unknown"
	Unimplemented    Code = "unimplemented"
)

var statuses = map[Code]int{
	InvalidArgument:  http.StatusBadRequest,
	Unauthenticated:  http.StatusUnauthorized,
	NotFound:         http.StatusNotFound,
	AlreadyExists:    http.StatusConflict,
	DeadlineExceeded: http.StatusGatewayTimeout,
	Unavailable:      http.StatusServiceUnavailable,
	Internal:         http.StatusInternalServerError,
	Unknown:          http.StatusInternalServerError,
	Unimplemented:    http.StatusNotImplemented,
}

// Error is a failure of a call: a unary answer's body, or the "error" of an
// end-of-stream message.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Errorf makes an Error.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Error gives the text with its code.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// status is the HTTP status of a unary answer with this error.
func (e *Error) status() int { return statuses[e.Code] }

// asError makes an Error of any error; one that is none is "unknown".
func asError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Code: Unknown, Message: err.Error()}
}
