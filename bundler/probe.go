package bundler

import (
	"context"

	"github.com/abxgen/abxgen/runtime/diag"
)

func (b *Bundle) probe(ctx context.Context, f *folder, entry string, o Options) diag.List {
	return nil
}
