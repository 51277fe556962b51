package connect

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// Whatever comes, reading ends in a message, an end or an error that says what
// is wrong; a message that was read is written the same.
func FuzzEnvelope(f *testing.F) {
	for _, seed := range [][]byte{
		nil, {0}, {0, 0, 0, 0, 2, '{', '}'}, {2, 0, 0, 0, 2, '{', '}'}, {1, 0, 0, 0, 2, '{', '}'}, {0, 0xff, 0xff, 0xff, 0xff, '{'},
		[]byte(`{"process":{"cmd":"echo"}}`), envelope(flagData, []byte(`{"a":"<&>"}`)),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		flags, body, err := readEnvelope(bytes.NewReader(data))
		var e *Error
		switch {
		case err == io.EOF && len(data) > 0:
			t.Errorf("%x is not the end", data)
		case err == io.EOF:
		case err != nil && !errors.As(err, &e):
			t.Errorf("%x: %v has no code", data, err)
		case err == nil && flags&flagCompressed == 0 && !bytes.HasPrefix(data, envelope(flags, body)):
			t.Errorf("%x was read as %x", data, body)
		}
	})
}

func TestMarshal(t *testing.T) {
	got, err := marshal(map[string]string{"a": "<&>"})
	if want := `{"a":"<&>"}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
