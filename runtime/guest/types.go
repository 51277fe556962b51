// Package guest is the core's side of the provider's JavaScript: a framed
// protocol over a pipe, and a Client that starts, watches, bounds and restarts
// the guest at the other end (design: "Core and guest"). It knows neither the
// wire of a backend nor EPP and links no JavaScript engine.
package guest

import (
	"context"
	"io"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// Values that cross the pipe are: nil, bool, float64 (int and int64 are taken
// too), string, []byte (a Uint8Array in JavaScript), []any, map[string]any and
// Stream. A date crosses as RFC 3339 text; functions are left out.

// Stream is a sequence of values in either direction. Recv gives io.EOF at its
// end; Close tells the producer to stop.
type Stream interface {
	Recv() (any, error)
	Close() error
}

// Boot is all that a guest is given at its start. It comes by the pipe, never
// by argv or the environment.
type Boot struct {
	Provider  string // id, for messages
	Bundle    []byte
	SourceMap []byte
	Options   map[string]any // declared fields with a value, typed
	Core      map[string]any // inherited core keys only
	// Probe makes a kit whose effects all fail, for the build's test run.
	Probe  bool
	Limits Limits
}

// Limits bound a guest; zero values mean the defaults.
type Limits = api.Limits

// Infra is what the provider's buildInfra returned.
type Infra struct {
	BaseURL, Domain string // endpoint
	Clients         []HTTPClient
	// Protocols has an entry for each class that the provider returned.
	Protocols map[string]Protocol // key: api.Class
	// MainClient is the index of http_client in Clients, -1 where there is none.
	MainClient int
	EnvdDial   *Dial
	EnvdAuth   EnvdAuth
	HasClose   bool
}

// HTTPClient is one client made by ctx.http.
type HTTPClient struct {
	BaseURL, Domain string
	Headers         map[string]string
	Timeout         time.Duration     // 0: the core's own
	AuthHeaders     map[string]string // of headerKeyAuth and bearerAuth
	AuthCallback    bool              // the author's own auth object: ask Client.AuthHeaders for each request
	AuthRefresh     bool              // that object has refresh(): Client.AuthRefresh once after a 401
}

// Protocol tells which methods of a class need JavaScript.
type Protocol struct {
	Client     int      // index of the HTTPClient it was made with, -1 where none (a plain object)
	Overridden []string // snake_case method names that the core must call in the guest
	// Plain is true for an object that is not of the kit's class: only its
	// Overridden methods exist.
	Plain bool
}

// Dial is where every TCP connection to a sandbox goes.
type Dial struct {
	Host string
	Port int
}

// EnvdAuth is buildInfra's envd_auth.
type EnvdAuth struct {
	AllowMissing bool
	BasicUser    string // "" means the default
}

// Call is an effect that JavaScript asks of the core.
type Call struct {
	// Class is an api.Class for a kit method's own implementation, "http" for
	// a method of what ctx.http made, "global" for fetch.
	Class  string
	Method string // snake_case
	Client int    // index into Infra.Clients; -1 where none
	Args   []any  // as the author passed them, object keys in either casing
	// With is the client itself while buildInfra still runs and Infra is not
	// known; its AuthHeaders are then there in any case. Nil after that.
	With *HTTPClient
}

// The shapes of the calls that are no kit method:
//
//	http platform_request  (method, path, {json, params, headers, timeout}) and
//	http envd_http_request (envd_url, method, path, {params, body, token, headers})
//	     give {status, headers: {name: value}, body: []byte}, for every status:
//	     the kit throws where it is 400 or more
//	http envd_request      (envd_url, rpc_path, {payload, token}) gives the decoded answer
//	http envd_stream       the same, a Stream of decoded messages
//	global fetch           ({method, url, headers: [[name, value]…], body: Stream of []byte or nil,
//	                       body_size: -1 where unknown, redirect}) gives {status, status_text,
//	                       headers: [[name, value]…], url, redirected, body: Stream of []byte or nil}
//
// The token manager crosses as {token, sandbox_id}. Further names that an author
// may use: request_timeout for timeout, envd_token for token, content and files
// for body, max_response_bytes.

// Host does what the guest asks. Its methods are called from many goroutines.
type Host interface {
	// Call does one effect; the context ends when the guest cancels the call
	// (AbortSignal, an iterator's return) or dies. An *api.Error keeps its code
	// on the way to JavaScript.
	Call(ctx context.Context, c Call) (any, error)
	// Log takes a line of console.* or of the guest itself; level is debug,
	// info, warn or error.
	Log(level, message string)
}

// A Launcher starts the other end.
type Launcher func(ctx context.Context) (*Conn, error)

// Conn is a started guest.
type Conn struct {
	R io.ReadCloser
	W io.WriteCloser
	// Kill ends the guest at once; Wait returns when it is gone.
	Kill func()
	Wait func() error
	// Stderr gives the last of what it wrote there; nil where it has none.
	Stderr func() string
	// Resident gives its resident size in bytes; nil where unknown.
	Resident func() int64
}
