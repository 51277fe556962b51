package cloud

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"sync"
	"time"
)

// authority is a certificate that signs itself, good for the sandboxes' names
// and for loopback, so that https with a sandbox's name can be tried.
type authority struct {
	config *tls.Config
	pem    []byte
}

func newAuthority(domain string) (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	names := []string{"localhost", "*.localhost"}
	if domain != "" {
		names = append(names, domain, "*."+domain)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "devcloud"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(30 * 24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, DNSNames: names, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	return &authority{
		config: &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}},
		pem:    pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
	}, nil
}

func (a *authority) pool() *x509.CertPool {
	p := x509.NewCertPool()
	p.AppendCertsFromPEM(a.pem)
	return p
}

// listen makes l take TLS and plain connections alike.
func (a *authority) listen(l net.Listener) net.Listener { return &either{l, a.config} }

type either struct {
	net.Listener
	config *tls.Config
}

// Accept gives the next connection, of either kind.
func (e *either) Accept() (net.Conn, error) {
	c, err := e.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &eitherConn{Conn: c, config: e.config}, nil
}

// eitherConn looks at the first byte that comes: a TLS handshake begins with 22.
type eitherConn struct {
	net.Conn
	config *tls.Config
	once   sync.Once
	inner  net.Conn
	err    error
}

func (c *eitherConn) open() (net.Conn, error) {
	c.once.Do(func() {
		first := make([]byte, 1)
		if _, c.err = io.ReadFull(c.Conn, first); c.err != nil {
			return
		}
		c.inner = &pushedBack{c.Conn, first}
		if first[0] == 22 {
			c.inner = tls.Server(c.inner, c.config)
		}
	})
	return c.inner, c.err
}

// Read reads what was sent, decrypted.
func (c *eitherConn) Read(p []byte) (int, error) {
	inner, err := c.open()
	if err != nil {
		return 0, err
	}
	return inner.Read(p)
}

// Write answers in the kind that the connection has.
func (c *eitherConn) Write(p []byte) (int, error) {
	inner, err := c.open()
	if err != nil {
		return 0, err
	}
	return inner.Write(p)
}

// pushedBack reads the looked-at byte again.
type pushedBack struct {
	net.Conn
	first []byte
}

// Read gives the looked-at byte first.
func (c *pushedBack) Read(p []byte) (int, error) {
	if len(c.first) == 0 {
		return c.Conn.Read(p)
	}
	n := copy(p, c.first)
	c.first = c.first[n:]
	return n, nil
}
