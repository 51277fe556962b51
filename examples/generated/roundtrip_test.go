package generated_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/examples/generated/e2b"
	"github.com/abxgen/abxgen/examples/generated/e2bcompatible"
	"github.com/abxgen/abxgen/examples/generated/mycloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/sandbox"
)

// canary is another provider's key, which must go nowhere.
const canary = "abx-canary-51c0de"

// needs are what the round trip asks of a sandbox, when it is compiled.
type needs interface {
	sandbox.CanLifecycle
	sandbox.CanExec
	sandbox.CanFiles
}

// life is a round trip through one provider, whatever its types are.
type life interface {
	live(t *testing.T)
	Close() error
}

// of makes the round trip of an opened provider.
func of[S needs](p sandbox.Provider[S], err error) (life, error) {
	if err != nil {
		return nil, err
	}
	return lifeOf[S]{p}, nil
}

type lifeOf[S needs] struct{ sandbox.Provider[S] }

// opener opens a package by its typed options, and again by the environment.
type opener struct {
	name        string
	options     func(ctx context.Context, key api.Secret, base *url.URL) (life, error)
	environment func(ctx context.Context) (life, error)
	variables   string // prefix
	header      string // that only this provider's create sends, "" none
	body        string // that only this provider's create says, "" nothing
}

var openers = []opener{
	{
		name: "e2b", variables: "ABX_E2B_", body: `"secure":true`,
		options: func(ctx context.Context, key api.Secret, base *url.URL) (life, error) {
			return of(e2b.New(ctx, e2b.Options{APIKey: key, BaseURL: base}))
		},
		environment: func(ctx context.Context) (life, error) { return of(e2b.FromEnvironment(ctx)) },
	},
	{
		name: "my-cloud", variables: "ABX_MY_CLOUD_", header: "X-Region",
		options: func(ctx context.Context, key api.Secret, base *url.URL) (life, error) {
			return of(mycloud.New(ctx, mycloud.Options{APIKey: key, BaseURL: base, Region: mycloud.RegionUS}))
		},
		environment: func(ctx context.Context) (life, error) { return of(mycloud.FromEnvironment(ctx)) },
	},
	{
		name: "e2b-compatible", variables: "ABX_E2B_COMPATIBLE_",
		options: func(ctx context.Context, key api.Secret, base *url.URL) (life, error) {
			return of(e2bcompatible.New(ctx, e2bcompatible.Options{APIKey: key, BaseURL: base}))
		},
		environment: func(ctx context.Context) (life, error) { return of(e2bcompatible.FromEnvironment(ctx)) },
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
			p.live(t)
			shut(t, p)
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
			p.live(t)
			shut(t, p)
			checkRequests(t, o, c)
		})
	}
}

func shut(t *testing.T, p interface{ Close() error }) {
	t.Helper()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func (p lifeOf[S]) live(t *testing.T) {
	ctx := t.Context()
	s, err := p.Create(ctx, api.CreateRequest{Metadata: map[string]string{"made": "here"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Info(ctx); err != nil || got.Status != api.StatusRunning || got.Metadata["made"] != "here" || !got.EnvdToken.IsZero() {
		t.Errorf("info is %+v, %v", got, err)
	}
	var exit *sandbox.ExitError
	res, err := s.Exec(ctx, api.Command("sh", "-c", "printf out; printf err >&2; exit 3"))
	if !errors.As(err, &exit) || *res != (sandbox.Result{Stdout: "out", Stderr: "err", ExitCode: 3}) {
		t.Errorf("the command gave %+v, %v", res, err)
	}
	content := bytes.Repeat([]byte{0, 1, 254, 255, '\n'}, 20_000)
	if err := s.Files().WriteFile(ctx, "dir/ü.bin", content); err != nil {
		t.Fatal(err)
	}
	if back, err := fs.ReadFile(s.Files(), "dir/ü.bin"); err != nil || !bytes.Equal(back, content) {
		t.Errorf("%d bytes came back, %d went: %v", len(back), len(content), err)
	}
	if err := fstest.TestFS(s.Files().WithContext(ctx).Dir("dir"), "ü.bin"); err != nil {
		t.Error(err)
	}
	p.find(t, s.ID())
	if err := s.Kill(ctx); err != nil {
		t.Error(err)
	}
	if _, err := p.Get(ctx, s.ID()); !errors.Is(err, api.ErrSandboxNotFound) {
		t.Errorf("after kill: %v", err)
	}
}

// find finds the one sandbox in every way.
func (p lifeOf[S]) find(t *testing.T, id string) {
	t.Helper()
	for what, find := range map[string]func(context.Context, string) (S, error){"Connect": p.Connect, "Get": p.Get} {
		if s, err := find(t.Context(), id); err != nil || s.ID() != id {
			t.Errorf("%s: %v", what, err)
		}
	}
	var listed []string
	for s, err := range p.Sandboxes(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, s.ID())
	}
	if len(listed) != 1 || listed[0] != id {
		t.Errorf("listed are %v", listed)
	}
	if running, err := p.Sandbox(id).Running(t.Context()); err != nil || !running {
		t.Errorf("it runs: %v, %v", running, err)
	}
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
