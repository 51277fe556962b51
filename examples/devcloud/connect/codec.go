// Package connect is the server's side of the Connect protocol as envd speaks
// it (spec/e2b-wire.md, "Framing"): JSON only, unary and streams.
package connect

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

const (
	flagData       = 0x00
	flagCompressed = 0x01
	flagEnd        = 0x02
	maxMessage     = 16 << 20
)

// marshal writes v as envd does: no HTML escapes, no newline at the end.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// unmarshal reads a message; unknown fields are ignored and an empty body is
// the empty message.
func unmarshal(data []byte, v any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	if err := json.Unmarshal(data, v); err != nil {
		return Errorf(InvalidArgument, "unmarshal message: %v", err)
	}
	return nil
}

// readEnvelope reads one enveloped message: a byte of flags, the length as a
// big-endian uint32, the body. io.EOF before the first byte is the end.
func readEnvelope(r io.Reader) (flags byte, body []byte, err error) {
	var head [5]byte
	n, err := io.ReadFull(r, head[:])
	if err == io.EOF {
		return 0, nil, io.EOF
	}
	if err != nil {
		return 0, nil, Errorf(InvalidArgument, "protocol error: incomplete envelope: %d of 5 bytes", n)
	}
	size := int64(binary.BigEndian.Uint32(head[1:]))
	body, err = io.ReadAll(io.LimitReader(r, min(size, maxMessage)))
	if err != nil {
		return 0, nil, fmt.Errorf("reading a message: %w", err)
	}
	if int64(len(body)) < size {
		return 0, nil, Errorf(InvalidArgument,
			"protocol error: promised %d bytes in enveloped message, got %d bytes", size, len(body))
	}
	if head[0]&flagCompressed != 0 {
		body, err = gunzip(body)
	}
	return head[0], body, err
}

// envelope puts a message into its frame.
func envelope(flags byte, body []byte) []byte {
	frame := make([]byte, 5, 5+len(body))
	frame[0] = flags
	binary.BigEndian.PutUint32(frame[1:], uint32(len(body)))
	return append(frame, body...)
}

func gunzip(body []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, Errorf(InvalidArgument, "decompress message: %v", err)
	}
	out, err := io.ReadAll(io.LimitReader(z, maxMessage))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, Errorf(InvalidArgument, "decompress message: %v", err)
	}
	return out, nil
}
