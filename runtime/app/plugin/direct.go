package plugin

import (
	"context"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/provider"
)

// direct gives a host the address of a sandbox's envd where it may use it, and
// nothing where the bytes go through the plugin.
func (s *serving) direct(ctx context.Context, info *api.SandboxInfo) (url, token string, err error) {
	if s.mover == nil {
		return "", "", nil
	}
	url, token, inexact, err := s.mover.DirectTarget(ctx, info)
	if inexact != "" && s.plane == DirectOnly {
		err = refused(s.linked.Descriptor.ID, inexact)
	}
	return url, token, err
}

func refused(id, why string) *api.Error {
	return api.Errorf(api.CodeConfig, "provider %q was built with --data-plane direct, which is not exact here: %s", id, why).
		With("build the plugin with --data-plane plugin or auto")
}

// directOnly refuses a create whose sandbox no host could reach: before it is
// made where that is known, else by ending it again.
type directOnly struct {
	api.Provider
	mover provider.Direct
}

// Create creates a sandbox that the host can reach.
func (d directOnly) Create(ctx context.Context, req api.CreateRequest) (*api.SandboxInfo, error) {
	inexact, err := d.mover.DirectEver(ctx)
	if err != nil {
		return nil, err
	}
	if inexact != "" {
		return nil, refused(d.Descriptor().ID, inexact)
	}
	info, err := d.Provider.Create(ctx, req)
	if err != nil {
		return nil, err
	}
	if _, _, inexact, err = d.mover.DirectTarget(ctx, info); inexact != "" {
		err = refused(d.Descriptor().ID, inexact)
	}
	if err != nil {
		_ = d.Provider.Kill(context.WithoutCancel(ctx), info.ID)
		return nil, err
	}
	return info, nil
}
