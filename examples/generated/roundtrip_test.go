package generated_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/examples/generated/e2b"
	"github.com/abxgen/abxgen/examples/generated/e2bcompatible"
	"github.com/abxgen/abxgen/examples/generated/mycloud"
	"github.com/abxgen/abxgen/runtime/api"
)

// canary is another provider's key, which must go nowhere.
const canary = "abx-canary-51c0de"

// opener opens a package by its typed options, and again by the environment.
type opener struct {
	name        string
	options     func(ctx context.Context, key api.Secret, base *url.URL) (api.Provider, error)
	environment func(ctx context.Context) (api.Provider, error)
	variables   string // prefix
	header      string // that only this provider's create sends, "" none
	body        string // that only this provider's create says, "" nothing
}

var openers = []opener{
	{
		name: "e2b", variables: "ABX_E2B_", body: `"secure":true`,
		options: func(ctx context.Context, key api.Secret, base *url.URL) (api.Provider, error) {
			return e2b.New(ctx, e2b.Options{APIKey: key, BaseURL: base})
		},
		environment: func(ctx context.Context) (api.Provider, error) { return e2b.FromEnvironment(ctx) },
	},
	{
		name: "my-cloud", variables: "ABX_MY_CLOUD_", header: "X-Region",
		options: func(ctx context.Context, key api.Secret, base *url.URL) (api.Provider, error) {
			return mycloud.New(ctx, mycloud.Options{APIKey: key, BaseURL: base, Region: mycloud.RegionUS})
		},
		environment: func(ctx context.Context) (api.Provider, error) { return mycloud.FromEnvironment(ctx) },
	},
	{
		name: "e2b-compatible", variables: "ABX_E2B_COMPATIBLE_",
		options: func(ctx context.Context, key api.Secret, base *url.URL) (api.Provider, error) {
			return e2bcompatible.New(ctx, e2bcompatible.Options{APIKey: key, BaseURL: base})
		},
		environment: func(ctx context.Context) (api.Provider, error) { return e2bcompatible.FromEnvironment(ctx) },
	},
}

// Each package makes the round trip of the seeds: create, one command, one
// file there and back, kill; and sends its own key and no other.
func TestRoundTrip(t *testing.T) {
	t.Setenv("ABX_SANDBOX_API_KEY", canary)
	for _, o := range openers {
		t.Run(o.name, func(t *testing.T) {
			c := cloud.ForTest(t)
			base, err := url.Parse(c.URL)
			if err != nil {
				t.Fatal(err)
			}
			p, err := o.options(t.Context(), api.NewSecret(c.Key), base)
			if err != nil {
				t.Fatal(err)
			}
			defer shut(t, p)
			roundTrip(t, p)
			checkRequests(t, o, c)
		})
	}
}

func TestFromEnvironment(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("ABX_SANDBOX_API_KEY", canary)
	for _, o := range openers {
		t.Run(o.name, func(t *testing.T) {
			if _, err := o.environment(t.Context()); api.CodeOf(err) != api.CodeMissingCredentials || !strings.Contains(err.Error(), o.variables+"API_KEY") {
				t.Errorf("without a key: %v", err)
			}
			c := cloud.ForTest(t)
			t.Setenv(o.variables+"API_KEY", c.Key)
			t.Setenv(o.variables+"BASE_URL", c.URL)
			p, err := o.environment(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer shut(t, p)
			info, err := p.Create(t.Context(), api.CreateRequest{})
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Kill(t.Context(), info.ID); err != nil {
				t.Error(err)
			}
			checkRequests(t, o, c)
		})
	}
}

func shut(t *testing.T, p api.Provider) {
	t.Helper()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func roundTrip(t *testing.T, p api.Provider) {
	t.Helper()
	ctx := t.Context()
	info, err := p.Create(ctx, api.CreateRequest{Metadata: map[string]string{"made": "here"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.GetInfo(ctx, info.ID); err != nil || got.Status != api.StatusRunning || got.Metadata["made"] != "here" {
		t.Errorf("info is %+v, %v", got, err)
	}
	if stdout, code := run(t, p, info.ID, "printf out; printf err >&2; exit 3"); stdout != "out" || code != 3 {
		t.Errorf("the command gave %q and %d", stdout, code)
	}
	content := bytes.Repeat([]byte{0, 1, 254, 255, '\n'}, 20_000)
	if err := p.Write(ctx, info.ID, "dir/ü.bin", bytes.NewReader(content)); err != nil {
		t.Fatal(err)
	}
	if back := readAll(t, p, info.ID, "dir/ü.bin"); !bytes.Equal(back, content) {
		t.Errorf("%d bytes came back, %d went", len(back), len(content))
	}
	if err := p.Kill(ctx, info.ID); err != nil {
		t.Error(err)
	}
	if _, err := p.GetInfo(ctx, info.ID); !errors.Is(err, api.ErrSandboxNotFound) {
		t.Errorf("after kill: %v", err)
	}
}

func run(t *testing.T, p api.Provider, id, script string) (stdout string, code int) {
	t.Helper()
	stream, err := p.Start(t.Context(), id, api.StartRequest{Cmd: "sh", Args: []string{"-c", script}})
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	for {
		chunk, err := stream.Recv()
		switch {
		case err == io.EOF:
			return stdout, code
		case err != nil:
			t.Fatal(err)
		case chunk.Kind == api.ChunkStdout:
			stdout += string(chunk.Data)
		case chunk.Kind == api.ChunkExit:
			code = chunk.ExitCode
		}
	}
}

func readAll(t *testing.T, p api.Provider, id, path string) []byte {
	t.Helper()
	r, err := p.Read(t.Context(), id, path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func checkRequests(t *testing.T, o opener, c *cloud.Cloud) {
	t.Helper()
	created := false
	for _, r := range c.Requests() {
		all := r.Method + r.Host + r.Path + r.Query + string(r.Body)
		for name, values := range r.Header {
			all += name + strings.Join(values, " ")
		}
		if strings.Contains(all, canary) {
			t.Errorf("%s %s carries another provider's key", r.Method, r.Path)
		}
		if r.Plane == "control" && r.Header.Get("X-API-Key") != c.Key {
			t.Errorf("%s %s has no key", r.Method, r.Path)
		}
		if r.Method != "POST" || r.Path != "/sandboxes" {
			continue
		}
		created = true
		if o.header != "" && r.Header.Get(o.header) == "" {
			t.Errorf("create has no %s", o.header)
		}
		if !strings.Contains(string(r.Body), `"templateID":"base"`) || !strings.Contains(string(r.Body), o.body) {
			t.Errorf("create says %s", r.Body)
		}
	}
	if !created {
		t.Error("no sandbox was created at POST /sandboxes")
	}
}
