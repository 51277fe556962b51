package wire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Kind says what a frame is.
type Kind byte

// The kinds of frame. Ids of requests are counted by who asks, ids of streams
// by who produces.
const (
	KindRequest Kind = iota + 1 // name and arguments
	KindBegun                   // the work on a request has begun
	KindReply                   // a request's result
	KindFail                    // a request's error
	KindCancel                  // the asker wants a request no longer; it is still answered
	KindChunk                   // one value of a stream
	KindEnd                     // a stream's end: nil or an error
	KindCredit                  // the consumer takes so many more chunks
	KindStop                    // the consumer wants no more
	KindEvent                   // name and arguments, without an answer
	KindAbort                   // the consumer wants no more, nor what goes on behind it
	kinds
)

// most is the largest payload of a kind, in bytes.
func (k Kind) most() uint32 {
	switch k {
	case KindRequest, KindReply:
		return MaxFrame
	case KindChunk:
		return MaxChunk
	}
	return MaxTalk
}

// headerSize is length (4 bytes, of the payload), kind (1) and id (4).
const headerSize = 9

// Frame is one message.
type Frame struct {
	Kind    Kind
	ID      uint32
	Payload []byte
}

// ErrProtocol is in the chain of every error about what the other end sent.
var ErrProtocol = errors.New("malformed message")

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrProtocol, fmt.Sprintf(format, args...))
}

// seal fills in the header of a frame whose payload was appended behind it.
func seal(frame []byte, kind Kind, id uint32) ([]byte, error) {
	n := len(frame) - headerSize
	if most := int(kind.most()); n > most {
		return nil, fmt.Errorf("a message of %d MiB is over the limit of %d MiB", n>>20, most>>20)
	}
	binary.BigEndian.PutUint32(frame, uint32(n))
	frame[4] = byte(kind)
	binary.BigEndian.PutUint32(frame[5:], id)
	return frame, nil
}

// bare is a frame without a payload.
func bare(kind Kind, id uint32) []byte {
	frame, _ := seal(make([]byte, headerSize), kind, id)
	return frame
}

// ReadFrame reads one frame; io.EOF where the other end closed between two.
func ReadFrame(r *bufio.Reader) (Frame, error) {
	var h [headerSize]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return Frame{}, err
	}
	f := Frame{Kind: Kind(h[4]), ID: binary.BigEndian.Uint32(h[5:])}
	n := binary.BigEndian.Uint32(h[:])
	if f.Kind == 0 || f.Kind >= kinds {
		return Frame{}, malformed("unknown kind %d", f.Kind)
	}
	if n > f.Kind.most() {
		return Frame{}, malformed("a frame of %d bytes", n)
	}
	payload, err := readPayload(r, int(n))
	f.Payload = payload
	return f, err
}

// readPayload takes memory as bytes come, not as a header promises them.
func readPayload(r io.Reader, n int) ([]byte, error) {
	const step = 1 << 20
	buf := make([]byte, 0, min(n, step))
	for len(buf) < n {
		if len(buf) == cap(buf) {
			grown := make([]byte, len(buf), min(n, 2*cap(buf)))
			copy(grown, buf)
			buf = grown
		}
		part := buf[len(buf):cap(buf)]
		if _, err := io.ReadFull(r, part); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		buf = buf[:cap(buf)]
	}
	return buf, nil
}
