package e2b

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/testenv"
	"github.com/google/go-cmp/cmp"
)

// sdkScript makes the same calls through the SDK's own protocol classes.
const sdkScript = `
import asyncio, sys
from agent_sandbox.models.sandbox import SandboxConfig
from agent_sandbox.providers.rest_provider import HeaderKeyAuth
from agent_sandbox.providers.shared.e2b.auth import EnvdTokenManager
from agent_sandbox.providers.shared.e2b.filesystem import FilesystemProtocol
from agent_sandbox.providers.shared.e2b.process import ProcessProtocol
from agent_sandbox.providers.shared.e2b.sandbox import SandboxProtocol
from agent_sandbox.transport.config import TransportConfig
from agent_sandbox.transport.http import HttpClient

async def main(url):
    http = HttpClient(TransportConfig(sandbox_base_url=url, sandbox_domain="example.app", http2=False),
                      HeaderKeyAuth("the-key", "header", "X-API-Key"))
    sb, ps, fs = SandboxProtocol(http), ProcessProtocol(http), FilesystemProtocol(http)
    await sb.create(SandboxConfig(template="base", timeout=60, metadata={"k": "v"}, env_vars={"E": "<1>"}, cpu=2, gpu="A10"))
    await sb.list(limit=7, offset=3)
    await sb.get_info("sb1")
    await sb.connect("sb1")
    await sb.set_timeout("sb1", 99)
    await sb.pause("sb1")
    await sb.resume("sb1")
    await sb.kill("sb1")
    at = (url, EnvdTokenManager("tok", sandbox_id="sb1"))
    async for _ in await ps.start(*at, cmd="/bin/sh", args=["-c", "echo ü"], env={"A": "1"}, cwd="/tmp", timeout=9, user="root"):
        pass
    async for _ in await ps.start(*at, cmd="id"):
        pass
    await ps.list_processes(*at)
    async for _ in await ps.connect_to_process(*at, pid=42):
        pass
    async for _ in await ps.connect_to_process(*at, pid="tag"):
        pass
    await ps.send_input(*at, pid="42", data="hi")
    await ps.send_signal(*at, pid=42, signal=15)
    await fs.stat(*at, path="/f")
    await fs.list_dir(*at, path="/d")
    await fs.make_dir(*at, path="/d")
    await fs.remove(*at, path="/d")
    await fs.move(*at, source="/a", destination="/b")
    await fs.upload_file(*at, path="/a ü+&.txt", content=bytes(range(256)))
    await fs.download_file(*at, path="/a ü+&.txt")
    await http.close()

asyncio.run(main(sys.argv[1]))
`

// Our requests are those of the SDK (method, path, query, authentication,
// decoded body), call by call.
func TestSameRequestsAsTheSDK(t *testing.T) {
	python := testenv.Python(t, testenv.SDK)
	theirs := recordCalls(t, func(url string) {
		if out, err := exec.Command(python, "-c", sdkScript, url).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	})
	ours := recordCalls(t, func(url string) { ourCalls(t, url) })
	if len(ours) != len(theirs) || len(ours) < 22 {
		t.Errorf("we sent %d requests, the SDK %d", len(ours), len(theirs))
	}
	if diff := cmp.Diff(theirs, ours); diff != "" {
		t.Errorf("(-SDK +ours)\n%s", diff)
	}
}

