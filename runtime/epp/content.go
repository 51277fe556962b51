package epp

import (
	"bytes"
	"context"
	"io"
)

// Bounds on the files that are read, in bytes and in number.
const (
	// maxContent is the largest file whose base64 fits a line with room for the
	// rest of the answer.
	maxContent = (MaxLine - 4096) / 4 * 3
	// smallContent is what is read of every file at once: most are no larger.
	smallContent = 256 << 10
	// maxLarge is how many larger files are held at a time, from there on until
	// their answer is out.
	maxLarge = 8
)

// whole reads a file that fits a line. A large one waits for its place, so that
// a host that reads many at once does not fill the memory.
func (s *server) whole(ctx context.Context, content io.Reader) ([]byte, error) {
	var data bytes.Buffer
	_, err := io.CopyN(&data, content, smallContent)
	switch {
	case ended(err):
		return data.Bytes(), nil
	case err != nil:
		return nil, err
	}
	select {
	case s.large <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := rest(&data, content); err != nil {
		<-s.large // not before: one that was cancelled holds its memory until here
		return nil, err
	}
	// The request's context ends when its answer is out.
	context.AfterFunc(ctx, func() { <-s.large })
	return data.Bytes(), nil
}

// rest reads what comes behind smallContent.
func rest(data *bytes.Buffer, content io.Reader) error {
	data.Grow(maxContent + 1 - smallContent + bytes.MinRead) // once, not by doubling
	if _, err := io.Copy(data, io.LimitReader(content, maxContent+1-smallContent)); err != nil {
		return err
	}
	if data.Len() > maxContent {
		return tooLarge("the file")
	}
	return nil
}
