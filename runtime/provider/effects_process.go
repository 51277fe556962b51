package provider

import (
	"context"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// The kit's own ProcessProtocol.
var processEffects = map[string]effectFunc{
	"start":              startEffect,
	"list_processes":     listProcessesEffect,
	"connect_to_process": connectProcessEffect,
	"update":             resizeEffect,
	"send_input":         inputEffect,
	"send_stdin":         inputEffect,
	"send_signal":        signalEffect,
	"kill":               killEffect,
	"open_terminal":      terminalEffect,
}

func (e *effect) pid() api.PID { return values.ToPID(e.arg(2)) }

// started waits for a stream under ctx and lets it live on without: once it is
// there, its reader decides whether the program goes on, until it is cancelled.
func started[S api.ProcessStream](ctx context.Context, open func(context.Context) (S, error)) (any, error) {
	own, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
	s, err := open(own)
	stop()
	if err != nil {
		cancel(nil)
		return nil, err
	}
	return running{chunks(s), cancel}, nil
}

// running is the stream of a program that is killed where the call that listens
// to it is cancelled.
type running struct {
	values.Stream
	cancel context.CancelCauseFunc
}

// Abort ends the program and the stream.
func (r running) Abort() error {
	r.cancel(context.Canceled)
	return nil
}

// chunks gives a process stream to JavaScript. The first chunk is empty and
// tells the pid, as in the SDK.
func chunks(s api.ProcessStream) values.Stream {
	told := false
	next := func() (api.Chunk, error) {
		if !told {
			told = true
			return api.Chunk{Kind: api.ChunkStdout}, nil
		}
		return s.Recv()
	}
	return values.Generate(next, func(c api.Chunk) any { return values.FromChunk(s.PID(), c) }, s.Close)
}

func startEffect(ctx context.Context, e *effect) (any, error) {
	return started(ctx, func(ctx context.Context) (api.ProcessStream, error) {
		return e.client.Start(ctx, e.target(), values.ToStart(e.arg(2)))
	})
}

func connectProcessEffect(ctx context.Context, e *effect) (any, error) {
	return started(ctx, func(ctx context.Context) (api.ProcessStream, error) {
		return e.client.ConnectToProcess(ctx, e.target(), e.pid())
	})
}

func terminalEffect(ctx context.Context, e *effect) (any, error) {
	t, err := e.targetOf(ctx, e.id())
	if err != nil {
		return nil, err
	}
	return started(ctx, func(ctx context.Context) (api.Terminal, error) {
		return e.client.OpenTerminal(ctx, t, values.ToTerminal(e.arg(1)))
	})
}

func listProcessesEffect(ctx context.Context, e *effect) (any, error) {
	list, err := e.client.ListProcesses(ctx, e.target())
	return values.FromProcesses(list), err
}

func resizeEffect(ctx context.Context, e *effect) (any, error) {
	cols, rows := values.ToSize(e.arg(2))
	return nil, e.client.ResizeProcess(ctx, e.target(), e.pid(), cols, rows)
}

func inputEffect(ctx context.Context, e *effect) (any, error) {
	data := values.Bytes(values.AsObject(e.arg(2)).Get("data", "input", "stdin"))
	return nil, e.client.SendInput(ctx, e.target(), e.pid(), data)
}

func signalEffect(ctx context.Context, e *effect) (any, error) {
	return nil, e.client.SendSignal(ctx, e.target(), e.pid(), values.ToSignal(e.arg(2)))
}

func killEffect(ctx context.Context, e *effect) (any, error) {
	return nil, e.client.KillProcess(ctx, e.target(), e.pid())
}
