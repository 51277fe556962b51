// Package contract tries a provider against a cloud of its own: examples/devcloud,
// started in this process. It asks of every declared feature what the published
// SDK's contract suite asks (agent_sandbox.providers.testing, whose tests it
// names alike), of further features that they work at all, and what the seeds
// want shown before anybody says that a provider works: the request, the header
// that carries the key, and that no other backend's key is sent.
//
// The provider is opened as a finished program opens it (runtime/provider), its
// JavaScript in a child process; its network ends at this machine.
package contract

import (
	"context"
	"crypto/x509"
	"slices"
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/provider"
)

// Subject is a provider that is to be tried.
type Subject struct {
	Linked api.Linked
	// Guest starts the process of a node provider's JavaScript.
	Guest guest.Launcher
	// Options are given by the author; {url} and its like in a value stand for
	// devcloud's addresses (placeholders).
	Options map[string]string
	// Exec is what an exec provider's program takes.
	Exec provider.ExecHost
	// Requests are the author's own tests, which come last.
	Requests []Expected
	// Only chooses tests by their names; nil runs all.
	Only func(name string) bool
}

// Outcome is how a test ended.
type Outcome string

// The outcomes.
const (
	Pass Outcome = "pass"
	Fail Outcome = "fail"
	Skip Outcome = "skip"
)

// Result is one test's.
type Result struct {
	Name    string  `json:"name"`
	Outcome Outcome `json:"outcome"`
	// Reason says why it failed or was skipped, or what was seen.
	Reason string `json:"reason,omitempty"`
	// Context are, for a test that failed, the provider's last log lines and what
	// devcloud was last asked.
	Context []string `json:"context,omitempty"`
}

// Run tries a provider and tells each result as it comes. An error means that
// nothing could be tried: E8002 where the provider cannot be pointed at
// devcloud or lacks an option, E8010 where devcloud does not start.
func Run(ctx context.Context, s Subject, tell func(Result)) error {
	c, err := cloud.Start(cloud.Options{Domain: cloud.Loopback})
	if err != nil {
		return api.Errorf(api.CodeInstall, "devcloud does not start: %v", err)
	}
	defer c.Close()
	t := &trial{Subject: s, cloud: c, d: s.Linked.Descriptor, canary: newCanary()}
	if err := t.point(ctx); err != nil {
		return err
	}
	if t.p, err = t.open(ctx, t.options); err != nil {
		return err
	}
	for _, test := range slices.Concat(suite, own(s.Requests)) {
		if ctx.Err() != nil {
			break
		}
		if s.Only != nil && !s.Only(test.name) {
			continue
		}
		r := t.try(ctx, test)
		if ctx.Err() != nil && r.Outcome == Fail {
			break // it was broken off, and says nothing of the provider
		}
		tell(r)
	}
	return t.p.Close()
}

// trial is one provider and its cloud.
type trial struct {
	Subject
	cloud   *cloud.Cloud
	d       *api.Descriptor // the manifest's, of a rest provider with devcloud's addresses
	options map[string]any
	core    map[string]any
	canary  string // stands in ABX_SANDBOX_API_KEY
	p       api.Provider
	log     journal
}

// open opens the provider with options.
func (t *trial) open(ctx context.Context, options map[string]any) (api.Provider, error) {
	values, err := t.resolve(options)
	if err != nil {
		return nil, err
	}
	linked := t.Linked
	linked.Descriptor = t.d
	host := t.Exec
	host.Environ = append(slices.Clone(host.Environ), canaryName+"="+t.canary)
	return provider.Open(ctx, linked, provider.Options{
		Values: values, Guest: t.Guest, Exec: host, Log: t.log.add, UserAgent: "abxgen/" + api.Version,
		Transport: e2b.TransportConfig{
			Allow:   t.allow,
			RootCAs: func() (*x509.CertPool, error) { return t.cloud.RootCAs(), nil },
		},
	})
}

// limit is how long one test may take; most take milliseconds.
const limit = time.Minute

// try runs one test.
func (t *trial) try(ctx context.Context, test test) Result {
	r := Result{Name: test.name, Outcome: Skip}
	if r.Reason = test.undeclared(t.d); r.Reason != "" {
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	lines, requests := t.log.len(), len(t.cloud.Requests())
	seen, err := test.run(ctx, t)
	switch err := err.(type) {
	case nil:
		r.Outcome, r.Reason = Pass, seen
	case skipped:
		r.Reason = string(err)
	default:
		r.Outcome, r.Reason = Fail, oneLine(err)
		r.Context = t.since(lines, requests)
	}
	return r
}
