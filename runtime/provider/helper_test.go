package provider_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/guest/server"
	"github.com/abxgen/abxgen/runtime/provider"
)

// restProvider is a rest provider of a devcloud; all features where none is named.
func restProvider(c *cloud.Cloud, features ...api.Feature) api.Linked {
	return api.Linked{Descriptor: &api.Descriptor{
		ID: "rest-cloud", Kind: api.KindREST, Features: orAll(features),
		Fields:    []api.Field{{Key: "api_key", Type: "string", Secret: true, Credential: true}},
		AuthAnyOf: [][]string{{"api_key"}},
		Endpoint:  &api.Endpoint{BaseURL: c.URL, Domain: c.Domain, Scheme: "header", Header: "X-API-Key"},
	}}
}

// nodeProvider is a node provider whose module is testdata/NAME.js. Its options
// tell it where the cloud is.
func nodeProvider(t *testing.T, name string, features ...api.Feature) api.Linked {
	t.Helper()
	bundle, err := os.ReadFile(filepath.Join("testdata", name+".js"))
	if err != nil {
		t.Fatal(err)
	}
	return api.Linked{Bundle: bundle, Descriptor: &api.Descriptor{
		ID: "node-cloud", Kind: api.KindNode, Features: orAll(features), Fields: []api.Field{
			{Key: "api_key", Type: "string", Secret: true, Credential: true},
			{Key: "base_url", Type: "url"}, {Key: "domain", Type: "string"}, {Key: "dial", Type: "string"},
		},
	}}
}

func orAll(features []api.Feature) []api.Feature {
	if features == nil {
		return api.Features()
	}
	return features
}

// reach are the options of a provider of c.
func reach(c *cloud.Cloud) provider.Options {
	return provider.Options{Guest: server.InProcess, Values: config.Resolved{Options: map[string]any{
		"api_key": c.Key,
	}}}
}

// reachNode are those of a node provider.
func reachNode(c *cloud.Cloud) provider.Options {
	o := reach(c)
	o.Values.Options["base_url"], o.Values.Options["domain"] = c.URL, c.Domain
	return o
}

func open(t *testing.T, l api.Linked, o provider.Options) api.Provider {
	t.Helper()
	p, err := provider.Open(t.Context(), l, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func create(t *testing.T, p api.Provider) string {
	t.Helper()
	s, err := p.Create(t.Context(), api.CreateRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return s.ID
}

// finish reads a stream to its exit and gives what it wrote.
func finish(s api.ProcessStream) (stdout, stderr string, exit api.Chunk, err error) {
	var out, errs strings.Builder
	for {
		c, err := s.Recv()
		switch {
		case err != nil:
			return out.String(), errs.String(), c, err
		case c.Kind == api.ChunkExit:
			if _, after := s.Recv(); !errors.Is(after, io.EOF) {
				return "", "", c, errors.New("something came after the exit")
			}
			return out.String(), errs.String(), c, nil
		case c.Kind == api.ChunkStderr:
			errs.Write(c.Data)
		default:
			out.Write(c.Data)
		}
	}
}

func run(t *testing.T, p api.Provider, id string, req api.StartRequest) (stdout, stderr string, exit api.Chunk) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s, err := p.Start(ctx, id, req)
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr, exit, err = finish(s)
	if err != nil {
		t.Fatal(err)
	}
	return stdout, stderr, exit
}

func shell(line string) api.StartRequest {
	return api.StartRequest{Cmd: "sh", Args: []string{"-c", line}}
}

// journal is what a provider logged.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) log(level, message string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, level+" "+message)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Join(j.lines, "\n")
}

// signature is that of spec/e2b-wire.md, "Signed URL", for the user "user".
func signature(path, operation, token string) string {
	sum := sha256.Sum256([]byte(path + ":" + operation + ":user:" + token))
	return url.QueryEscape("v1_" + base64.RawStdEncoding.EncodeToString(sum[:]))
}

func neverLaunch(launched *bool) guest.Launcher {
	return func(context.Context) (*guest.Conn, error) {
		*launched = true
		return nil, errors.New("not now")
	}
}
