package contract

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
)

// canaryName is the variable of another backend's key, which no provider reads
// that does not inherit it (seeds).
const canaryName = "ABX_SANDBOX_API_KEY"

func newCanary() string { return "abx-canary-" + rand.Text() }

// unknownID is no sandbox's.
const unknownID = "does-not-exist-0000"

// sandbox makes one for the time of f.
func (t *trial) sandbox(ctx context.Context, f func(id string) error) (err error) {
	s, err := t.p.Create(ctx, api.CreateRequest{})
	if err != nil {
		return fmt.Errorf("create: %w", err)
	}
	defer func() {
		if kill := t.p.Kill(context.WithoutCancel(ctx), s.ID); err == nil && kill != nil {
			err = fmt.Errorf("kill: %w", kill)
		}
	}()
	return f(s.ID)
}

// ran is what a command did.
type ran struct {
	stdout, stderr string
	exit           api.Chunk
	exits          int // how many ends came
	last           bool
}

// run runs a command to its end.
func (t *trial) run(ctx context.Context, id string, req api.StartRequest) (ran, error) {
	s, err := t.p.Start(ctx, id, req)
	if err != nil {
		return ran{}, err
	}
	defer s.Close()
	return collect(s)
}

func collect(s api.ProcessStream) (ran, error) {
	var r ran
	for {
		c, err := s.Recv()
		switch {
		case errors.Is(err, io.EOF) && r.exits > 0:
			return r, nil
		case err != nil:
			return r, err
		}
		r.last = c.Kind == api.ChunkExit
		switch c.Kind {
		case api.ChunkExit:
			r.exit, r.exits = c, r.exits+1
		case api.ChunkStderr:
			r.stderr += string(c.Data)
		default:
			r.stdout += string(c.Data)
		}
	}
}

func shell(script string) api.StartRequest {
	return api.StartRequest{Cmd: "sh", Args: []string{"-c", script}}
}

// oneLine makes an error fit for a line of output: what is wrong; what to do.
func oneLine(err error) string {
	text := strings.ReplaceAll(err.Error(), "\n  Suggestion: ", "; ")
	return diag.Clean(strings.Join(strings.Fields(text), " "))
}

// journal keeps what the provider logs.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) add(level, message string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, level+": "+message)
}

func (j *journal) len() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.lines)
}

func (j *journal) all() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]string(nil), j.lines...)
}

// last is how many lines of each kind stand below a failure.
const last = 5

// since gives what was logged and asked of devcloud after a point in time.
func (t *trial) since(lines, requests int) []string {
	var out []string
	told := slices.DeleteFunc(t.log.all()[lines:], func(line string) bool { return strings.HasPrefix(line, "debug: ") }) // the host's own words
	for _, line := range tail(told) {
		out = append(out, "log "+diag.Clean(line))
	}
	for _, r := range tail(t.cloud.Requests()[requests:]) {
		out = append(out, "devcloud was asked "+diag.Clean(r.Method+" "+sandboxID.ReplaceAllString(r.Path, "ID")))
	}
	return out
}

// sandboxID is what a sandbox of devcloud is called; it is another one each time.
var sandboxID = regexp.MustCompile(`\bi[a-z0-9]{20}\b`)

func tail[T any](list []T) []T { return list[max(0, len(list)-last):] }
