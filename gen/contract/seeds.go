package contract

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/config"
)

// undeclaredFails calls a method of every feature that is not declared: E8004,
// and the cloud has not been asked.
func undeclaredFails(ctx context.Context, t *trial) (string, error) {
	var undeclared []api.Feature
	for _, f := range api.Features() {
		if _, has := probes[f]; has && !t.d.Supports(f) && !(f == api.FeatureExecRun && t.d.Supports(api.FeatureExecStream)) {
			undeclared = append(undeclared, f)
		}
	}
	if undeclared == nil {
		return "", skip("every feature that has methods is declared")
	}
	return "", t.sandbox(ctx, func(id string) error {
		for _, f := range undeclared {
			before := len(t.cloud.Requests())
			err := probes[f](ctx, t.p, id)
			if api.CodeOf(err) != api.CodeFeatureNotSupported || err == nil {
				return fmt.Errorf("%s is not declared, and a call gives: %w", f, orNone(err, api.CodeFeatureNotSupported))
			}
			if len(t.cloud.Requests()) > before {
				return fmt.Errorf("%s is not declared, and a call of it was sent", f)
			}
		}
		return nil
	})
}

// probes call one method of each feature.
var probes = map[api.Feature]func(context.Context, api.Provider, string) error{
	api.FeatureSandboxTimeout: func(ctx context.Context, p api.Provider, id string) error { return p.SetTimeout(ctx, id, 60) },
	api.FeatureSandboxPause:   func(ctx context.Context, p api.Provider, id string) error { return p.Pause(ctx, id) },
	api.FeatureExecRun: func(ctx context.Context, p api.Provider, id string) error {
		_, err := p.Start(ctx, id, api.StartRequest{Cmd: "true"})
		return err
	},
	api.FeatureProcessManage: func(ctx context.Context, p api.Provider, id string) error {
		_, err := p.ListProcesses(ctx, id)
		return err
	},
	api.FeaturePTY: func(ctx context.Context, p api.Provider, id string) error {
		_, err := p.OpenTerminal(ctx, id, api.TerminalRequest{})
		return err
	},
	api.FeatureFilesRW: func(ctx context.Context, p api.Provider, id string) error {
		_, err := p.Read(ctx, id, "/x")
		return err
	},
	api.FeatureFilesWatch: func(ctx context.Context, p api.Provider, id string) error {
		_, err := p.WatchDir(ctx, id, "/", false)
		return err
	},
	api.FeatureFilesTransfer: func(ctx context.Context, p api.Provider, id string) error {
		_, err := p.DownloadURL(ctx, id, "/x")
		return err
	},
	api.FeatureCodeInterpret: func(ctx context.Context, p api.Provider, id string) error {
		_, err := p.RunCode(ctx, id, api.CodeRequest{Code: "1"})
		return err
	},
	api.FeaturePortsURL: func(ctx context.Context, p api.Provider, id string) error {
		_, err := p.PortURL(ctx, id, 8080)
		return err
	},
}

// secretsRedacted gives every secret a value that must not come back.
func secretsRedacted(ctx context.Context, t *trial) (string, error) {
	canary, lines := newCanary(), t.log.len()
	options, secrets := map[string]any{}, 0
	for key, v := range t.options {
		options[key] = v
	}
	for _, f := range t.d.Fields {
		if f.Secret {
			options[f.Key], secrets = canary, secrets+1
		}
	}
	if secrets == 0 {
		return "", skip("no field is secret")
	}
	said := []string{}
	p, err := t.open(ctx, options)
	if err == nil {
		defer p.Close()
		err = useOnce(ctx, p)
	}
	if err != nil {
		text, _ := json.Marshal(err) // an *api.Error
		said = append(said, err.Error(), fmt.Sprintf("%+v", err), string(text))
	}
	if strings.Contains(strings.Join(append(said, t.log.all()[lines:]...), "\n"), canary) {
		return "", fmt.Errorf("the value of a secret option is in an error or in the log")
	}
	return "", nil
}

