package e2b

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// fileServer plays POST and GET /files for one file of any size: it keeps the
// digest of what came, and gives back a pattern.
func fileServer(t *testing.T, size int64) (*Client, api.Target, *[]string) {
	t.Helper()
	sums := &[]string{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			io.Copy(w, pattern(size))
			return
		}
		form, err := r.MultipartReader()
		if err != nil {
			t.Error(err)
			return
		}
		part, err := form.NextPart()
		if err != nil || part.FormName() != "file" {
			t.Errorf("part %v %v", part, err)
			return
		}
		h := sha256.New()
		if _, err := io.Copy(h, part); err != nil {
			answer(w, 500, `{"code":500,"message":"cut"}`)
			return
		}
		*sums = append(*sums, sum(h)+" "+textOf(r.ContentLength > size))
		answer(w, 200, `[{"name":"x","path":"/x","type":"file"}]`)
	}))
	t.Cleanup(s.Close)
	c, target := open(t, s.URL)
	return c, target, sums
}

func sum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// pattern gives every byte value in a period that fits no buffer, without
// holding them.
func pattern(size int64) io.Reader { return io.LimitReader(&periodic{}, size) }

type periodic struct{ at int }

var period = func() []byte {
	p := make([]byte, 65_537)
	for i := range p {
		p[i] = byte(i*7 + i>>8)
	}
	return p
}()

func (c *periodic) Read(p []byte) (int, error) {
	n := copy(p, period[c.at:])
	c.at = (c.at + n) % len(period)
	return n, nil
}

func TestBigFilesInLittleMemory(t *testing.T) {
	const size = 64 << 20
	c, target, sums := fileServer(t, size)
	h := sha256.New()
	io.Copy(h, pattern(size))
	want := sum(h)

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := c.Write(context.Background(), target, "/big", pattern(size)); err != nil {
		t.Fatal(err)
	}
	r, err := c.Read(context.Background(), target, "/big")
	if err != nil {
		t.Fatal(err)
	}
	h.Reset()
	n, err := io.Copy(h, r)
	r.Close()
	runtime.ReadMemStats(&after)
	if err != nil || n != size || sum(h) != want {
		t.Errorf("down: %d bytes, %v", n, err)
	}
	if len(*sums) != 1 || (*sums)[0] != want+" false" {
		t.Errorf("up: %v, want %s", *sums, want)
	}
	// All that was allocated, by client and server, for 128 MiB moved.
	if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
		t.Errorf("%d MiB were allocated", used>>20)
	}
}

func TestUploadTellsTheLengthItKnows(t *testing.T) {
	c, target, sums := fileServer(t, 5)
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, []byte("xhello"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.Seek(1, io.SeekStart)
	hidden := struct{ io.Reader }{strings.NewReader("hello")}
	for _, r := range []io.Reader{strings.NewReader("hello"), bytes.NewBufferString("hello"), f, hidden} {
		if err := c.Write(context.Background(), target, "/f", r); err != nil {
			t.Fatal(err)
		}
	}
	h := sha256.Sum256([]byte("hello"))
	want := hex.EncodeToString(h[:])
	if got := strings.Join(*sums, ","); got != want+" true,"+want+" true,"+want+" true,"+want+" false" {
		t.Errorf("got %s", got)
	}
}

func TestUploadWhoseContentFails(t *testing.T) {
	c, target, _ := fileServer(t, 5)
	broken := errors.New("disk on fire")
	err := c.Write(context.Background(), target, "/f", io.MultiReader(strings.NewReader("half"), failing{broken}))
	wantCode(t, err, api.CodeFileOperation)
	if !errors.Is(err, broken) {
		t.Errorf("the cause of %v is lost", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// A download that was cut is an error, with and without a length, and inside
// of gzip.
func TestCutDownloads(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	io.Copy(z, pattern(200_000))
	z.Close()
	for name, serve := range map[string]http.HandlerFunc{
		"with a length": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000000")
			io.Copy(w, pattern(500_000))
		},
		"in chunks": func(w http.ResponseWriter, _ *http.Request) {
			io.Copy(w, pattern(500_000))
			panic(http.ErrAbortHandler)
		},
		"in gzip": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(zipped.Bytes()[:zipped.Len()/2])
		},
	} {
		s := httptest.NewServer(serve)
		c, target := open(t, s.URL)
		_, err := readAll(c, target, "/f")
		wantCode(t, err, api.CodeNetwork)
		s.Close()
		if err == nil {
			t.Errorf("%s: a cut file passed for a whole one", name)
		}
	}
}

func TestDownloadIsRepeatedBeforeItBegan(t *testing.T) {
	var tries atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch tries.Add(1) {
		case 1:
			panic(http.ErrAbortHandler)
		case 2:
			answer(w, 503, "<html>busy</html>")
		default:
			answer(w, 200, "content")
		}
	}))
	defer s.Close()
	c, target := open(t, s.URL)
	if got, err := readAll(c, target, "/f"); got != "content" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	tries.Store(1)
	err := c.Write(context.Background(), target, "/f", strings.NewReader("x"))
	wantCode(t, err, api.CodeNetwork)
	if tries.Load() != 2 {
		t.Errorf("an upload was sent %d times", tries.Load()-1)
	}
}

