package cloud

import (
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Fault spoils answers. The request is matched by method and by the end of its
// path; of several faults the first that still counts is taken. Exactly one of
// Status, Drop and Cut is set, or none with a Delay.
type Fault struct {
	Method string // "" any
	Path   string // end of the path; "" any
	Times  int    // how often; 0: always
	Delay  time.Duration

	Status int         // answer with this instead, without doing what was asked for
	Header http.Header // with Status
	Body   string      // with Status

	Drop bool // do what was asked for, then close the connection without an answer
	Cut  int  // close the connection after so many bytes of the answer's body
}

// Inject adds a fault.
func (c *Cloud) Inject(f Fault) {
	c.faults.mu.Lock()
	defer c.faults.mu.Unlock()
	c.faults.all = append(c.faults.all, &fault{Fault: f})
}

type faults struct {
	mu  sync.Mutex
	all []*fault
}

type fault struct {
	Fault
	used int
}

func (fs *faults) take(r *http.Request) (Fault, bool) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, f := range fs.all {
		fits := (f.Method == "" || f.Method == r.Method) && strings.HasSuffix(r.URL.Path, f.Path)
		if fits && (f.Times == 0 || f.used < f.Times) {
			f.used++
			return f.Fault, true
		}
	}
	return Fault{}, false
}

func (fs *faults) serve(w http.ResponseWriter, r *http.Request, h http.Handler) {
	f, ok := fs.take(r)
	if !ok {
		h.ServeHTTP(w, r)
		return
	}
	select {
	case <-time.After(f.Delay):
	case <-r.Context().Done():
		return
	}
	switch {
	case f.Status != 0:
		maps.Copy(w.Header(), f.Header)
		w.WriteHeader(f.Status)
		_, _ = w.Write([]byte(f.Body)) // a client that left needs no answer
	case f.Drop:
		h.ServeHTTP(&dropped{header: http.Header{}}, r)
		panic(http.ErrAbortHandler)
	case f.Cut > 0:
		h.ServeHTTP(&cut{ResponseWriter: w, left: f.Cut}, r)
	default:
		h.ServeHTTP(w, r)
	}
}

// dropped takes an answer that nobody is to see.
type dropped struct{ header http.Header }

// Header takes what is never sent.
func (d *dropped) Header() http.Header { return d.header }

// WriteHeader does nothing.
func (d *dropped) WriteHeader(int) {}

// Write does nothing.
func (d *dropped) Write(p []byte) (int, error) { return len(p), nil }

// FlushError does nothing.
func (d *dropped) FlushError() error { return nil }

// cut lets the beginning of a body through.
type cut struct {
	http.ResponseWriter
	left int
}

// Unwrap lets a ResponseController find Flush.
func (c *cut) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// Write lets as much through as is left, and then closes the connection.
func (c *cut) Write(p []byte) (int, error) {
	if len(p) < c.left {
		c.left -= len(p)
		return c.ResponseWriter.Write(p)
	}
	_, _ = c.ResponseWriter.Write(p[:c.left]) // the connection ends anyway
	_ = http.NewResponseController(c.ResponseWriter).Flush()
	panic(http.ErrAbortHandler)
}
