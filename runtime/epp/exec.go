package epp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// Exit codes that stand for what EPP has no word for: a shell's for a command
// that was stopped at its timeout, and for one whose end was never seen.
const (
	exitTimedOut = 124
	exitLost     = 125
)

func newBytes(b []byte) io.Reader { return bytes.NewReader(b) }

// exitCode gives a chunk's code, 128 + N for death by signal N.
func exitCode(c api.Chunk) int {
	if c.Signal > 0 {
		return 128 + c.Signal
	}
	return c.ExitCode
}

// execRun collects what a command prints. Output that cannot fit a line ends
// the command: its caller could not be told what it printed.
func execRun(ctx context.Context, s *server, p *params) (any, followUp, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := s.provider.Start(ctx, p.SandboxID, p.start())
	if err != nil {
		return nil, nil, err
	}
	defer stream.Close()
	out := map[api.ChunkKind]*bytes.Buffer{api.ChunkStdout: {}, api.ChunkStderr: {}}
	for {
		c, err := stream.Recv()
		if err != nil {
			return nil, nil, unlessEnded(err)
		}
		if c.Kind == api.ChunkExit {
			return map[string]any{
				"stdout": out[api.ChunkStdout].String(), "stderr": out[api.ChunkStderr].String(), "exit_code": exitCode(c),
			}, nil, nil
		}
		if b := out[c.Kind]; b != nil {
			b.Write(c.Data)
		}
		if out[api.ChunkStdout].Len()+out[api.ChunkStderr].Len() > MaxLine {
			cancel()
			finish(stream)
			return nil, nil, tooLarge("the command's output")
		}
	}
}

// finish reads a stream whose context was cancelled to its end, which shows
// that the process was stopped: a Close before would leave it running.
func finish(stream api.ProcessStream) {
	late := time.AfterFunc(graceCancel, func() { _ = stream.Close() })
	defer late.Stop()
	for {
		if c, err := stream.Recv(); err != nil || c.Kind == api.ChunkExit {
			return
		}
	}
}

// unlessEnded makes the end of a stream that said no exit an error.
func unlessEnded(err error) error {
	if ended(err) {
		return api.Errorf(api.CodeExecution, "the command's stream ended without its exit code")
	}
	return err
}

// execStart answers with a process_id; output and exactly one exit follow. A
// cancel that comes before the answer is out ends the process: its host does not
// know it.
func execStart(ctx context.Context, s *server, p *params) (any, followUp, error) {
	// The stream outlives the request, so it lives by the server's context; a
	// cancel before the answer still reaches it.
	streamCtx, cancel := context.WithCancel(s.ctx)
	stop := context.AfterFunc(ctx, cancel)
	req := p.start()
	// A host can send input only to what it started here, and cannot say beforehand
	// that it will: where it may at all, stdin stays open.
	req.Stdin = s.plugin.Descriptor.Supports(api.FeatureProcessManage)
	stream, err := s.provider.Start(streamCtx, p.SandboxID, req)
	if err != nil {
		stop()
		cancel()
		return nil, nil, err
	}
	stop()
	id := s.processID(stream.PID())
	s.remember(id, stream.PID())
	return map[string]any{"process_id": id}, func(cancelled bool) {
		defer cancel()
		if cancelled {
			cancel()
		}
		defer stream.Close()
		defer s.remember(id, "")
		s.pump(id, stream)
	}, nil
}

func (s *server) remember(id string, p api.PID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p == "" {
		delete(s.running, pid(id))
		return
	}
	s.running[pid(id)] = p
}

// pid gives the process that a host means: by the sandbox's pid, or by the
// process_id that it got from exec.start.
func (s *server) pid(p *params) api.PID {
	s.mu.Lock()
	defer s.mu.Unlock()
	if real, ok := s.running[p.PID]; ok {
		return real
	}
	return api.PID(p.PID)
}

// processID gives an id that no other process of this or an earlier plugin
// process had: hosts keep what comes late and replay it.
func (s *server) processID(p api.PID) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextID++
	return fmt.Sprintf("%s-%d-%s-%d", p, os.Getpid(), strconv.FormatInt(time.Now().UnixMilli(), 36), s.nextID)
}

type execOutput struct {
	ProcessID string        `json:"process_id"`
	Stream    api.ChunkKind `json:"stream"`
	Data      string        `json:"data"`
}

type execExit struct {
	ProcessID string `json:"process_id"`
	ExitCode  int    `json:"exit_code"`
}

// pump sends a process's output and then its exit, once, whatever happens: a
// fault is told on stderr and as a code that is not success.
func (s *server) pump(id string, stream api.ProcessStream) {
	code := exitLost
	defer func() { _ = s.notify("exec.exit", execExit{id, code}) }()
	text := map[api.ChunkKind]*api.TextDecoder{api.ChunkStdout: {}, api.ChunkStderr: {}}
	flush := func() {
		for _, kind := range []api.ChunkKind{api.ChunkStdout, api.ChunkStderr} {
			s.output(id, kind, text[kind].Flush())
		}
	}
	for {
		c, err := stream.Recv()
		switch {
		case err != nil:
			flush()
			code = s.fault(id, err)
			return
		case c.Kind == api.ChunkExit:
			flush()
			code = exitCode(c)
			return
		}
		if d := text[c.Kind]; d != nil {
			s.output(id, c.Kind, d.Decode(c.Data))
		}
	}
}

// maxChunk bounds one notification's text in bytes, so that no escaping makes
// it outgrow a line.
const maxChunk = 1 << 20

func (s *server) output(id string, kind api.ChunkKind, text string) {
	for len(text) > 0 {
		part := text[:min(len(text), maxChunk)]
		for len(part) < len(text) && !startsRune(text[len(part)]) {
			part = part[:len(part)-1]
		}
		text = text[len(part):]
		_ = s.notify("exec.output", execOutput{id, kind, part})
	}
}

func startsRune(b byte) bool { return b&0xC0 != 0x80 }

func (s *server) fault(id string, err error) int {
	err = unlessEnded(err)
	s.output(id, api.ChunkStderr, s.hide.in(toRPC(err).Message)+"\n")
	if api.CodeOf(err) == api.CodeCommandTimeout {
		return exitTimedOut
	}
	return exitLost
}