// Only the network's silence ends a transfer: neither a slow reader nor slow
// content does.
func TestSilenceInTransfers(t *testing.T) {
	const quiet = 3 * time.Second
	held := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("path") == "/stuck" {
			w.Write([]byte("begin"))
			w.(http.Flusher).Flush()
			<-held
			return
		}
		io.Copy(io.Discard, r.Body)
		answer(w, 200, "whole")
	}))
	t.Cleanup(s.Close)
	t.Cleanup(func() { close(held) })
	c, err := New(Config{EnvdAuth: EnvdAuth{AllowMissing: true}, Timeout: quiet})
	if err != nil {
		t.Fatal(err)
	}
	target := api.Target{SandboxID: "a", EnvdURL: s.URL}
	t.Run("stuck", func(t *testing.T) {
		t.Parallel()
		_, err := readAll(c, target, "/stuck")
		wantCode(t, err, api.CodeNetwork)
	})
	t.Run("slow reader", func(t *testing.T) {
		t.Parallel()
		r, err := c.Read(context.Background(), target, "/f")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		time.Sleep(quiet + quiet/2) // the reader's own time
		if got, err := io.ReadAll(r); string(got) != "whole" || err != nil {
			t.Errorf("%q %v", got, err)
		}
	})
	t.Run("slow content", func(t *testing.T) {
		t.Parallel()
		if err := c.Write(context.Background(), target, "/f", &slow{wait: quiet + quiet/2}); err != nil {
			t.Error(err)
		}
	})
}

type slow struct {
	wait time.Duration
	done bool
}

func (s *slow) Read(p []byte) (int, error) {
	if s.done {
		return 0, io.EOF
	}
	time.Sleep(s.wait) // the content's own time
	s.done = true
	return copy(p, "x"), nil
}

func TestFileNamesAndUsers(t *testing.T) {
	var asked, auth string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, auth = r.RequestURI, r.Header.Get("Authorization")
	}))
	defer s.Close()
	c, _ := New(Config{EnvdAuth: EnvdAuth{AllowMissing: true}})
	target := api.Target{SandboxID: "a", EnvdURL: s.URL}
	readAll(c, target, "/tmp/ä b+&=%\n.txt")
	if asked != "/files?path=%2Ftmp%2F%C3%A4%20b%2B%26%3D%25%0A.txt&username=root" || auth != "Basic cm9vdDo=" {
		t.Errorf("%s %s", asked, auth)
	}
	r, err := c.ReadAs(context.Background(), target, "me", "f")
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	if asked != "/files?path=f&username=me" {
		t.Error(asked)
	}
}

func TestEmptyFolderIsAskedTwice(t *testing.T) {
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		if r.URL.Path == rpcStat {
			answer(w, 404, `{"code":"not_found","message":"file not found"}`)
			return
		}
		answer(w, 200, `{}`)
	}))
	defer s.Close()
	c, target := open(t, s.URL)
	_, err := c.ListDir(context.Background(), target, "/no")
	wantCode(t, err, api.CodeFileNotFound)
	if there, err := c.Exists(context.Background(), target, "/no"); there || err != nil {
		t.Errorf("%v %v", there, err)
	}
	if len(asked) != 3 {
		t.Errorf("asked %v", asked)
	}
}

func TestFileStatuses(t *testing.T) {
	for _, tt := range []struct {
		status int
		body   string
		want   string
	}{
		{404, "404 page not found\n", "[E4000] the backend does not have this file operation: /f: 404 page not found"},
		{404, `{"code":404,"message":"x"}`, "[E4001] no such file or directory: /f"},
		{403, `{"code":"permission_denied","message":"x"}`, "[E4002] permission denied: /f"},
		{413, ``, "[E4003] the file is too large for the backend: /f"},
		{507, `{"code":507,"message":"not enough disk space"}`, "[E4000] the file operation failed (HTTP 507): /f: not enough disk space"},
		{502, `{"message":"The sandbox was not found","code":502}`, `[E2009] sandbox "sbxid" was not found`},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, tt.status, tt.body) }))
		c, target := open(t, s.URL)
		for _, call := range []func() error{
			func() error { return c.MakeDir(context.Background(), target, "/f") },
			func() error { return c.Write(context.Background(), target, "/f", strings.NewReader("x")) },
		} {
			if err := call(); err == nil || strings.Split(err.Error(), "\n")[0] != tt.want {
				t.Errorf("HTTP %d: %v\nwant %s", tt.status, err, tt.want)
			}
		}
		s.Close()
	}
}
