package e2b

import (
	"errors"

	"github.com/abxgen/abxgen/runtime/api"
)

// asError gives an error of somebody else's callback as an *api.Error.
func asError(err error, code api.Code) error {
	var e *api.Error
	if errors.As(err, &e) {
		return e
	}
	return api.Errorf(code, "%s", clean(redact(err.Error(), nil), maxMessage)).Because(err)
}
