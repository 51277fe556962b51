package cli

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/network"
)

// settings are the flags that fix what a provider may do in what is built.
type settings struct {
	hosts  string
	limits []string
	fixed  api.Settings // what they say, once read
}

func (f *settings) declare(flags *pflag.FlagSet) {
	flags.StringVar(&f.hosts, "network", network.Declared, "which hosts a provider may reach: declared ([security] network, its endpoint, and what the user names), or open")
	flags.StringArrayVar(&f.limits, "limit", nil, "bound the provider's JavaScript: `NAME=VALUE`, repeatable (call=30s, startup=10s, heap=256MiB, stack=2000, output=16MiB, timers=1000, requests=100)")
}

// read understands the flags; its error says what would be right.
func (f *settings) read() error {
	switch f.hosts {
	case network.Open:
		f.fixed.OpenNetwork = true
	case network.Declared:
	default:
		return fmt.Errorf("--network %q is not known: write %s or %s", f.hosts, network.Declared, network.Open)
	}
	for _, text := range f.limits {
		if err := f.fixed.Limits.Set(text); err != nil {
			return fmt.Errorf("--limit: %w", err)
		}
	}
	return nil
}

// in adds what the flags fixed to what gen starts from.
func (f *settings) in(input gen.Input) gen.Input {
	input.Settings = f.fixed
	return input
}
