package generated_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/examples/generated/mycloud"
	"github.com/abxgen/abxgen/runtime/api"
)

// undeclared are calls that my-cloud does not declare, by feature.
var undeclared = map[api.Feature]func(ctx context.Context, p *mycloud.Provider) error{
	api.FeatureSandboxPause: func(ctx context.Context, p *mycloud.Provider) error { return p.Sandbox("x").Pause(ctx) },
	api.FeatureFilesTransfer: func(ctx context.Context, p *mycloud.Provider) error {
		_, err := p.Sandbox("x").Files().UploadURL(ctx, "y")
		return err
	},
	api.FeatureCodeInterpret: func(ctx context.Context, p *mycloud.Provider) error {
		_, err := p.Sandbox("x").Code().Run(ctx, api.CodeRequest{Code: "1"})
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

// What is wrong with options is told before anything is started, all at once.
func TestOptionsAreChecked(t *testing.T) {
	rows := []struct {
		options mycloud.Options
		code    api.Code
		want    []string
	}{
		{mycloud.Options{}, api.CodeMissingCredentials, []string{"ABX_MY_CLOUD_API_KEY"}},
		{mycloud.Options{APIKey: api.NewSecret("  ")}, api.CodeConfig, []string{`"api_key" (a non-blank string)`}},
		{mycloud.Options{Region: "nowhere"}, api.CodeConfig, []string{`"region" (one of EU, US)`, "ABX_MY_CLOUD_API_KEY"}},
	}
	for _, r := range rows {
		p, err := mycloud.New(t.Context(), r.options)
		if p != nil || api.CodeOf(err) != r.code {
			t.Errorf("%+v: %v", r.options, err)
		}
		var e *api.Error // New reads no variable: the cure is a field
		if !errors.As(err, &e) || !strings.Contains(e.Suggestion, "mycloud.Options") {
			t.Errorf("%+v: %v says nothing of the fields", r.options, err)
		}
		for _, want := range r.want {
			if err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: %v says nothing of %s", r.options, err, want)
			}
		}
	}
}
