package e2b

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// pingInterval is asked of envd (Keepalive-Ping-Interval, s): it sends a
// keepalive frame where nothing else came for so long.
const pingInterval = "50"

// rpcStream is a server stream of Connect. Nothing is read ahead of recv, so
// a slow reader slows the server.
type rpcStream struct {
	rpc    string
	t      api.Target
	k      *call
	ctx    context.Context
	cancel context.CancelCauseFunc
	body   io.ReadCloser
	frames *frameReader
	close  sync.Once

	// silence ends a stream whose server fell silent. It is armed only once
	// the server has shown, by a keepalive, that it knows of the interval.
	silence *time.Timer
	limit   time.Duration
}

// streamCall is what openStream needs to know.
type streamCall struct {
	rpc     string
	message any
	user    string        // "" the configured one
	timeout time.Duration // told to the server where it is positive
}

// openStream sends a streaming call, once, and waits for the answer's head. The
// context is the stream's: when it ends, so does the stream.
func (c *Client) openStream(parent context.Context, t api.Target, s streamCall) (*rpcStream, error) {
	k, err := c.streamRequest(t, s)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(parent)
	head := time.AfterFunc(c.cfg.Timeout, func() { cancel(errNoAnswer) })
	resp, err := k.open(ctx)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = k.refusal(ctx, resp, s.rpc, t)
	}
	if !head.Stop() && err == nil { // the time was up just as the answer came
		resp.Body.Close()
		cancel(errNoAnswer)
		err = ended(ctx, k.who)
	}
	if err != nil {
		cancel(nil)
		return nil, err
	}
	return &rpcStream{
		rpc: s.rpc, t: t, k: k, ctx: ctx, cancel: cancel, limit: c.patience.silence,
		body: resp.Body, frames: newFrameReader(resp.Body),
	}, nil
}

func (c *Client) streamRequest(t api.Target, s streamCall) (*call, error) {
	k, err := c.envdCall(t, http.MethodPost, s.rpc, s.user)
	if err != nil {
		return nil, err
	}
	message, err := encode(s.message)
	if err != nil {
		return nil, err
	}
	k.body = envelope(message)
	k.via = via{t: c.net, r: c.route(true), sandbox: true}
	k.header.Set("Content-Type", "application/connect+json")
	k.header.Set("Connect-Protocol-Version", "1")
	k.header.Set("Connect-Content-Encoding", "identity")
	k.header.Set("Accept-Encoding", "identity") // frames are wanted as they come
	k.header.Set("Keepalive-Ping-Interval", pingInterval)
	if ms := s.timeout.Milliseconds(); ms > 0 && ms < 1e10 { // ten digits at most
		k.header.Set("Connect-Timeout-Ms", textOf(ms))
	}
	return k, nil
}

func (k *call) refusal(ctx context.Context, resp *http.Response, rpc string, t api.Target) error {
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	if err != nil && len(body) == 0 {
		return k.netError(ctx, err)
	}
	return rpcError(&Response{Status: resp.StatusCode, Header: resp.Header, Body: body}, rpc, t, k.hide)
}

// recv decodes the next message into out: io.EOF after the end frame, an error
// where that carries one or never came.
func (s *rpcStream) recv(out any) error {
	if s.silence != nil {
		s.silence.Reset(s.limit)
		defer s.silence.Stop()
	}
	flags, payload, err := s.frames.next()
	if err != nil {
		return s.fail(err)
	}
	if flags&flagEnd != 0 {
		return s.endOf(payload)
	}
	if err := decode(payload, out); err != nil {
		return api.Errorf(api.CodeEnvdRPC, "%s sent a message that is no JSON", s.name()).Because(err)
	}
	return nil
}

func (s *rpcStream) name() string { return strings.TrimPrefix(s.rpc, "/") }

// alive arms the watch over a silent server.
func (s *rpcStream) alive() {
	if s.silence == nil {
		s.silence = time.AfterFunc(s.limit, func() { s.cancel(errSilent) })
	}
}

var errSilent = &api.Error{Code: api.CodeNetwork, Message: "the sandbox fell silent: not even a keepalive came"}

func (s *rpcStream) endOf(payload []byte) error {
	var end struct {
		Error *struct{ Code, Message string }
	}
	if len(payload) > 0 && decode(payload, &end) != nil {
		return api.Errorf(api.CodeEnvdRPC, "%s ended with something that is no JSON", s.name())
	}
	if end.Error == nil {
		return io.EOF
	}
	return s.trailer(reply{code: end.Error.Code, text: end.Error.Message})
}

// rpcFailure is the cause of an error that a stream's end frame carried.
type rpcFailure struct{ code string }

// Error names the code.
func (f *rpcFailure) Error() string { return "Connect error " + f.code }

func (s *rpcStream) trailer(r reply) error {
	return api.Errorf(api.CodeEnvdRPC, "%s failed%s", s.name(), r.say(s.k.hide)).Because(&rpcFailure{r.code})
}

func (s *rpcStream) fail(err error) error {
	var bare *notFrames
	if errors.As(err, &bare) {
		if r := readReply(bare.body); r.json && r.text != "" {
			return s.trailer(r)
		}
		return api.Errorf(api.CodeEnvdRPC, "%s did not answer with a stream", s.name())
	}
	if e := ended(s.ctx, s.k.who); e != nil {
		return e
	}
	if errors.Is(err, errCut) {
		return api.Errorf(api.CodeNetwork, "%s was cut off by the sandbox before its end", s.name()).Because(err)
	}
	if strings.HasPrefix(err.Error(), "a frame of") || errors.Is(err, errCompress) {
		return api.Errorf(api.CodeEnvdRPC, "%s: %s", s.name(), err.Error()).Because(err)
	}
	return api.Errorf(api.CodeNetwork, "%s broke off before its end", s.name()).Because(broken{err})
}

// shut ends the stream; the process behind it goes on.
func (s *rpcStream) shut() {
	s.close.Do(func() {
		s.cancel(context.Canceled)
		s.body.Close()
	})
}
