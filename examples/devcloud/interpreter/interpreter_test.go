package interpreter

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/examples/devcloud/box"
	"github.com/abxgen/abxgen/examples/devcloud/internal/capture"
)

func serve(t *testing.T) string {
	t.Helper()
	if !Available() {
		t.Skip("no python3 here: looked for it on PATH")
	}
	b, err := box.New(box.Options{ID: "i0code" + strings.ToLower(t.Name()), Parent: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	s := New(b, nil)
	srv := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		srv.Close()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv.URL
}

var (
	isID  = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	noise = regexp.MustCompile(`"timestamp": "[^"]*"|"traceback": ".*?[^\\]"|"execution_count": \d+`)
)

// unlike are the captures that mean to be answered otherwise, and why.
var unlike = map[string]string{
	"GET /contexts":                "there is no JavaScript",
	"POST /execute display":        "there is no IPython",
	"POST /execute keepalive (6s)": "it takes too long for a test",
}

// comparable takes out what is another each time.
func comparable(text string) string {
	return strings.TrimSpace(noise.ReplaceAllString(isID.ReplaceAllString(text, "ID"), "…"))
}

// The captured requests of a real server are asked in their order, with the id
// of the context that is made on the way put in.
func TestAsCaptured(t *testing.T) {
	url := serve(t)
	all, err := capture.Read("testdata/captures/code_interpreter.txt")
	if err != nil {
		t.Fatal(err)
	}
	id := ""
	for _, e := range all {
		if unlike[e.Title] != "" {
			continue
		}
		head, body, _ := strings.Cut(isID.ReplaceAllString(string(e.Request), id), "\r\n\r\n")
		path := strings.Fields(head)[1]
		status, got := ask(t, e.Method(), url+path, body)
		if e.Title == "POST /contexts" {
			id = isID.FindString(got)
		}
		want, err := e.Answer()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(want.Body)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(comparable(string(text)), comparable(got)); d != "" || status != want.StatusCode {
			t.Errorf("%s: %d, captured %d\n%s", e.Title, status, want.StatusCode, d)
		}
	}
	if id == "" {
		t.Error("no context was made")
	}
}

func ask(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

func code(text string) string {
	body, _ := json.Marshal(map[string]string{"code": text}) // one string: cannot fail
	return string(body)
}

// A client that leaves interrupts its code, and names that were set stay.
func TestInterrupt(t *testing.T) {
	url := serve(t)
	ask(t, "POST", url+"/execute", code("x = 5"))
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, "POST", url+"/execute", strings.NewReader(code("import time\nprint('begun')\ntime.sleep(600)")))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	for sc := bufio.NewScanner(res.Body); sc.Scan() && !strings.Contains(sc.Text(), "begun"); {
	}
	cancel()
	if _, got := ask(t, "POST", url+"/execute", code("x + 1")); !strings.Contains(got, `"text": "6"`) {
		t.Errorf("after the interrupt: %s", got)
	}
}

// Code that ends its own process cuts the stream; the next gets a new kernel.
func TestKernelDies(t *testing.T) {
	url := serve(t)
	res, err := http.Post(url+"/execute", "application/json", strings.NewReader(code("import os; os._exit(3)")))
	if err == nil {
		defer res.Body.Close()
		if text, err := io.ReadAll(res.Body); err == nil {
			t.Errorf("the stream ended regularly: %s", text)
		}
	}
	if _, got := ask(t, "POST", url+"/execute", code("6 * 7")); !strings.Contains(got, `"text": "42"`) {
		t.Errorf("after the end: %s", got)
	}
}
