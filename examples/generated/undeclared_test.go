package generated_test

import (
	"context"
	"errors"
	"net/url"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/examples/generated/mycloud"
	"github.com/abxgen/abxgen/runtime/api"
)

// undeclared are calls that my-cloud does not declare, by feature.
var undeclared = map[api.Feature]func(ctx context.Context, p *mycloud.Provider) error{
	api.FeatureSandboxPause: func(ctx context.Context, p *mycloud.Provider) error { return p.Pause(ctx, "x") },
	api.FeatureFilesTransfer: func(ctx context.Context, p *mycloud.Provider) error {
		_, err := p.UploadURL(ctx, "x", "y")
		return err
	},
	api.FeatureCodeInterpret: func(ctx context.Context, p *mycloud.Provider) error {
		_, err := p.RunCode(ctx, "x", api.CodeRequest{Code: "1"})
		return err
	},
	api.FeatureSessions: func(_ context.Context, p *mycloud.Provider) error { return p.Require(api.FeatureSessions) },
}

// A call that is not declared is E8004 with provider and feature, and the cloud
// has seen no request.
func TestUndeclaredCallsReachNothing(t *testing.T) {
	c := cloud.ForTest(t)
	base, err := url.Parse(c.URL)
	if err != nil {
		t.Fatal(err)
	}
	p, err := mycloud.New(t.Context(), mycloud.Options{APIKey: api.NewSecret(c.Key), BaseURL: base})
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, p)
	for feature, call := range undeclared {
		err := call(t.Context(), p)
		var e *api.Error
		if !errors.Is(err, api.ErrFeatureNotSupported) || !errors.As(err, &e) || e.Provider != mycloud.ID || e.Feature != feature {
			t.Errorf("%s: %v", feature, err)
		}
	}
	if seen := c.Requests(); len(seen) > 0 {
		t.Errorf("%d requests, the first %s %s", len(seen), seen[0].Method, seen[0].Path)
	}
}

// What is wrong with options is told before anything is started.
func TestOptionsAreChecked(t *testing.T) {
	key := api.NewSecret("REPLACE_ME")
	rows := []struct {
		options mycloud.Options
		want    api.Code
	}{
		{mycloud.Options{}, api.CodeMissingCredentials},
		{mycloud.Options{APIKey: api.NewSecret("  ")}, api.CodeConfig},
		{mycloud.Options{APIKey: key, Region: "nowhere"}, api.CodeConfig},
	}
	for _, r := range rows {
		if p, err := mycloud.New(t.Context(), r.options); p != nil || api.CodeOf(err) != r.want {
			t.Errorf("%+v: %v", r.options, err)
		}
	}
}