func ourCalls(t *testing.T, url string) {
	ctx := context.Background()
	c := clientOf(t, url, func(cfg *Config) {
		cfg.Headers = func(context.Context) (http.Header, error) { return http.Header{"X-API-Key": {"the-key"}}, nil }
	})
	target := api.Target{SandboxID: "sb1", EnvdURL: url, Token: "tok"}
	two, gpu := 2, "A10"
	must := func(err error) {
		if t.Helper(); err != nil {
			t.Error(err)
		}
	}
	follow := func(s api.ProcessStream, err error) {
		if t.Helper(); err != nil {
			t.Error(err)
			return
		}
		if _, _, _, err := drain(s); err != io.EOF {
			t.Error(err)
		}
	}
	_, err := c.Create(ctx, api.CreateRequest{Template: "base", Timeout: 60e9, Metadata: map[string]string{"k": "v"},
		Envs: map[string]string{"E": "<1>"}, CPU: &two, GPU: &gpu})
	must(err)
	_, err = c.ListV1(ctx, api.ListRequest{Limit: 7, Offset: 3})
	must(err)
	_, err = c.GetInfo(ctx, "sb1")
	must(err)
	_, err = c.Connect(ctx, "sb1")
	must(err)
	must(c.SetTimeout(ctx, "sb1", 99))
	must(c.Pause(ctx, "sb1"))
	must(c.Resume(ctx, "sb1"))
	must(c.Kill(ctx, "sb1"))
	follow(c.Start(ctx, target, api.StartRequest{Cmd: "/bin/sh", Args: []string{"-c", "echo ü"}, Env: map[string]string{"A": "1"},
		Cwd: "/tmp", Timeout: 9e9, User: "root"}))
	follow(c.Start(ctx, target, api.StartRequest{Cmd: "id"}))
	_, err = c.ListProcesses(ctx, target)
	must(err)
	follow(c.ConnectToProcess(ctx, target, "42"))
	follow(c.ConnectToProcess(ctx, target, "tag"))
	must(c.SendInput(ctx, target, "42", []byte("hi")))
	must(c.SendSignal(ctx, target, "42", 15))
	_, err = c.Stat(ctx, target, "/f")
	must(err)
	_, err = c.ListDir(ctx, target, "/d")
	must(err)
	must(c.MakeDir(ctx, target, "/d"))
	must(c.Remove(ctx, target, "/d"))
	must(c.Move(ctx, target, "/a", "/b"))
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	must(c.Write(ctx, target, "/a ü+&.txt", strings.NewReader(string(all))))
	got, err := readAll(c, target, "/a ü+&.txt")
	must(err)
	if got != string(all) {
		t.Errorf("the file came back as %q", got)
	}
}

// sent is what of a request is compared.
type sent struct {
	Request, Key, Basic, Token, ID, Port, Kind string
	Body                                       any
}

// recordCalls plays a backend for run and gives the requests that it got.
func recordCalls(t *testing.T, run func(url string)) []sent {
	t.Helper()
	var mu sync.Mutex
	var list []sent
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		x := exchange{request: r, body: body}
		kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
		basic, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(r.Header.Get("Authorization"), "Basic "))
		one := sent{
			Request: r.Method + " " + r.URL.Path + " " + r.URL.Query().Encode(),
			Key:     r.Header.Get("X-Api-Key"), Basic: string(basic), Token: r.Header.Get(tokenHeader),
			ID: r.Header.Get(sandboxHeader), Port: r.Header.Get(portHeader), Kind: kind,
		}
		if len(body) > 0 {
			one.Body = bodyValue(t, x)
		}
		mu.Lock()
		list = append(list, one)
		mu.Unlock()
		play(w, r)
	}))
	defer s.Close()
	run(s.URL)
	return list
}

func play(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == rpcStart || r.URL.Path == rpcConnect:
		w.Header().Set("Content-Type", "application/connect+json")
		f := &frameWriter{w: w}
		f.begin()
		f.end(`{"exited":true,"status":"exit status 0"}`)
	case r.URL.Path == "/files" && r.Method == http.MethodGet:
		for i := range 256 {
			w.Write([]byte{byte(i)})
		}
	case r.URL.Path == "/sandboxes" && r.Method == http.MethodGet:
		answer(w, 200, `[]`)
	case strings.HasPrefix(r.URL.Path, "/sandboxes"):
		answer(w, 200, `{"sandboxID":"sb1","templateID":"base","envdAccessToken":"tok"}`)
	case r.URL.Path == rpcListDir:
		answer(w, 200, `{"entries":[{"name":"f","path":"/d/f"}]}`)
	default:
		answer(w, 200, `{"entry":{"name":"f","path":"/f"}}`)
	}
}
