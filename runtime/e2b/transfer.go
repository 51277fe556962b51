package e2b

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// transfer is a call that moves a file, of which no more than a buffer is in
// memory. It may take as long as it likes, but not stand still: the time that
// our own side takes to give or take bytes does not count.
type transfer struct {
	*call
	t       api.Target
	path    string
	quiet   time.Duration
	content *content // of an upload

	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
}

// Read streams a file (GET /files); the caller closes it. The text that ends it
// is io.EOF only where every byte came.
func (c *Client) Read(ctx context.Context, t api.Target, path string) (io.ReadCloser, error) {
	return c.ReadAs(ctx, t, "", path)
}

// ReadAs is Read as a user of the sandbox, "" the configured one.
func (c *Client) ReadAs(ctx context.Context, t api.Target, user, path string) (io.ReadCloser, error) {
	f, err := c.fileTransfer(t, http.MethodGet, user, path)
	if err != nil {
		return nil, err
	}
	f.read = true
	f.header.Set("Accept-Encoding", "identity") // so that the length is known, and a cut is noticed
	resp, err := f.start(ctx)
	if err != nil {
		return nil, err
	}
	return f.body(resp), nil
}

// Write streams content into a file (POST /files, a form with one file, which
// every envd takes), making the folders above it. It is sent once.
func (c *Client) Write(ctx context.Context, t api.Target, path string, content io.Reader) error {
	return c.WriteAs(ctx, t, "", path, content)
}

// WriteAs is Write as a user of the sandbox, "" the configured one.
func (c *Client) WriteAs(ctx context.Context, t api.Target, user, path string, content io.Reader) error {
	f, err := c.fileTransfer(t, http.MethodPost, user, path)
	if err != nil {
		return err
	}
	f.upload(content)
	resp, err := f.start(ctx)
	if err != nil {
		return err
	}
	b := f.body(resp)
	defer b.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(b, maxAnswer))
	return err
}

func (c *Client) fileTransfer(t api.Target, method, user, path string) (*transfer, error) {
	user = cmp.Or(user, c.cfg.EnvdAuth.user())
	k, err := c.envdCall(t, method, "/files?path="+queryEscape(path)+"&username="+queryEscape(user), "")
	if err != nil {
		return nil, err
	}
	return &transfer{call: k, t: t, path: path, quiet: c.cfg.Timeout}, nil
}

func queryEscape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// start sends the call and gives an answer of success, still to be read.
func (f *transfer) start(ctx context.Context) (*http.Response, error) {
	f.ctx, f.cancel = context.WithCancelCause(ctx)
	f.timer = time.AfterFunc(f.quiet, func() { f.cancel(errNoAnswer) })
	for n := 1; ; n++ {
		f.timer.Reset(f.quiet)
		resp, err := f.open(f.ctx)
		f.timer.Stop()
		if err == nil && resp.StatusCode < 300 {
			return resp, nil
		}
		var refusal *Response
		refusal, err = f.refusal(resp, err)
		if f.read && (refusal != nil && !isAnswer(refusal) || refusal == nil && repeatable(err)) {
			if wait, again := pause(n, refusal); again && sleep(ctx, wait) {
				continue
			}
		}
		f.content.finish()
		f.cancel(nil)
		return nil, err
	}
}

func (f *transfer) refusal(resp *http.Response, err error) (*Response, error) {
	if err != nil {
		return nil, f.content.blame(err)
	}
	defer resp.Body.Close()
	f.timer.Reset(f.quiet)
	defer f.timer.Stop()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	r := &Response{Status: resp.StatusCode, Header: resp.Header, Body: body}
	return r, fileError(r, f.path, f.t, f.hide)
}

// body gives an answer's bytes as they were before any encoding.
func (f *transfer) body(resp *http.Response) io.ReadCloser {
	d := &download{f: f, raw: resp.Body}
	d.r = watched{f, resp.Body}
	if strings.EqualFold(resp.Header.Get("Content-Encoding"), "gzip") {
		d.r = &unzip{from: d.r}
	}
	return d
}

// watched measures only the time that the network takes.
type watched struct {
	f *transfer
	r io.Reader
}

// Read lets the clock run while the network is waited for.
func (w watched) Read(p []byte) (int, error) {
	w.f.timer.Reset(w.f.quiet)
	defer w.f.timer.Stop()
	return w.r.Read(p)
}

// unzip begins to read at the first Read, not when it is made.
type unzip struct {
	from io.Reader
	z    *gzip.Reader
}

// Read unpacks.
func (u *unzip) Read(p []byte) (n int, err error) {
	if u.z == nil {
		if u.z, err = gzip.NewReader(u.from); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return 0, err
		}
	}
	return u.z.Read(p)
}

// download is an answer being read.
type download struct {
	f   *transfer
	raw io.ReadCloser
	r   io.Reader
}

// Read gives io.EOF only after every byte.
func (d *download) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	if err == nil || err == io.EOF { //nolint:errorlint // exactly the end
		return n, err
	}
	if e := ended(d.f.ctx, d.f.who); e != nil {
		return n, e
	}
	return n, api.Errorf(api.CodeNetwork, "the file was cut off by the sandbox before its end").Because(err)
}

// Close may be called early; the connection is then given up.
func (d *download) Close() error {
	d.f.timer.Stop()
	err := d.raw.Close()
	d.f.cancel(nil)
	return err
}