func useOnce(ctx context.Context, p api.Provider) error {
	s, err := p.Create(ctx, api.CreateRequest{})
	if err != nil {
		return err
	}
	defer func() { _ = p.Kill(ctx, s.ID) }()
	_, err = p.Connect(ctx, unknownID)
	return err
}

// controlled gives the requests that came to the control plane.
func (t *trial) controlled() ([]cloud.Request, error) {
	var out []cloud.Request
	for _, r := range t.cloud.Requests() {
		if r.Plane == "control" {
			out = append(out, r)
		}
	}
	if out == nil {
		if t.d.Kind == api.KindExec {
			return nil, skip("the program did not come to devcloud; what it sends elsewhere nobody sees")
		}
		return nil, fmt.Errorf("no request came to devcloud's control plane")
	}
	return out, nil
}

func createRequest(_ context.Context, t *trial) (string, error) {
	requests, err := t.controlled()
	if err != nil {
		return "", err
	}
	i := slices.IndexFunc(requests, func(r cloud.Request) bool { return r.Method == "POST" && strings.HasSuffix(r.Path, "/sandboxes") })
	if i < 0 {
		return "", fmt.Errorf("no POST of a path that ends /sandboxes came")
	}
	if len(requests[i].Body) == 0 {
		return "", unread(requests[i])
	}
	var body struct {
		Template string `json:"templateID"`
	}
	if err := json.Unmarshal(requests[i].Body, &body); err != nil || body.Template == "" {
		return "", fmt.Errorf("the body of POST %s has no templateID", requests[i].Path)
	}
	return fmt.Sprintf("POST %s, templateID %q", requests[i].Path, body.Template), nil
}

// unread is what can be said of a request whose body devcloud has not seen: it
// reads none of what it refuses.
func unread(r cloud.Request) error {
	return fmt.Errorf("no body of %s %s was read: none was sent, or devcloud refused the request before it", r.Method, r.Path)
}

// authHeader finds the header that carries the key, the same in every request
// to the control plane. A wrong key of the test before is one as well.
func authHeader(_ context.Context, t *trial) (string, error) {
	requests, err := t.controlled()
	if err != nil {
		return "", err
	}
	var names []string
	for _, r := range requests {
		switch {
		case strings.HasPrefix(r.Header.Get("Authorization"), "Bearer "):
			names = append(names, "Authorization: Bearer")
		case r.Header.Get("X-API-Key") != "":
			names = append(names, "X-API-Key")
		default:
			return "", fmt.Errorf("%s %s came without a key in X-API-Key or Authorization", r.Method, r.Path)
		}
		if strings.Contains(r.Path+"?"+r.Query, t.cloud.Key) {
			return "", fmt.Errorf("%s has the key in its address", r.Method)
		}
	}
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(names))), ", "), nil
}

// canaryUnseen looks for the other backend's key in all that was sent and said.
func canaryUnseen(_ context.Context, t *trial) (string, error) {
	if t.d.Inherits(config.KeyAPIKey) {
		return "", skip("the manifest inherits sandbox_api_key: it asks for that key")
	}
	for _, r := range t.cloud.Requests() {
		headers, _ := json.Marshal(r.Header) // of strings: cannot fail
		if strings.Contains(r.Host+r.Path+"?"+r.Query+string(headers)+string(r.Body), t.canary) {
			return "", fmt.Errorf("%s %s carries the value of %s", r.Method, r.Path, canaryName)
		}
	}
	if strings.Contains(strings.Join(t.log.all(), "\n"), t.canary) {
		return "", fmt.Errorf("the log holds the value of %s", canaryName)
	}
	return canaryName + " was set", nil
}

func nothingLeft(_ context.Context, t *trial) (string, error) {
	if n := t.cloud.Running(); n > 0 {
		return "", fmt.Errorf("%d sandboxes are still running", n)
	}
	return "", nil
}
