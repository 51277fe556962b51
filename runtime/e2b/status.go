package e2b

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// StatusError is the cause of an *api.Error that an HTTP answer gave.
type StatusError struct {
	Status int
	Header http.Header
	Body   []byte // at most 8 KiB; may hold anything, so is not for showing
}

// Error names the status only.
func (e *StatusError) Error() string { return "HTTP " + strconv.Itoa(e.Status) }

func statusCause(r *Response) *StatusError {
	return &StatusError{Status: r.Status, Header: r.Header, Body: r.Body[:min(len(r.Body), maxErrorBody)]}
}

// goneText recognises the words of the proxy in front of sandboxes
// (spec/e2b-wire.md, "Proxy in front"): "gone", "closed" for a port where
// nothing listens, or "".
func goneText(body []byte) string {
	text := strings.ToLower(string(body[:min(len(body), maxErrorBody)]))
	switch {
	case strings.Contains(text, "was not found"):
		return "gone"
	case strings.Contains(text, "port is not open"):
		return "closed"
	}
	return ""
}

// proxyError is the error of an answer that the proxy gave in the sandbox's
// place, nil where it did not.
func proxyError(r *Response, id string, hide []string) *api.Error {
	if r.Status != http.StatusBadGateway {
		return gatewayError(r, hide)
	}
	switch goneText(r.Body) {
	case "gone": // a paused one has no place behind the proxy either
		return notFound(id).With("it may have ended or be paused; `abx info` tells").Because(statusCause(r))
	case "closed":
		return api.Errorf(api.CodeConnection, "the sandbox runs, but nothing listens on the port").Because(statusCause(r))
	}
	return gatewayError(r, hide)
}

func gatewayError(r *Response, hide []string) *api.Error {
	switch r.Status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return api.Errorf(api.CodeNetwork, "the gateway in front answered HTTP %d%s", r.Status, readReply(r.Body).say(hide)).
			Because(statusCause(r))
	}
	return nil
}

func notFound(id string) *api.Error {
	return api.Errorf(api.CodeSandboxNotFound, "sandbox %q was not found", clean(id, 100)).
		With("it may have ended; `abx list` shows what runs")
}

// platformError maps an answer of the control plane (spec/errors.md). id is
// the sandbox that was asked about, "" for none.
func platformError(r *Response, id string, hide []string) *api.Error {
	say := readReply(r.Body).say(hide)
	cause := statusCause(r)
	switch {
	case r.Status == http.StatusUnauthorized:
		return api.Errorf(api.CodeInvalidAPIKey, "the control plane rejected the key (HTTP 401)%s", say).
			With("check the key: it may be invalid, revoked, or for another address").Because(cause)
	case r.Status == http.StatusForbidden:
		return api.Errorf(api.CodeAuthentication, "the control plane refused access (HTTP 403)%s", say).Because(cause)
	case r.Status == http.StatusNotFound && id != "":
		return notFound(id).Because(cause)
	case r.Status == http.StatusNotFound:
		return api.Errorf(api.CodeResourceNotFound, "the control plane does not know this%s", say).Because(cause)
	case r.Status == http.StatusTooManyRequests:
		return quota(r, say).Because(cause)
	case r.Status >= 300 && r.Status < 400:
		return api.Errorf(api.CodeProvider, "the control plane answered with a redirect (HTTP %d)", r.Status).
			With("set base_url to the address where it leads").Because(cause)
	}
	if e := gatewayError(r, hide); e != nil {
		return e
	}
	return api.Errorf(api.CodeProvider, "the control plane answered HTTP %d%s", r.Status, say).Because(cause)
}

// notAPage refuses an answer of success that is a page for people. Some web
// site, or a network that wants a login first, stands at the address, and a
// sandbox that was to be killed there lives on.
func notAPage(r *Response) error {
	if !strings.HasPrefix(strings.TrimSpace(string(r.Body[:min(len(r.Body), maxErrorBody)])), "<") {
		return nil
	}
	return api.Errorf(api.CodeProvider, "the control plane answered with a web page").
		With("set base_url to the address of its API").Because(statusCause(r))
}

func quota(r *Response, say string) *api.Error {
	e := api.Errorf(api.CodeQuotaExceeded, "the backend's limit is reached (HTTP 429)%s", say)
	if after := clean(r.Header.Get("Retry-After"), 40); after != "" {
		if _, err := strconv.ParseUint(after, 10, 32); err == nil {
			after += " s" // else it is a date
		}
		e.Suggestion = "try again after " + after
	}
	return e
}

// createError is platformError for a create: a 404 means the template, and
// what has no code of its own is E2000.
func createError(r *Response, template string, hide []string) *api.Error {
	e := platformError(r, "", hide)
	say := readReply(r.Body).say(hide)
	switch e.Code {
	case api.CodeResourceNotFound:
		return api.Errorf(api.CodeTemplateNotFound, "template %q was not found%s", clean(template, 100), say).Because(e.Cause)
	case api.CodeProvider, api.CodeNetwork:
		return api.Errorf(api.CodeSandboxCreation, "the sandbox was not created (HTTP %d)%s", r.Status, say).
			With(e.Suggestion).Because(e.Cause)
	}
	return e
}
