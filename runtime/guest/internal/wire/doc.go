// Package wire is what both ends of the pipe between core and guest speak:
// frames, values, requests with a window, streams with credit.
//
// The rules that keep two ends from waiting for each other (design: "Core and
// guest"): a reader never waits for anything; what one end sends is queued
// without a bound, and the queue stays small because requests have a window,
// chunks take credit, and each reply answers a request of the window; the one
// goroutine that writes flushes whenever its queue is empty.
//
// Values have a binary form of their own, because JSON knows neither bytes,
// streams, NaN nor a bound on depth, and a guest has no room for a second codec.
package wire

// Stream is guest.Stream: the two have the same methods, so each value of one
// is a value of the other.
type Stream interface {
	Recv() (any, error)
	Close() error
}

// Aborter is a Stream of something that may go on when nobody listens any more.
// Abort is Close that ends that, too.
type Aborter interface {
	Stream
	Abort() error
}

// Lane is a window of its own. A request that the answer to another one waits
// for must not wait for that one's place: 64 calls whose effects all ask the
// guest for auth headers would never end.
type Lane int

// The lanes: whatever is in a later one never waits for an earlier one.
const (
	Main Lane = iota // calls, and effects of calls
	Auth             // calls of auth objects, and their effects
	Leaf             // fetch, which asks nothing back
	lanes
)

// Bounds of the protocol; an end that goes over one is cut off.
const (
	// Version is compared when a guest starts.
	Version = 2
	// Window is how many requests of a lane may be open in one direction.
	Window = 64
	// MaxFrame is the largest payload of a frame, in bytes.
	MaxFrame = 128 << 20
	// MaxChunk is the largest payload of a stream's chunk, in bytes.
	MaxChunk = 8 << 20
	// Credit is how many chunks may be on the way in one stream.
	Credit = 32
	// MaxStreams is how many streams may be open in one direction.
	MaxStreams = 4096
	// MaxDepth and MaxNodes bound one value: a few bytes must not become much
	// memory at the other end.
	MaxDepth = 200
	MaxNodes = 1 << 20

	// MaxTalk is the largest payload of an event, a failure or an end of a
	// stream, in bytes: none of them carries content.
	MaxTalk = 1 << 20
	// MaxHeld is how much the other end may make this one hold at a time: open
	// requests and chunks that nobody has read, and, apart from them, frames
	// that it does not take. A guest's own memory is no larger.
	MaxHeld = 512 << 20

	// pieceSize is what larger chunks of bytes are cut into.
	pieceSize = 256 << 10
	// maxLogs is how many bytes of unsent events may wait before more are dropped.
	maxLogs = 1 << 20
)
