package sandbox

import (
	"bytes"
	"io"
	"sync"

	"github.com/abxgen/abxgen/runtime/api"
)

// most is how much of an output is kept for a reader that is slow or missing.
const most = 1 << 20

// outputs are the two outputs of a process, filled by one pump.
type outputs struct {
	mu      sync.Mutex
	change  sync.Cond
	waited  bool  // Wait was called: nothing unread may hold it up
	let     bool  // the end is near: no reader is waited for
	over    bool  // no more comes
	failure error // why no more comes, nil at the program's end
	stdout  output
	stderr  output
}

// output is one of them. Its reader may read while the other one is read.
type output struct {
	of      *outputs
	twin    *output
	buf     bytes.Buffer
	asking  int  // reads that wait
	read    bool // somebody has begun to read
	closed  bool
	dropped bool // more came than was kept
}

func newOutputs() *outputs {
	o := &outputs{}
	o.change.L = &o.mu
	o.stdout.of, o.stderr.of = o, o
	o.stdout.twin, o.stderr.twin = &o.stderr, &o.stdout
	return o
}

// put keeps what came, once there is room. Where the other output's reader
// waits there always is, or a program that fills one output would never get to
// the other.
func (x *output) put(data []byte) {
	o := x.of
	o.mu.Lock()
	defer o.mu.Unlock()
	for !x.room() && !x.lost() {
		o.change.Wait()
	}
	switch {
	case x.closed:
	case x.lost() && !o.let:
		x.dropped = true
	default:
		x.buf.Write(data)
	}
	o.change.Broadcast()
}

func (x *output) room() bool {
	return x.buf.Len() < most || x.closed || x.of.let || x.of.over || x.twin.asking > 0
}

// lost reports whether the output is full, and Wait called while nobody reads.
func (x *output) lost() bool {
	return x.of.waited && !x.read && x.buf.Len() >= most
}

// Read gives what came, waiting for it.
func (x *output) Read(p []byte) (int, error) {
	o := x.of
	o.mu.Lock()
	defer o.mu.Unlock()
	x.read = true
	if len(p) == 0 {
		return 0, nil
	}
	for x.buf.Len() == 0 && !o.over && !x.closed {
		x.asking++
		o.change.Broadcast()
		o.change.Wait()
		x.asking--
	}
	defer o.change.Broadcast()
	switch {
	case x.closed:
		return 0, io.ErrClosedPipe
	case x.buf.Len() > 0:
		return x.buf.Read(p)
	case o.failure != nil:
		return 0, o.failure
	case x.dropped:
		return 0, api.Errorf(api.CodeExecution, "the rest of the output was dropped: nobody read it in time").With("begin to read the outputs before Wait is called")
	}
	return 0, io.EOF
}

// Close drops what came and what will come.
func (x *output) Close() error {
	x.of.mu.Lock()
	defer x.of.mu.Unlock()
	x.closed = true
	x.buf = bytes.Buffer{}
	x.of.change.Broadcast()
	return nil
}

// release is Wait's: an output that nobody reads is not waited for.
func (o *outputs) release() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waited = true
	o.change.Broadcast()
}

// letGo ends all waiting for readers: the program is being killed, and what it
// still said is kept.
func (o *outputs) letGo() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.let = true
	o.change.Broadcast()
}

// end tells the readers that no more comes; a program's exit status is none of
// theirs. The lock is held.
func (o *outputs) end(status error) {
	o.over = true
	if !exited(status) {
		o.failure = status
	}
	o.change.Broadcast()
}
