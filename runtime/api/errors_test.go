package api_test

import (
	"context"
	"errors"
	"io/fs"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// Which codes match which errors of errors.Is: those with exit code 4 of
// spec/errors.md are ErrNotFound, and only files are those of io/fs.
func TestErrorIs(t *testing.T) {
	targets := []error{
		api.ErrNotFound, api.ErrSandboxNotFound, api.ErrFileNotFound, api.ErrFeatureNotSupported, api.ErrCommandTimeout,
		fs.ErrNotExist, fs.ErrPermission, context.Canceled,
	}
	for _, r := range []struct {
		err  error
		want []error
	}{
		{api.Errorf(api.CodeTemplateNotFound, "x"), []error{api.ErrNotFound}},
		{api.Errorf(api.CodeSandboxNotFound, "x"), []error{api.ErrNotFound, api.ErrSandboxNotFound}},
		{api.Errorf(api.CodeFileNotFound, "x"), []error{api.ErrNotFound, api.ErrFileNotFound, fs.ErrNotExist}},
		{api.Errorf(api.CodeProviderNotFound, "x"), []error{api.ErrNotFound}},
		{api.Errorf(api.CodeResourceNotFound, "x"), []error{api.ErrNotFound}},
		{api.Errorf(api.CodePermissionDenied, "x"), []error{fs.ErrPermission}},
		{api.Errorf(api.CodeCommandTimeout, "x"), []error{api.ErrCommandTimeout}},
		{api.NotSupported("x", api.FeaturePTY, "y"), []error{api.ErrFeatureNotSupported}},
		{api.Errorf(api.CodeNetwork, "x").Because(context.Canceled), []error{context.Canceled}},
		{api.Errorf(api.CodeFileOperation, "x"), nil},
	} {
		for _, target := range targets {
			want := false
			for _, w := range r.want {
				want = want || w == target //nolint:errorlint // the very one
			}
			if got := errors.Is(r.err, target); got != want {
				t.Errorf("%v is %v: %v", r.err, target, got)
			}
		}
	}
}
