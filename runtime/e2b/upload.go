package e2b

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync/atomic"

	"github.com/abxgen/abxgen/runtime/api"
)

// upload makes the body of the transfer: a form with one file, byte by byte as
// the SDK's, never whole in memory.
func (f *transfer) upload(from io.Reader) {
	boundary := rand.Text()
	head := "--" + boundary + "\r\n" +
		"Content-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n" +
		"Content-Type: application/octet-stream\r\n\r\n"
	tail := "\r\n--" + boundary + "--\r\n"
	f.content = &content{f: f, r: from}
	f.stream = io.MultiReader(strings.NewReader(head), f.content, strings.NewReader(tail))
	f.length = -1
	if n := sizeOf(from); n >= 0 {
		f.length = int64(len(head)) + n + int64(len(tail))
	}
	f.header.Set("Content-Type", "multipart/form-data; boundary="+boundary)
}

// sizeOf gives how many bytes a reader will give, -1 where that is not known.
func sizeOf(r io.Reader) int64 {
	switch r := r.(type) {
	case interface{ Len() int }: // bytes and strings readers
		return int64(r.Len())
	case interface {
		io.Seeker
		Stat() (fs.FileInfo, error)
	}:
		info, err := r.Stat()
		// A file of size 0 may be one of /proc, whose size is a lie.
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			return -1
		}
		at, err := r.Seek(0, io.SeekCurrent)
		if err != nil {
			return -1
		}
		return max(0, info.Size()-at)
	}
	return -1
}

// content is what is uploaded. While it is waited for, the network is not to
// blame for the silence.
type content struct {
	f    *transfer
	r    io.Reader
	err  error       // other than io.EOF
	over atomic.Bool // the answer is in, so the caller has the reader back
}

// finish keeps net/http, which goes on sending for a while after an early
// answer, from reading what is the caller's again.
func (c *content) finish() {
	if c != nil {
		c.over.Store(true)
	}
}

// Read stops the clock while the content is waited for.
func (c *content) Read(p []byte) (int, error) {
	if c.over.Load() {
		return 0, io.ErrClosedPipe
	}
	c.f.timer.Stop()
	n, err := c.r.Read(p)
	c.f.timer.Reset(c.f.quiet)
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err
}

// blame gives the content's own error where that is why the upload failed.
func (c *content) blame(err error) error {
	if c == nil || c.err == nil {
		return err
	}
	return api.Errorf(api.CodeFileOperation, "the content to upload could not be read").Because(c.err)
}
