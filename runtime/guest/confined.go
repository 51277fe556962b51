package guest

import "context"

// noProvider is one that does nothing.
const noProvider = `var __abx_provider = { default: () => ({ buildInfra: () => ({}) }) };`

// Confined starts a guest that runs nothing of anybody's, and tells what this
// system keeps it from.
func Confined(ctx context.Context, launch Launcher) (Confinement, error) {
	c := Open(ctx, launch, Boot{Provider: "none", Bundle: []byte(noProvider), Probe: true}, deaf{})
	defer c.Close()
	return c.Confinement(ctx)
}

// deaf is a host that does nothing.
type deaf struct{}

// Call refuses every effect.
func (deaf) Call(context.Context, Call) (any, error) { return nil, errNotBegun }

// Log drops the line.
func (deaf) Log(string, string) {}
