package api

import (
	"fmt"
	"io"
	"log/slog"
)

// mask is what is shown of a secret (spec/config.md).
const mask = "****"

// Secret is a text that is never printed: fmt with any verb, JSON, text
// encodings and log/slog all show ****. Its value lies behind a pointer, so
// that not even reflection over an unexported field of a program's own struct
// (where fmt calls no method) comes upon it. The zero value is the empty
// secret, which counts as unset.
type Secret struct{ value *string }

// NewSecret wraps a text.
func NewSecret(value string) Secret {
	if value == "" {
		return Secret{}
	}
	return Secret{&value}
}

// Reveal gives the text, "" for the zero value. It is the only way to it.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Equal reports whether both hold the same text.
func (s Secret) Equal(other Secret) bool { return s.Reveal() == other.Reveal() }

// IsZero reports whether the secret is empty; encoding/json's omitzero asks it.
func (s Secret) IsZero() bool { return s.value == nil }

// String gives ****, or "" for the empty secret.
func (s Secret) String() string {
	if s.IsZero() {
		return ""
	}
	return mask
}

// Format writes what String gives, whatever the verb.
func (s Secret) Format(f fmt.State, verb rune) {
	text := s.String()
	if verb == 'q' || verb == 'v' && f.Flag('#') {
		text = `"` + text + `"`
	}
	_, _ = io.WriteString(f, text)
}

// MarshalText gives what String gives: encoders of JSON, XML and the like ask it.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText takes the text itself, so that a secret can be read from a
// program's own configuration.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = NewSecret(string(text))
	return nil
}

// LogValue shows log/slog what String gives.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// Path is the value of a path field: a place in the file system of the machine
// that the program runs on. It is handed to the provider as it stands.
type Path string
