package e2b

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	flagCompressed = 0x01
	flagEnd        = 0x02
	// maxFrame is far above what envd sends (output comes in 32 KiB), and far
	// below what would hurt.
	maxFrame = 16 << 20
)

var (
	// errCut is a stream that ended inside a frame or without an end frame.
	errCut      = errors.New("the stream ended without its end frame")
	errCompress = errors.New("the frame is compressed, which was not asked for")
)

// envelope puts a message of a stream into its frame: flags, length, message.
func envelope(message []byte) []byte {
	out := make([]byte, 5, 5+len(message))
	binary.BigEndian.PutUint32(out[1:], uint32(len(message)))
	return append(out, message...)
}

// frameReader takes frames from a stream, one at a time. What a frame promises
// is not believed: memory grows with the bytes that came.
type frameReader struct {
	r   *bufio.Reader
	buf bytes.Buffer
}

func newFrameReader(r io.Reader) *frameReader {
	return &frameReader{r: bufio.NewReaderSize(r, 32<<10)}
}

// next gives a frame; the payload is valid until the next call. Without
// another frame it gives errCut, since a stream ends by a frame.
func (f *frameReader) next() (flags byte, payload []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(f.r, head[:]); err != nil {
		return 0, nil, cutError(err)
	}
	size := int64(binary.BigEndian.Uint32(head[1:]))
	if head[0]&^(flagCompressed|flagEnd) != 0 {
		return 0, nil, f.noFrame(head)
	}
	if head[0]&flagCompressed != 0 && size > 0 {
		return 0, nil, errCompress
	}
	if size > maxFrame {
		return 0, nil, fmt.Errorf("a frame of %d bytes is over the limit of %d MiB", size, maxFrame>>20)
	}
	f.buf.Reset()
	if _, err := io.CopyN(&f.buf, f.r, size); err != nil {
		return 0, nil, cutError(err)
	}
	return head[0], f.buf.Bytes(), nil
}

func cutError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errCut
	}
	return err
}

// notFrames is a body without frames: some backends answer a bad streaming
// call with a bare JSON object and status 200.
type notFrames struct{ body []byte }

// Error says what it is not.
func (n *notFrames) Error() string { return "the answer is not a stream of frames" }

func (f *frameReader) noFrame(head [5]byte) error {
	rest, _ := io.ReadAll(io.LimitReader(f.r, maxErrorBody))
	return &notFrames{append(head[:], rest...)}
}
