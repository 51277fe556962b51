package e2b

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds one line of the code interpreter: a result may be a picture.
const maxLine = 64 << 20

// lineReader takes JSON values from a stream that has one a line.
type lineReader struct {
	r   *bufio.Reader
	buf []byte
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 32<<10)}
}

// next decodes the next line that is not blank; io.EOF where there is none. A
// last line without its end is taken too.
func (l *lineReader) next() (fields, error) {
	for {
		line, err := l.line()
		if line = bytes.TrimSpace(line); len(line) > 0 {
			m, bad := decodeFields(line)
			if bad != nil || m == nil {
				return nil, errNoLine
			}
			return m, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

var errNoLine = errors.New("a line is no JSON object")

func (l *lineReader) line() ([]byte, error) {
	l.buf = l.buf[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		if len(l.buf)+len(part) > maxLine {
			return nil, fmt.Errorf("a line is over the limit of %d MiB", maxLine>>20)
		}
		l.buf = append(l.buf, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return l.buf, err
		}
	}
}
