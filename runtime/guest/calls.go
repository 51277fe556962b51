package guest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest/internal/wire"
)

// stopGrace is how long a guest has to answer a cancellation. Whoever takes
// longer runs JavaScript without a pause.
const stopGrace = 100 * time.Millisecond

// call is one request to the guest.
type call struct {
	what  string // as people know it: sandbox.list
	lane  wire.Lane
	name  string // of the request
	args  []any
	limit time.Duration
	begin time.Time // until when its work should have begun
}

// call sends one request and waits for its answer; errNotBegun where the guest
// ended without having begun it.
func (s *session) call(ctx context.Context, call call) (any, error) {
	if least := time.Now().Add(call.limit); call.begin.Before(least) {
		call.begin = least // its guest was long in starting
	}
	waiting, cancel := context.WithDeadline(ctx, call.begin)
	defer cancel()
	pending, err := s.peer.Start(waiting, call.lane, call.name, call.args...)
	if err != nil {
		return nil, s.notSent(waiting, call, err)
	}
	s.track(pending, true)
	defer s.track(pending, false)
	if over := s.await(ctx, pending, call); over != nil {
		go s.stop(over, pending, call)
		return nil, s.c.timeUp(over, call.what, call.limit)
	}
	v, err := pending.Result()
	var e *api.Error
	switch {
	case err == nil:
		return v, nil
	case errors.As(err, &e):
		e.Provider = s.c.boot.Provider
		return nil, e
	case !pending.Begun():
		return nil, errNotBegun
	}
	return nil, s.interrupted(ctx, call)
}

// A call may wait for its begin maxWait times its limit, behind one that spins
// until its own limit, and endTime for the end of that one's guest, which takes
// as long however short the limit is.
const (
	maxWait = 2
	endTime = stopGrace + closeGrace
)

// await waits for the answer. The limit counts from the moment that JavaScript
// has begun the call: one that waits behind another that spins is not to blame.
// It gives the context that is over where there is no answer in time.
func (s *session) await(ctx context.Context, pending *wire.Pending, call call) (over context.Context) {
	timer := time.NewTimer(time.Until(call.begin))
	defer timer.Stop()
	for started := pending.Started(); ; {
		select {
		case <-pending.Done():
			return nil
		case <-ctx.Done():
			return ctx
		case <-started:
			started = nil
			timer.Reset(call.limit)
		case <-timer.C:
			return expired(ctx)
		}
	}
}

// expired gives a context whose time is up.
func expired(ctx context.Context) context.Context {
	ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), time.Now())
	defer cancel()
	return ctx
}

func (s *session) notSent(ctx context.Context, call call, err error) error {
	switch {
	case ctx.Err() != nil:
		return s.c.timeUp(ctx, call.what, call.limit)
	case s.peer.Err() != nil:
		return errNotBegun
	}
	return s.c.errorf(api.CodeProvider, "%s can't be given its arguments: %v", call.what, err)
}

// interrupted is the error of a call that the guest had begun when it ended.
func (s *session) interrupted(ctx context.Context, call call) error {
	select {
	case <-s.gone:
	case <-ctx.Done():
	}
	why := s.why()
	switch {
	case why.deadline:
		return s.c.errorf(api.CodeProviderTimeout, "%s was stopped with the guest: %s", call.what, why.text)
	case why.quiet:
		return s.c.errorf(api.CodeProvider, "%s was stopped: %s", call.what, why.text)
	}
	return s.c.errorf(api.CodeProvider, "its JavaScript ended during %s: %s", call.what, why.text)
}

// stop ends the work of a call that nobody waits for: in band, and where
// JavaScript is deaf because it spins, by the guest's end. A call that was not
// begun is no reason to end the work of others.
func (s *session) stop(ctx context.Context, pending *wire.Pending, call call) {
	pending.Cancel()
	grace := time.NewTimer(stopGrace)
	defer grace.Stop()
	select {
	case <-pending.Done():
		return
	case <-grace.C:
	}
	if !pending.Begun() && s.busy() {
		return
	}
	why := cause{text: call.what + " was cancelled and its JavaScript did not stop"}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		why.deadline = true
		why.text = call.what + " ran over its limit of " + round(call.limit).String() + " and did not stop when asked"
	}
	s.end(why)
}

func (s *session) track(p *wire.Pending, open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if open {
		s.open[p] = true
	} else {
		delete(s.open, p)
	}
}

// busy tells whether a call that somebody waits for has begun.
func (s *session) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for p := range s.open {
		if p.Begun() {
			return true
		}
	}
	return false
}

// onRequest gives an effect to the host. The window bounds how many run.
func (s *session) onRequest(r *wire.Request) {
	call, err := effectOf(r)
	if err != nil {
		r.Fail(err)
		return
	}
	go func() {
		v, err := s.effect(r.Context(), call)
		if err != nil {
			r.Fail(err)
			return
		}
		r.Reply(v)
	}()
}

// effect asks the host. Arguments come from a guest, and a fault that they
// find in the core must not be the core's end.
func (s *session) effect(ctx context.Context, call Call) (v any, err error) {
	defer func() {
		if x := recover(); x != nil {
			s.logs.log("error", fmt.Sprintf("%s.%s: internal fault: %v", call.Class, call.Method, x))
			v, err = nil, api.Errorf(api.CodeProvider, "%s.%s: internal fault", call.Class, call.Method)
		}
	}()
	return s.c.host.Call(ctx, call)
}

// effectOf reads class, method, client, arguments and, while buildInfra runs,
// the client's definition.
func effectOf(r *wire.Request) (Call, error) {
	m := map[string]any{}
	for i, key := range []string{"class", "method", "client", "args", "with"} {
		if i < len(r.Args) {
			m[key] = r.Args[i]
		}
	}
	f := fields{m}
	call := Call{Class: f.text("class"), Method: f.text("method"), Client: int(f.number("client")), Args: f.list("args")}
	if r.Name != "effect" || call.Class == "" || call.Method == "" {
		return call, api.Errorf(api.CodeProvider, "the guest asked for something unknown")
	}
	if m["with"] != nil {
		with := clientOf(m["with"])
		call.With = &with
	}
	return call, nil
}
