package epp

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// timed tells the timeout that it was asked for.
type timed struct{ Base }

func (timed) SetTimeout(_ context.Context, _ string, seconds int) error {
	return api.Errorf(api.CodeProvider, "asked for %d", seconds)
}

// Only a 0 asks a sandbox to end at once: no other number may become one, nor
// may the lack of one.
func TestSetTimeout(t *testing.T) {
	for params, want := range map[string]string{
		`{}`:                "a number of seconds",
		`{"timeout":null}`:  "a number of seconds",
		`{"timeout":-1}`:    "a number of seconds",
		`{"timeout":0}`:     "asked for 0",
		`{"timeout":0.5}`:   "asked for 1",
		`{"timeout":60}`:    "asked for 60",
		`{"timeout":1e10}`:  "asked for 2147483647",
		`{"timeout":1e300}`: "asked for 2147483647",
	} {
		if got := lastAnswer(t, timed{Base{descriptor}}, req("2", "sandbox.set_timeout", params)); !strings.Contains(got, want) {
			t.Errorf("%s: %s", params, got)
		}
	}
}

// loud is a provider whose errors are longer than a line.
type loud struct{ Base }

func (loud) Kill(context.Context, string) error {
	return api.Errorf(api.CodeProvider, "%s", strings.Repeat("é", MaxLine)).With(strings.Repeat(`"`, MaxLine))
}

// A request has its answer, whatever its error or its id is made of.
func TestAnswersThatWouldNotFit(t *testing.T) {
	huge := `"` + strings.Repeat("x", MaxLine-70) + `"`
	for name, c := range map[string]struct{ line, want string }{
		"error":  {req("2", "sandbox.kill", "{}"), `"id":2,"error":{"code":-32000,"message":"éé`},
		"method": {fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"%s"}`, strings.Repeat(`\"`, MaxLine/2-40)), `"id":2,"error":{"code":-32601,`},
		"id":     {`{"jsonrpc":"2.0","id":` + huge + `,"method":"x"}`, `"id":null,"error":{"code":-32601,`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := lastAnswer(t, loud{Base{descriptor}}, c.line); !strings.Contains(got, c.want) || len(got) > 64<<10 {
				t.Errorf("%d bytes: %.200s", len(got), got)
			}
		})
	}
}

// lastAnswer is what one request is answered with.
func lastAnswer(t *testing.T, p api.Provider, line string) (last string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := *descriptor
		d.Features = api.Features()
		in, lines, ended := plain(t, &d, p)
		_, _ = io.WriteString(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"config":{"api_key":""}}}`+"\n"+line+"\n")
		in.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		for line := range lines {
			last = line
		}
	})
	return last
}

// slow is a provider whose create ends with its context, but for the first.
type slow struct {
	Base
	calls *atomic.Int32
}

func (p slow) Create(ctx context.Context, _ api.CreateRequest) (*api.SandboxInfo, error) {
	if p.calls.Add(1) == 1 {
		time.Sleep(time.Second)
		return &api.SandboxInfo{ID: "first"}, nil
	}
	<-ctx.Done()
	return nil, ctx.Err()
}

// An id that is used twice at once is answered twice, and its cancel stops
// what is left.
func TestOneIDTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, lines, ended := plain(t, descriptor, slow{Base{descriptor}, new(atomic.Int32)})
		send := func(line string) { _, _ = io.WriteString(in, line+"\n") }
		send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"config":{"api_key":""}}}`)
		send(req("2", "sandbox.create", "{}"))
		synctest.Wait()
		send(req("2", "sandbox.create", "{}"))
		time.Sleep(2 * time.Second)
		start := time.Now()
		send(`{"jsonrpc":"2.0","method":"$/cancel","params":{"id":2}}`)
		in.Close()
		if err := <-ended; err != nil || time.Since(start) > 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		var answers []string
		for line := range lines {
			if strings.Contains(line, `"id":2`) {
				answers = append(answers, line)
			}
		}
		if len(answers) != 2 || !strings.Contains(answers[0], "first") || !strings.Contains(answers[1], "error") {
			t.Error(answers)
		}
	})
}

// told says when it is made into a line.
type told chan struct{}

func (c told) MarshalJSON() ([]byte, error) {
	close(c)
	return []byte("1"), nil
}

// Of many large answers that wait for a host to read, one is in memory as a
// line.
func TestLinesAreMadeOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		out := NewWriter(w)
		go func() { _ = out.Write("first") }()
		synctest.Wait()
		second := make(told)
		go func() { _ = out.Write(second) }()
		synctest.Wait()
		select {
		case <-second:
			t.Error("the second line was made while the first was written")
		default:
		}
		if _, err := io.ReadFull(r, make([]byte, len("\"first\"\n1\n"))); err != nil {
			t.Error(err)
		}
		<-second
	})
}
