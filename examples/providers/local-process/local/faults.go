package local

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// fault gives a file system's error in the sandbox's own words: what is named
// as the host of this plugin knows it, never by its place on this machine.
func fault(err error, what string) error {
	var known *api.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return known
	case errors.Is(err, fs.ErrNotExist):
		return api.Errorf(api.CodeFileNotFound, "%s: no such file or folder", what).Because(err)
	case errors.Is(err, fs.ErrPermission):
		return api.Errorf(api.CodePermissionDenied, "%s: permission denied", what).Because(err)
	}
	return api.Errorf(api.CodeFileOperation, "%s: %s", what, reason(err)).Because(err)
}

// reason gives the innermost error's text, which names no path.
func reason(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return strings.TrimSpace(err.Error())
		}
		err = inner
	}
}
