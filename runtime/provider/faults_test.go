package provider_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
)

// each runs a test for the ways that a call can go.
func each(t *testing.T, o cloud.Options, test func(t *testing.T, c *cloud.Cloud, p api.Provider)) {
	t.Helper()
	for _, name := range []string{"rest", "untouched", "subclassed"} {
		t.Run(name, func(t *testing.T) {
			c := cloud.ForTest(t, o)
			if name == "rest" {
				test(t, c, open(t, restProvider(c), reach(c)))
				return
			}
			test(t, c, open(t, nodeProvider(t, name), reachNode(c)))
		})
	}
}

func TestACreateWhoseAnswerWasLostIsNotSentAgain(t *testing.T) {
	each(t, cloud.Options{}, func(t *testing.T, c *cloud.Cloud, p api.Provider) {
		c.Inject(cloud.Fault{Method: "POST", Path: "/sandboxes", Drop: true})
		if _, err := p.Create(t.Context(), api.CreateRequest{}); err == nil {
			t.Error("the create succeeded")
		}
		if n := c.Count("POST", "/sandboxes"); n != 1 {
			t.Errorf("%d creates were sent", n)
		}
	})
}

func TestACutStreamIsAnError(t *testing.T) {
	each(t, cloud.Options{}, func(t *testing.T, c *cloud.Cloud, p api.Provider) {
		id := create(t, p)
		c.Inject(cloud.Fault{Path: "/process.Process/Start", Cut: 100})
		s, err := p.Start(t.Context(), id, shell("seq 1 1000; sleep 60"))
		if err == nil {
			_, _, _, err = finish(s)
		}
		if err == nil || api.CodeOf(err) == "" {
			t.Errorf("the cut stream ended with %v", err)
		}
	})
}

func TestExits(t *testing.T) {
	each(t, cloud.Options{}, func(t *testing.T, _ *cloud.Cloud, p api.Provider) {
		id := create(t, p)
		for line, want := range map[string]api.Chunk{
			"exit 0": {}, "exit 3": {ExitCode: 3}, "no-such-program-here": {ExitCode: 127}, "kill -15 $$": {ExitCode: -1, Signal: 15},
		} {
			_, _, exit := run(t, p, id, shell(line))
			if want.Kind = api.ChunkExit; fmt.Sprint(exit) != fmt.Sprint(want) {
				t.Errorf("%q ended with %+v", line, exit)
			}
		}
	})
}

func TestManyLinesArriveWholeAndInOrder(t *testing.T) {
	each(t, cloud.Options{}, func(t *testing.T, _ *cloud.Cloud, p api.Provider) {
		id := create(t, p)
		out, _, _ := run(t, p, id, shell("seq 1 100000"))
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if len(lines) != 100000 {
			t.Fatalf("%d lines", len(lines))
		}
		for i, line := range lines {
			if line != fmt.Sprint(i+1) {
				t.Fatalf("line %d is %q", i+1, line)
			}
		}
	})
}

// TestCutSequencesBecomeWhole: the backend sends every byte by itself.
func TestCutSequencesBecomeWhole(t *testing.T) {
	each(t, cloud.Options{Chunk: 1}, func(t *testing.T, _ *cloud.Cloud, p api.Provider) {
		id := create(t, p)
		s, err := p.Start(t.Context(), id, shell(`printf 'zäöü€😀\377!'`))
		if err != nil {
			t.Fatal(err)
		}
		var d api.TextDecoder
		text := ""
		for {
			c, err := s.Recv()
			if err != nil {
				t.Fatal(err)
			}
			if c.Kind == api.ChunkExit {
				break
			}
			text += d.Decode(c.Data)
		}
		if text += d.Flush(); text != "zäöü€😀\ufffd!" {
			t.Errorf("%q", text)
		}
	})
}

func TestTimeoutAndCancelKillTheProgram(t *testing.T) {
	each(t, cloud.Options{}, func(t *testing.T, c *cloud.Cloud, p api.Provider) {
		id := create(t, p)
		req := api.StartRequest{Cmd: "sleep", Args: []string{"300"}, Timeout: 200 * time.Millisecond}
		s, err := p.Start(t.Context(), id, req)
		if err == nil {
			_, _, _, err = finish(s)
		}
		if api.CodeOf(err) != api.CodeCommandTimeout {
			t.Errorf("the timeout gave %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		req.Timeout = 0
		if s, err = p.Start(ctx, id, req); err != nil {
			t.Fatal(err)
		}
		cancel()
		if _, _, _, err := finish(s); err == nil {
			t.Error("a cancelled stream ended well")
		}
		// The signal is answered before the program is gone.
		for late := time.Now().Add(10 * time.Second); ; {
			list, err := p.ListProcesses(t.Context(), id)
			if err == nil && len(list) == 0 {
				break
			}
			if err != nil || time.Now().After(late) {
				t.Fatalf("left running: %v, %v", list, err)
			}
		}
	})
}

// TestOneQuestionForManyCalls: the address of a sandbox is asked for once; a
// read asks again where what is remembered no longer holds.
func TestOneQuestionForManyCalls(t *testing.T) {
	each(t, cloud.Options{}, func(t *testing.T, c *cloud.Cloud, p api.Provider) {
		id := create(t, p)
		for range 3 {
			if _, err := p.ListDir(t.Context(), id, "."); err != nil {
				t.Fatal(err)
			}
		}
		if n := c.Count("GET", "/sandboxes/"+id); n != 0 {
			t.Errorf("asked %d times though create had told", n)
		}
		c.Inject(cloud.Fault{Path: "/filesystem.Filesystem/Stat", Status: 401, Body: `{"code":401,"message":"unauthorized"}`, Times: 1})
		if _, err := p.Stat(t.Context(), id, "."); err != nil {
			t.Error(err)
		}
		if n := c.Count("GET", "/sandboxes/"+id); n != 1 {
			t.Errorf("asked %d times after a refusal", n)
		}
		c.Inject(cloud.Fault{Path: "/filesystem.Filesystem/MakeDir", Status: 401, Body: `{"code":401,"message":"unauthorized"}`})
		if err := p.MakeDir(t.Context(), id, "d"); err == nil {
			t.Error("a refused change succeeded")
		}
		if n := c.Count("POST", "/filesystem.Filesystem/MakeDir"); n != 1 {
			t.Errorf("a change was sent %d times", n)
		}
	})
}
