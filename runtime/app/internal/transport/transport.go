// Package transport tells how an executable reaches the network, as its
// environment says: proxies as net/http reads them, and a private certificate
// authority by SSL_CERT_FILE on every system.
package transport

import (
	"crypto/x509"
	"net/http"
	"os"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
)

// certFile names a file of PEM certificates to trust. crypto/x509 reads it on
// Unix in place of the system's own bundle; elsewhere it is added here.
const certFile = "SSL_CERT_FILE"

// FromEnvironment gives the transport. A certificate file that cannot be used
// is E8002 at the first connection that needs it.
func FromEnvironment(getenv func(string) string) e2b.TransportConfig {
	c := e2b.TransportConfig{Proxy: http.ProxyFromEnvironment}
	if name := getenv(certFile); name != "" {
		c.RootCAs = func() (*x509.CertPool, error) { return pool(name) }
	}
	return c
}

func pool(name string) (*x509.CertPool, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, api.Errorf(api.CodeConfig, "the file that SSL_CERT_FILE names cannot be read").
			With("name a file of PEM certificates, or unset it").Because(err)
	}
	all, err := x509.SystemCertPool()
	if err != nil {
		all = x509.NewCertPool()
	}
	if !all.AppendCertsFromPEM(text) {
		return nil, api.Errorf(api.CodeConfig, "the file that SSL_CERT_FILE names holds no certificate").
			With("name a file of PEM certificates, or unset it")
	}
	return all, nil
}
