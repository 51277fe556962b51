package e2b

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"

	"github.com/abxgen/abxgen/runtime/api"
)

// broken marks a connection that ended under a request: the one failure of the
// network after which a read is worth another try.
type broken struct{ error }

// Unwrap gives what broke it.
func (b broken) Unwrap() error { return b.error }

func repeatable(err error) bool {
	var b broken
	return errors.As(err, &b)
}

// netError makes the *api.Error of a failure below HTTP. net/http's own texts
// name the address, so none of them is used.
func (k *call) netError(ctx context.Context, err error) error {
	var known *api.Error
	if errors.As(err, &known) {
		return known
	}
	if e := ended(ctx, k.who); e != nil {
		return e
	}
	var no refused
	if errors.As(err, &no) {
		return api.Errorf(api.CodeProvider, "%s", clean(redact(no.Error(), k.hide), 300))
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return classify(err, k.who)
}

// ended gives the error of a context that is over, nil where it is not.
func ended(ctx context.Context, who string) *api.Error {
	cause := context.Cause(ctx)
	var known *api.Error
	switch {
	case cause == nil:
		return nil
	case errors.As(cause, &known):
		return known
	case errors.Is(cause, errNoAnswer):
		return api.Errorf(api.CodeNetwork, "%s did not answer in time", who).
			With("raise the HTTP timeout (ABX_HTTP_TIMEOUT)").Because(cause)
	case errors.Is(cause, context.DeadlineExceeded):
		return api.Errorf(api.CodeProviderTimeout, "the call to %s took longer than it was given", who).Because(cause)
	}
	return api.Errorf(api.CodeNetwork, "the call to %s was cancelled", who).Because(cause)
}

func classify(err error, who string) error {
	var dns *net.DNSError
	var op *net.OpError
	var verify *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &op) && op.Op == "proxyconnect":
		return connection(err, "the proxy in front of "+who+" cannot be reached", "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY")
	case errors.As(err, &dns):
		return connection(err, "the name of "+who+" cannot be resolved", "check the network and the configured address")
	case errors.As(err, &verify), errors.As(err, &authority):
		return connection(err, "the certificate of "+who+" is not trusted", "name its authority in SSL_CERT_FILE")
	case errors.As(err, &record):
		return connection(err, who+" does not speak TLS", "check whether the address begins with http or https")
	case errors.As(err, &op) && (op.Op == "dial" || op.Op == "socks connect"):
		return connection(err, who+" cannot be reached", "check the network and the configured address")
	}
	e := api.Errorf(api.CodeNetwork, "the connection to %s broke before it had answered", who)
	return e.Because(broken{err})
}

func connection(err error, what, cure string) error {
	return api.Errorf(api.CodeConnection, "%s", what).With(cure).Because(err)
}
