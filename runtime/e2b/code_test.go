package e2b

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

func newCode(t *testing.T, execute http.HandlerFunc) (*Client, api.Target, func() []string) {
	t.Helper()
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, r.Method+" "+r.URL.Path+" "+string(body))
		switch r.URL.Path {
		case "/execute":
			execute(w, r)
		case "/contexts":
			answer(w, 200, `{"id":"ctx1","language":"python","cwd":"/home/user"}`)
		default:
			answer(w, 200, "null")
		}
	}))
	t.Cleanup(s.Close)
	c, target := open(t, s.URL)
	return c, target, func() []string { return asked }
}

func TestStatelessCodeHasItsOwnContext(t *testing.T) {
	c, target, asked := newCode(t, func(w http.ResponseWriter, _ *http.Request) {
		answer(w, 200, `{"type":"keepalive"}`+"\n\n"+`{"type":"stdout","text":"a"}`+"\n"+`{"type":"stdout","text":"b"}`+"\n"+`{"type":"end_of_execution"}`)
	})
	r, err := c.RunCode(context.Background(), target, api.CodeRequest{Code: "1", Language: "r", Mode: "stateless", Envs: map[string]string{"A": "1"}})
	if err != nil || r.Stdout != "ab" {
		t.Fatalf("%+v %v", r, err)
	}
	want := []string{
		`POST /contexts {"language":"r"}`,
		`POST /execute {"code":"1","context_id":"ctx1","language":null,"env_vars":{"A":"1"}}`,
		`DELETE /contexts/ctx1 `,
	}
	if !slices.Equal(asked(), want) {
		t.Errorf("asked %q", asked())
	}
}

func TestCodeThatIsCutOff(t *testing.T) {
	for _, body := range []string{"", `{"type":"stdout","text":"a"}` + "\n", `{"type":"std`} {
		c, target, _ := newCode(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, body) })
		if r, err := c.RunCode(context.Background(), target, api.CodeRequest{Code: "1"}); err == nil {
			t.Errorf("%q passed for a whole run: %+v", body, r)
		}
	}
}

func TestCodeIsInterruptedByLeaving(t *testing.T) {
	came, left := make(chan struct{}, 2), make(chan struct{}, 2)
	c, target, _ := newCode(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"type":"stdout","text":"a"}`+"\n")
		w.(http.Flusher).Flush()
		came <- struct{}{}
		<-r.Context().Done()
		left <- struct{}{}
	})
	_, err := c.RunCode(context.Background(), target, api.CodeRequest{Code: "1", Timeout: time.Second})
	wantCode(t, err, api.CodeCommandTimeout)
	await(t, "the leaving", left)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-came; <-came; cancel() }()
	if _, err = c.RunCode(ctx, target, api.CodeRequest{Code: "1"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	await(t, "the leaving", left)
}
