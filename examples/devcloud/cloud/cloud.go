// Package cloud is an E2B-shaped cloud on loopback, for demos and tests: a
// control plane, and for every sandbox an envd that runs real processes
// (spec/e2b-wire.md). It is no security boundary.
package cloud

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
)

// Cloud is a running devcloud. Its fields are what clients need.
type Cloud struct {
	URL     string // control plane, http://127.0.0.1:PORT; https works too
	DataURL string // data plane of all sandboxes, by Host or by E2b-Sandbox-Id header; https too
	Key     string
	Domain  string // sandboxes answer at PORT-ID.Domain on the data plane; "" if answers tell none

	o       Options
	ca      *authority
	dir     string
	store   store
	rec     recorder
	faults  faults
	mu      sync.Mutex // guards servers
	servers []*http.Server
	closing sync.Once
}

// Start starts a cloud. It runs until Close.
func Start(o Options) (*Cloud, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	c := &Cloud{Key: o.Key, Domain: o.Domain, o: o, rec: recorder{off: o.forget}}
	if c.Domain == None {
		c.Domain = ""
	}
	c.store.init()
	if err := c.start(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func (c *Cloud) start() (err error) {
	if c.ca, err = newAuthority(c.Domain); err != nil {
		return fmt.Errorf("the certificate: %w", err)
	}
	if c.dir, err = os.MkdirTemp(c.o.Dir, "devcloud-"); err != nil {
		return fmt.Errorf("the folder of the sandboxes: %w", err)
	}
	if c.URL, err = c.serve(c.o.Listen, c.watched("control", c.control())); err != nil {
		return err
	}
	c.DataURL, err = c.serve(c.o.DataListen, c.watched("data", http.HandlerFunc(c.data)))
	if c.Domain == Loopback {
		c.Domain = "localhost" + c.DataURL[strings.LastIndexByte(c.DataURL, ':'):]
	}
	return err
}

// serve listens and answers until the cloud closes; it gives the URL.
func (c *Cloud) serve(addr string, h http.Handler) (string, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return "", fmt.Errorf("cannot listen: %w", err)
	}
	quiet := log.New(io.Discard, "", 0) // the aborts that faults cause are meant
	srv := &http.Server{Handler: h, ErrorLog: quiet}
	c.mu.Lock()
	c.servers = append(c.servers, srv)
	c.mu.Unlock()
	go func() { _ = srv.Serve(c.ca.listen(l)) }() // always ErrServerClosed
	return "http://" + l.Addr().String(), nil
}

// Close kills every sandbox, ends every connection and removes every file.
func (c *Cloud) Close() error {
	var errs []error
	c.closing.Do(func() {
		for _, s := range c.store.drain() {
			errs = append(errs, s.close())
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, srv := range c.servers {
			errs = append(errs, srv.Close())
		}
		if c.dir != "" {
			errs = append(errs, os.RemoveAll(c.dir))
		}
	})
	return errors.Join(errs...)
}

// RootCAs trusts the certificate that the cloud shows for its domain.
func (c *Cloud) RootCAs() *x509.CertPool { return c.ca.pool() }

// CertificatePEM is the same certificate as text.
func (c *Cloud) CertificatePEM() []byte { return c.ca.pem }

// TB is what ForTest needs of a *testing.T.
type TB interface {
	Helper()
	Fatal(args ...any)
	Error(args ...any)
	Cleanup(f func())
}

// ForTest starts a cloud that ends with the test. At most one Options.
func ForTest(t TB, options ...Options) *Cloud {
	t.Helper()
	var o Options
	if len(options) > 0 {
		o = options[0]
	}
	c, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}
