package provider

import (
	"context"

	"github.com/abxgen/abxgen/runtime/api"
)

// Direct tells where a host may reach a sandbox's envd itself, past this
// provider. inexact is why it may not, "" where it may: what the host would do
// there then equals what the provider does (spec/epp.md, "Who moves the bytes").
type Direct interface {
	// DirectTarget gives the address and the token of one sandbox.
	DirectTarget(ctx context.Context, info *api.SandboxInfo) (url, token, inexact string, err error)
	// DirectEver tells what holds for every sandbox, before there is one.
	DirectEver(ctx context.Context) (inexact string, err error)
}

// The features that a host does not check where it moves the bytes itself: an
// undeclared one would be sent instead of being E8004.
var directNeeds = []api.Feature{api.FeatureProcessManage, api.FeatureFilesWatch}

// DirectEver implements Direct.
func (p *provider) DirectEver(ctx context.Context) (inexact string, err error) {
	for _, f := range directNeeds {
		if !p.d.Supports(f) {
			return "the provider does not declare " + string(f), nil
		}
	}
	if p.guest == nil {
		return "", nil
	}
	infra, err := p.guest.Infra(ctx)
	if err != nil {
		return "", p.fail(err)
	}
	return infra.Inexact(), nil
}

// DirectTarget implements Direct.
func (p *provider) DirectTarget(ctx context.Context, info *api.SandboxInfo) (url, token, inexact string, err error) {
	if inexact, err = p.DirectEver(ctx); inexact != "" || err != nil {
		return "", "", inexact, err
	}
	if info.EnvdToken.IsZero() {
		return "", "", "the backend gave no envd token", nil
	}
	b, err := p.bind(ctx)
	if err != nil {
		return "", "", "", p.fail(err)
	}
	client := b.client(b.protocols[api.ClassProcess].Client)
	if client == nil {
		return "", "", "the provider has no HTTP client", nil
	}
	url, err = client.EnvdURL(info.Target())
	if err == nil && p.mayReach(url) != nil {
		return "", "", "the network policy does not cover the sandbox's address", nil
	}
	return url, info.EnvdToken.Reveal(), "", p.fail(err)
}
