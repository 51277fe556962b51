package epp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the longest line in bytes, its newline counted: the host kills a
// plugin that sends a longer one (spec/epp.md).
const MaxLine = 8 << 20

// ErrLineTooLong says that a message does not fit a line; nothing of it was
// written.
var ErrLineTooLong = errors.New("the message does not fit a protocol line of 8 MiB")

// TooLongError is a line that was read over MaxLine and thrown away; ID is the
// request's id where one was seen, so that it can be answered.
type TooLongError struct{ ID json.RawMessage }

// Error names the limit.
func (e *TooLongError) Error() string {
	return fmt.Sprintf("a protocol line may have %d bytes (8 MiB)", MaxLine)
}

// Reader reads lines; it holds one line at a time, whatever the other side sends.
type Reader struct {
	br  *bufio.Reader
	buf []byte
}

// NewReader reads lines from r.
func NewReader(r io.Reader) *Reader {
	return &Reader{br: bufio.NewReaderSize(r, 64<<10)}
}

// Next gives the next line that is not blank, without its line end; the slice
// is the caller's. The last line needs no newline. At the end it gives io.EOF,
// for a line over MaxLine a *TooLongError, after which reading goes on.
func (r *Reader) Next() ([]byte, error) {
	for {
		line, err := r.line()
		if err != nil && (len(line) == 0 || err != io.EOF) {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (r *Reader) line() ([]byte, error) {
	r.buf = nil
	for {
		part, err := r.br.ReadSlice('\n')
		if len(r.buf)+len(part) > MaxLine {
			return nil, r.discard(part, err)
		}
		r.buf = append(r.buf, part...)
		if err != bufio.ErrBufferFull {
			return r.buf, err
		}
	}
}

// discard reads the rest of a line that is too long, looking only for its id.
func (r *Reader) discard(part []byte, err error) error {
	var scan idScanner
	scan.feed(r.buf)
	r.buf = nil
	for scan.feed(part); err == bufio.ErrBufferFull; scan.feed(part) {
		part, err = r.br.ReadSlice('\n')
	}
	if err != nil && err != io.EOF {
		return err
	}
	return &TooLongError{ID: scan.id()}
}

// Writer writes messages, each as one line and whole; it is the only one that
// writes to a plugin's stdout. Its methods may be called from any goroutine.
type Writer struct {
	turn   chan struct{} // has a token while somebody writes
	w      io.Writer
	failed chan struct{}
	err    error
}

// NewWriter writes lines to w.
func NewWriter(w io.Writer) *Writer {
	return &Writer{w: w, turn: make(chan struct{}, 1), failed: make(chan struct{})}
}

// Failed is closed when the other side no longer reads.
func (w *Writer) Failed() <-chan struct{} { return w.failed }

// Write sends one message, or gives ErrLineTooLong and sends nothing.
func (w *Writer) Write(message any) error {
	w.turn <- struct{}{}
	defer func() { <-w.turn }()
	if w.err != nil {
		return w.err
	}
	// Only now: of the messages that wait, none has its line in memory yet.
	line, err := encode(message)
	if err != nil {
		return err
	}
	if len(line) > MaxLine {
		return ErrLineTooLong
	}
	if _, w.err = w.w.Write(line); w.err != nil {
		close(w.failed)
	}
	return w.err
}

// lastError gives why the other side no longer reads; it never waits for a
// write that goes on.
func (w *Writer) lastError() error {
	select {
	case <-w.failed:
		return w.err
	default:
		return nil
	}
}

// encode gives the line of a message; "<" stays one byte.
func encode(message any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(message)
	return b.Bytes(), err
}
