package e2b

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/google/go-cmp/cmp"
)

// open makes a client and a target for a server that plays envd or the code
// interpreter, as the captures were taken: user "user", no token.
func open(t *testing.T, address string) (*Client, api.Target) {
	t.Helper()
	c, err := New(Config{EnvdAuth: EnvdAuth{AllowMissing: true, BasicUser: "user"}, Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, api.Target{SandboxID: "sbxid", EnvdURL: address}
}

// drain reads a process stream to its end.
func drain(s api.ProcessStream) (out, errs string, exit api.Chunk, err error) {
	for {
		c, err := s.Recv()
		if err != nil {
			return out, errs, exit, err
		}
		switch c.Kind {
		case api.ChunkStdout, api.ChunkPTY:
			out += string(c.Data)
		case api.ChunkStderr:
			errs += string(c.Data)
		case api.ChunkExit:
			exit = c
		}
	}
}

func TestProcessesAsRecorded(t *testing.T) {
	killed := api.Chunk{Kind: api.ChunkExit, ExitCode: -1, Signal: 9}
	for _, tt := range []struct {
		name     string
		req      api.StartRequest
		out, err string
		exit     api.Chunk
		fails    string
	}{
		{"Start sh -c: stdout+stderr+exit 3 (stdin:false)", api.StartRequest{Cmd: "/bin/bash",
			Args: []string{"-l", "-c", "echo out; echo err >&2; exit 3"}, Env: map[string]string{"A": "1"}, Cwd: "/tmp"},
			"out\n", "err\n", api.Chunk{Kind: api.ChunkExit, ExitCode: 3}, ""},
		{"Start ok exit 0", api.StartRequest{Cmd: "echo", Args: []string{"hi"}}, "hi\n", "", api.Chunk{Kind: api.ChunkExit}, ""},
		{"Start unknown command", api.StartRequest{Cmd: "/no/such/bin"},
			"", "/usr/bin/nice: '/no/such/bin': No such file or directory\n", api.Chunk{Kind: api.ChunkExit, ExitCode: 127}, ""},
		{"Start bad cwd", api.StartRequest{Cmd: "echo", Cwd: "/no/such/dir"}, "", "", api.Chunk{},
			"[E3006] process.Process/Start failed: invalid_argument: cwd '/no/such/dir' does not exist"},
		{"Start bad user (Basic nouser:)", api.StartRequest{Cmd: "id", User: "nouser"}, "", "", api.Chunk{},
			"[E3006] process.Process/Start failed: unauthenticated: invalid username: 'nouser'"},
		{"Start user root", api.StartRequest{Cmd: "id", Args: []string{"-un"}, User: "root"}, "root\n", "", api.Chunk{Kind: api.ChunkExit}, ""},
		{"Start with Keepalive-Ping-Interval: 1 (sleep 2.5)", api.StartRequest{Cmd: "sleep", Args: []string{"2.5"}}, "", "", api.Chunk{Kind: api.ChunkExit}, ""},
		{"Start killed by SIGKILL itself", api.StartRequest{Cmd: "/bin/sh", Args: []string{"-c", "kill -9 $$"}}, "", "", killed, ""},
		{"Start killed by SIGTERM itself", api.StartRequest{Cmd: "/bin/sh", Args: []string{"-c", "kill -15 $$"}}, "", "",
			api.Chunk{Kind: api.ChunkExit, ExitCode: -1, Signal: 15}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := captured(t, "process_start", tt.name)
			address, got := replay(t, x)
			c, target := open(t, address)
			s, err := c.Start(context.Background(), target, tt.req)
			sameRequest(t, <-got, x, "Authorization", "Content-Type", "Connect-Protocol-Version")
			if tt.fails != "" {
				if err == nil || err.Error() != tt.fails {
					t.Fatalf("got %v, want %s", err, tt.fails)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			out, errs, exit, err := drain(s)
			if err != io.EOF || out != tt.out || errs != tt.err {
				t.Errorf("out %q, err %q, end %v", out, errs, err)
			}
			if diff := cmp.Diff(tt.exit, exit); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestControlAsRecorded(t *testing.T) {
	ctx := context.Background()
	for _, tt := range []struct {
		file, name string
		call       func(c *Client, t api.Target) error
		fails      string
	}{
		{"process_control", "SendInput stdin by pid", nil, ""},
		{"process_control", "SendInput stdin by tag", nil, ""},
		{"process_control", "SendInput unknown pid", nil, "[E3006] process.Process/SendInput failed: not_found: process with pid 999999 not found"},
		{"process_control", "SendInput when stdin:false", nil, "[E3006] process.Process/SendInput failed: internal: error writing to stdin: stdin not enabled or closed"},
		{"process_control", "CloseStdin", nil, ""},
		{"process_control", "SendSignal SIGTERM", nil, ""},
		{"process_control", "SendSignal SIGKILL", nil, ""},
		{"process_control", "SendSignal to exited pid", nil, "[E3006] process.Process/SendSignal failed: not_found"},
		{"process_control", "Update(pty) on non-pty", nil, "[E3006] process.Process/Update failed: internal"},
		{"pty", "Update resize", nil, ""},
		{"pty", "SendInput pty", func(c *Client, t api.Target) error {
			return c.send(ctx, t, "19507", "pty", []byte("stty size\n"))
		}, ""},
		{"filesystem", "MakeDir nested relative", nil, ""},
		{"filesystem", "MakeDir again (already exists)", nil,
			"[E4000] the file operation failed (HTTP 409): a/b/c: already_exists: directory already exists: /tmp/envd/home/user/a/b/c"},
		{"filesystem", "Move", nil, ""},
		{"filesystem", "Move missing", nil, "[E4001] no such file or directory"},
		{"filesystem", "Remove missing (idempotent)", nil, ""},
		{"filesystem", "Stat missing", nil, "[E4001] no such file or directory: /no/such"},
		{"filesystem", "ListDir missing", nil, "[E4001] no such file or directory: /no/such"},
		{"filesystem", "ListDir on file", nil, "[E4000] the file operation failed (HTTP 400)"},
		{"auth", "RPC unary without token", nil, "[E3006] process.Process/List failed: unauthorized access, please provide a valid access token"},
		{"auth", "RPC with token", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := captured(t, tt.file, tt.name)
			address, got := replay(t, x)
			c, target := open(t, address)
			target.Token = x.request.Header.Get("X-Access-Token")
			call := tt.call
			if call == nil {
				call = callOf(ctx, t, x)
			}
			err := call(c, target)
			sameRequest(t, <-got, x, "Authorization", "Content-Type", "X-Access-Token")
			switch {
			case tt.fails == "" && err != nil:
				t.Error(err)
			case tt.fails != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.fails)):
				t.Errorf("got %v, want %s", err, tt.fails)
			}
		})
	}
}

// callOf makes the call of our API that a recorded request asks for.
func callOf(ctx context.Context, t *testing.T, x exchange) func(*Client, api.Target) error {
	m := fields(bodyValue(t, x).(map[string]any))
	pid := api.PID(m.object("process").text("pid", "tag"))
	input, _ := base64.StdEncoding.DecodeString(m.object("input").text("stdin"))
	size := m.object("pty").object("size")
	return func(c *Client, target api.Target) (err error) {
		switch x.request.URL.Path {
		case rpcSendInput:
			return c.SendInput(ctx, target, pid, input)
		case rpcCloseStdin:
			return c.CloseInput(ctx, target, pid)
		case rpcSendSignal:
			return c.SendSignal(ctx, target, pid, map[string]int{"SIGNAL_SIGTERM": 15, "SIGNAL_SIGKILL": 9}[m.text("signal")])
		case rpcUpdate:
			return c.ResizeProcess(ctx, target, pid, int(size.number("cols")), int(size.number("rows")))
		case rpcList:
			_, err = c.ListProcesses(ctx, target)
		case rpcStat:
			_, err = c.Stat(ctx, target, m.text("path"))
		case rpcListDir:
			_, err = c.ListDir(ctx, target, m.text("path"))
		case rpcMakeDir:
			return c.MakeDir(ctx, target, m.text("path"))
		case rpcRemove:
			return c.Remove(ctx, target, m.text("path"))
		case rpcMove:
			return c.Move(ctx, target, m.text("source"), m.text("destination"))
		default:
			err = errors.New("no call for " + x.request.URL.Path)
		}
		return err
	}
}

func TestListProcessesAsRecorded(t *testing.T) {
	address, _ := replay(t, captured(t, "process_control", "List"))
	c, target := open(t, address)
	got, err := c.ListProcesses(context.Background(), target)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]api.ProcessInfo{{PID: "19313", Command: "cat", Status: "running"}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestConnectAsRecorded(t *testing.T) {
	x := captured(t, "process_control", "Connect after exit (<30s: retained end)")
	address, got := replay(t, x)
	c, target := open(t, address)
	pid := fields(bodyValue(t, x).(map[string]any)).object("process").text("pid")
	s, err := c.ConnectToProcess(context.Background(), target, api.PID(pid))
	sameRequest(t, <-got, x, "Content-Type")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, exit, err := drain(s); err != io.EOF || exit.Kind != api.ChunkExit || s.PID() != api.PID(pid) {
		t.Errorf("exit %+v, end %v, pid %s", exit, err, s.PID())
	}

	address, _ = replay(t, captured(t, "process_control", "Connect unknown pid"))
	c, target = open(t, address)
	if _, err := c.ConnectToProcess(context.Background(), target, "99999"); api.CodeOf(err) != api.CodeEnvdRPC {
		t.Errorf("got %v", err)
	}
}

func TestTerminalAsRecorded(t *testing.T) {
	x := captured(t, "pty", "[background stream] pty bash")
	address, got := replay(t, x)
	c, target := open(t, address)
	s, err := c.OpenTerminal(context.Background(), target, api.TerminalRequest{Cwd: "/tmp"})
	if err != nil {
		t.Fatal(err)
	}
	sent := fields(bodyValue(t, <-got).(map[string]any))
	want := fields(bodyValue(t, x).(map[string]any))
	if diff := cmp.Diff(want["pty"], sent["pty"]); diff != "" {
		t.Error(diff)
	}
	if _, there := sent["stdin"]; there {
		t.Error("a terminal's start says something of stdin")
	}
	out, _, exit, err := drain(s)
	if err != io.EOF || exit.ExitCode != 7 || !strings.Contains(out, "50 132") {
		t.Errorf("out %q, exit %+v, end %v", out, exit, err)
	}
}

func TestStatAsRecorded(t *testing.T) {
	when := time.Date(2026, 11, 29, 21, 29, 13, 578397452, time.UTC)
	for name, want := range map[string]api.FileInfo{
		"Stat symlink to dir": {Name: "dlink", Path: "/tmp/envd/home/user/dlink", Type: api.TypeDirectory,
			Size: 1, Mode: 0o755, Modified: when, Symlink: "/tmp/envd/home/user/a"},
	} {
		address, _ := replay(t, captured(t, "filesystem", name))
		c, target := open(t, address)
		got, err := c.Stat(context.Background(), target, "x")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestWatchAsRecorded(t *testing.T) {
	address, got := replay(t, captured(t, "watch", "[background stream] WatchDir recursive includeEntry"))
	c, target := open(t, address)
	w, err := c.WatchDir(context.Background(), target, "w", true)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	sent := bodyValue(t, <-got)
	if diff := cmp.Diff(map[string]any{"path": "w", "recursive": true}, sent); diff != "" {
		t.Error(diff)
	}
	var events []string
	for {
		e, err := w.Recv()
		if err != nil {
			if api.CodeOf(err) != api.CodeNetwork { // the recording was taken before the end
				t.Errorf("a cut stream gave %v", err)
			}
			break
		}
		events = append(events, e.Type+" "+e.Path)
	}
	want := []string{"created n.txt", "modified n.txt", "modified n.txt", "renamed n.txt", "created m.txt",
		"created sub", "created sub/deep.txt", "modified sub/deep.txt", "deleted m.txt"}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Error(diff)
	}

	address, _ = replay(t, captured(t, "watch", "WatchDir missing"))
	c, target = open(t, address)
	if _, err := c.WatchDir(context.Background(), target, "/no/such", false); api.CodeOf(err) != api.CodeFileNotFound {
		t.Errorf("a missing folder gave %v", err)
	}
}

func TestFilesAsRecorded(t *testing.T) {
	ctx := context.Background()
	x := captured(t, "http_files", "POST /files multipart path+username")
	address, got := replay(t, x)
	c, target := open(t, address)
	if err := c.Write(ctx, target, "up/a.txt", strings.NewReader("multi")); err != nil {
		t.Fatal(err)
	}
	sameRequest(t, <-got, x, "Authorization")

	for name, want := range map[string]string{
		"GET /files binary": "raw\x00\x01", "GET /files gzip": "1",
		"GET /files missing": "[E4001]", "GET /files directory": "[E4000]", "GET /files wrong header token": "[E4000]",
	} {
		file := "http_files"
		if strings.Contains(name, "token") {
			file = "auth"
		}
		x := captured(t, file, name)
		address, got := replay(t, x)
		c, target := open(t, address)
		data, err := readAll(c, target, x.request.URL.Query().Get("path"))
		if err != nil {
			data = err.Error()
		}
		sameRequest(t, <-got, x, "Authorization")
		if !strings.HasPrefix(data, want) {
			t.Errorf("%s: %q", name, data)
		}
	}
}

func readAll(c *Client, t api.Target, path string) (string, error) {
	r, err := c.Read(context.Background(), t, path)
	if err != nil {
		return "", err
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	return string(data), err
}

// The recorded addresses were accepted by a running envd.
func TestSignedAddressesAsRecorded(t *testing.T) {
	c, target := open(t, "http://h")
	target.Token = "tok123"
	for name, expires := range map[string]time.Time{
		"GET signed (no expiry)": {}, "GET signed expiry future": time.Unix(1795987850, 0),
	} {
		got, err := c.signedURL(target, "up/a.txt", "read", expires)
		if want := "http://h" + captured(t, "auth", name).request.RequestURI; got != want || err != nil {
			t.Errorf("%s:\n got %s %v\nwant %s", name, got, err, want)
		}
	}
	got, _ := c.signedURL(target, "up/s.txt", "write", time.Unix(1795987850, 0))
	if want := "http://h" + captured(t, "auth", "POST signed write").request.RequestURI; got != want {
		t.Errorf("write:\n got %s\nwant %s", got, want)
	}
}

func TestCodeAsRecorded(t *testing.T) {
	for _, tt := range []struct {
		name string
		req  api.CodeRequest
		want api.CodeResult
	}{
		{"POST /execute", api.CodeRequest{}, api.CodeResult{Text: "2", Stdout: "hi\n", Stderr: "err\n",
			Results: []map[string]any{{"text": "2", "extra": map[string]any{}, "is_main_result": true}}}},
		{"POST /execute error", api.CodeRequest{}, api.CodeResult{ExitCode: 1,
			Error: &api.CodeError{Name: "ZeroDivisionError", Value: "division by zero"}}},
	} {
		x := captured(t, "code_interpreter", tt.name)
		address, got := replay(t, x)
		c, target := open(t, address)
		tt.req.Code = fields(bodyValue(t, x).(map[string]any)).text("code")
		r, err := c.RunCode(context.Background(), target, tt.req)
		if err != nil {
			t.Fatal(err)
		}
		if sent := fields(bodyValue(t, <-got).(map[string]any)); sent.text("code") != tt.req.Code {
			t.Errorf("sent %v", sent)
		}
		r.Elapsed = 0
		if r.Error != nil {
			if !strings.Contains(r.Error.Traceback, "----> 1 1/0") {
				t.Errorf("traceback %q", r.Error.Traceback)
			}
			r.Error.Traceback = ""
		}
		if diff := cmp.Diff(&tt.want, r); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestCodeFailuresAsRecorded(t *testing.T) {
	ctx := context.Background()
	for name, want := range map[string]string{
		"POST /execute unknown context":  "[E8005] the code interpreter refused: Context nope not found",
		"POST /execute unknown language": "[E3003] the code interpreter refused: Failed to create context: {",
	} {
		address, _ := replay(t, captured(t, "code_interpreter", name))
		c, target := open(t, address)
		_, err := c.RunCode(ctx, target, api.CodeRequest{Code: "1", ContextID: "nope"})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	address, got := replay(t, captured(t, "code_interpreter", "DELETE /contexts/{id} again"))
	c, target := open(t, address)
	if err := c.RemoveContext(ctx, target, "6465c4f7-f0b2-4270-82e7-ee5ff74baf04"); api.CodeOf(err) != api.CodeResourceNotFound {
		t.Errorf("remove: %v", err)
	}
	if r := (<-got).request; r.Header.Get(portHeader) != "49999" || r.Header.Get("Authorization") != "" {
		t.Errorf("headers %v", r.Header)
	}
	address, _ = replay(t, captured(t, "code_interpreter", "GET /contexts"))
	c, target = open(t, address)
	list, err := c.ListContexts(ctx, target)
	if err != nil || len(list) != 2 || list[1].Language != "javascript" || list[1].Cwd != "/home/user" {
		t.Errorf("contexts %+v %v", list, err)
	}
}
