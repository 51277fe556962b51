package provider_test

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// method calls one method of api.Provider, as the kit's method that it is, and
// gives what can be compared of its answer.
type method struct {
	class api.Class
	name  string
	call  func(ctx context.Context, p api.Provider, id string) (any, error)
	// wire is the end of the path that the call is seen at; "" for one that
	// only makes an address.
	wire string
	// story calls it where it has something to do; nil: call is enough. It may
	// need other methods.
	story func(ctx context.Context, p api.Provider, id string) (any, error)
}

func (m method) tell(ctx context.Context, p api.Provider, id string) (any, error) {
	if m.story != nil {
		return m.story(ctx, p, id)
	}
	return m.call(ctx, p, id)
}

// methods are all of api.Provider; those of the table that are aliases in
// JavaScript have no method of their own here. The order is a story: what one
// makes the next one uses.
var methods = []method{
	{api.ClassSandbox, "get_info", info(api.Provider.GetInfo), "/sandboxes/ID", nil},
	{api.ClassSandbox, "connect", info(api.Provider.Connect), "/sandboxes/ID", nil},
	{api.ClassSandbox, "is_running", func(ctx context.Context, p api.Provider, id string) (any, error) { return p.IsRunning(ctx, id) }, "/sandboxes/ID", nil},
	{api.ClassSandbox, "list", list, "/v2/sandboxes", nil},
	{api.ClassSandbox, "set_timeout", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return nil, p.SetTimeout(ctx, id, 600)
	}, "/timeout", nil},
	{api.ClassSandbox, "port_url", func(ctx context.Context, p api.Provider, id string) (any, error) { return p.PortURL(ctx, id, 8080) }, "", nil},
	{api.ClassFilesystem, "make_dir", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return nil, p.MakeDir(ctx, id, "dir")
	}, "/MakeDir", nil},
	{api.ClassFilesystem, "write", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return nil, p.Write(ctx, id, "dir/ä b", strings.NewReader("\x00\xff text"))
	}, "/files", nil},
	{api.ClassFilesystem, "read", read, "/files", nil},
	{api.ClassFilesystem, "stat", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return file(p.Stat(ctx, id, "dir/ä b"))
	}, "/Stat", nil},
	{api.ClassFilesystem, "exists", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return p.Exists(ctx, id, "dir/none")
	}, "/Stat", nil},
	{api.ClassFilesystem, "move", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return nil, p.Move(ctx, id, "dir/ä b", "dir/c")
	}, "/Move", nil},
	{api.ClassFilesystem, "list_dir", listDir, "/ListDir", nil},
	{api.ClassFilesystem, "watch_dir", watchOnly, "/WatchDir", watch},
	{api.ClassFilesystem, "remove", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return nil, p.Remove(ctx, id, "dir/c")
	}, "/Remove", nil},
	{api.ClassFilesystem, "upload_url", func(ctx context.Context, p api.Provider, id string) (any, error) { return p.UploadURL(ctx, id, "a b") }, "", nil},
	{api.ClassFilesystem, "download_url", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return p.DownloadURL(ctx, id, "/a/b")
	}, "", nil},
	{api.ClassProcess, "start", start, "/Start", nil},
	{api.ClassProcess, "list_processes", func(ctx context.Context, p api.Provider, id string) (any, error) { return p.ListProcesses(ctx, id) }, "/List", listProcesses},
	{api.ClassProcess, "connect_to_process", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return p.ConnectToProcess(ctx, id, "1")
	}, "/Connect", connectProcess},
	{api.ClassProcess, "send_input", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return nil, p.SendInput(ctx, id, "1", []byte("x"))
	}, "/SendInput", sendInput},
	{api.ClassProcess, "update", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return nil, p.ResizeProcess(ctx, id, "1", 90, 30)
	}, "/Update", nil},
	{api.ClassProcess, "send_signal", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return nil, p.SendSignal(ctx, id, "1", 15)
	}, "/SendSignal", nil},
	{api.ClassProcess, "kill", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return nil, p.KillProcess(ctx, id, "1")
	}, "/SendSignal", killProcess},
	{api.ClassProcess, "open_terminal", terminal, "/Start", nil},
	{api.ClassCode, "run_code", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return p.RunCode(ctx, id, api.CodeRequest{Code: "1"})
	}, "/execute", nil},
	{api.ClassCode, "create_context", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return p.CreateContext(ctx, id, "python")
	}, "/contexts", nil},
	{api.ClassCode, "list_contexts", func(ctx context.Context, p api.Provider, id string) (any, error) { return p.ListContexts(ctx, id) }, "/contexts", nil},
	{api.ClassCode, "restart_context", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return nil, p.RestartContext(ctx, id, "c")
	}, "/restart", restartContext},
	{api.ClassCode, "remove_context", func(ctx context.Context, p api.Provider, id string) (any, error) {
		return nil, p.RemoveContext(ctx, id, "c")
	}, "/c", removeContext},
	{api.ClassSandbox, "pause", func(ctx context.Context, p api.Provider, id string) (any, error) { return nil, p.Pause(ctx, id) }, "/pause", nil},
	{api.ClassSandbox, "resume", func(ctx context.Context, p api.Provider, id string) (any, error) { return nil, p.Resume(ctx, id) }, "/resume", nil},
	{api.ClassSandbox, "kill", func(ctx context.Context, p api.Provider, id string) (any, error) { return nil, p.Kill(ctx, id) }, "/sandboxes/ID", nil},
	{api.ClassSandbox, "create", createOne, "/sandboxes", nil},
}

func info(get func(api.Provider, context.Context, string) (*api.SandboxInfo, error)) func(context.Context, api.Provider, string) (any, error) {
	return func(ctx context.Context, p api.Provider, id string) (any, error) {
		s, err := get(p, ctx, id)
		if err != nil {
			return nil, err
		}
		return *s, nil
	}
}

func createOne(ctx context.Context, p api.Provider, _ string) (any, error) {
	s, err := p.Create(ctx, api.CreateRequest{})
	if err != nil {
		return nil, err
	}
	return s.Template + s.Status, p.Kill(ctx, s.ID)
}

func list(ctx context.Context, p api.Provider, _ string) (any, error) {
	page, err := p.List(ctx, api.ListRequest{Limit: 1})
	if err != nil {
		return nil, err
	}
	return page.Sandboxes, nil
}

func file(f *api.FileInfo, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return *f, nil
}

func listDir(ctx context.Context, p api.Provider, id string) (any, error) {
	return p.ListDir(ctx, id, "dir")
}

func read(ctx context.Context, p api.Provider, id string) (any, error) {
	r, err := p.Read(ctx, id, "dir/ä b")
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	return data, err
}

func watchOnly(ctx context.Context, p api.Provider, id string) (any, error) {
	w, err := p.WatchDir(ctx, id, "/", false)
	if err != nil {
		return nil, err
	}
	return nil, w.Close()
}

func watch(ctx context.Context, p api.Provider, id string) (any, error) {
	w, err := p.WatchDir(ctx, id, "dir", true)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	if err := p.MakeDir(ctx, id, "dir/new"); err != nil {
		return nil, err
	}
	event, err := w.Recv()
	return event, errors.Join(err, p.Remove(ctx, id, "dir/new"))
}

func start(ctx context.Context, p api.Provider, id string) (any, error) {
	s, err := p.Start(ctx, id, shell("printf ä; kill -9 $$"))
	if err != nil {
		return nil, err
	}
	out, _, exit, err := finish(s)
	return []any{out, exit}, err
}

// sleeping starts a program and gives it to do, which ends it.
func sleeping(ctx context.Context, p api.Provider, id string, do func(api.ProcessStream) (any, error)) (any, error) {
	s, err := p.Start(ctx, id, api.StartRequest{Cmd: "cat", Stdin: true})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	v, err := do(s)
	_ = p.KillProcess(ctx, id, s.PID()) // it may have ended
	return v, err
}

func listProcesses(ctx context.Context, p api.Provider, id string) (any, error) {
	return sleeping(ctx, p, id, func(s api.ProcessStream) (any, error) {
		list, err := p.ListProcesses(ctx, id)
		if err != nil || len(list) != 1 || list[0].PID != s.PID() {
			return list, err
		}
		return list[0].Command + list[0].Status, nil
	})
}

func connectProcess(ctx context.Context, p api.Provider, id string) (any, error) {
	return sleeping(ctx, p, id, func(s api.ProcessStream) (any, error) {
		other, err := p.ConnectToProcess(ctx, id, s.PID())
		if err != nil {
			return nil, err
		}
		defer other.Close()
		return other.PID() == s.PID(), nil
	})
}

func sendInput(ctx context.Context, p api.Provider, id string) (any, error) {
	return sleeping(ctx, p, id, func(s api.ProcessStream) (any, error) {
		if err := p.SendInput(ctx, id, s.PID(), []byte("\x00in")); err != nil {
			return nil, err
		}
		c, err := s.Recv()
		if err != nil {
			return nil, err
		}
		if err := p.CloseInput(ctx, id, s.PID()); err != nil {
			return nil, err
		}
		_, _, exit, err := finish(s)
		return []any{c, exit}, err
	})
}

func killProcess(ctx context.Context, p api.Provider, id string) (any, error) {
	return sleeping(ctx, p, id, func(s api.ProcessStream) (any, error) {
		if err := p.KillProcess(ctx, id, s.PID()); err != nil {
			return nil, err
		}
		_, _, exit, err := finish(s)
		return exit, err
	})
}

func terminal(ctx context.Context, p api.Provider, id string) (any, error) {
	t, err := p.OpenTerminal(ctx, id, api.TerminalRequest{Cols: 70, Rows: 20, Cmd: "sh", Args: []string{"-c", "read x; stty size; exit 7"}})
	if err != nil {
		return nil, err
	}
	if err := t.Resize(71, 21); err != nil {
		return nil, err
	}
	if _, err := t.Write([]byte("\n")); err != nil {
		return nil, err
	}
	out, _, exit, err := finish(t)
	return []any{strings.Contains(out, "21 71"), exit}, err
}

func restartContext(ctx context.Context, p api.Provider, id string) (any, error) {
	made, err := p.CreateContext(ctx, id, "python")
	if err != nil {
		return nil, err
	}
	return nil, p.RestartContext(ctx, id, made.ID)
}

func removeContext(ctx context.Context, p api.Provider, id string) (any, error) {
	list, err := p.ListContexts(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := p.RemoveContext(ctx, id, list[len(list)-1].ID); err != nil {
		return nil, err
	}
	after, err := p.ListContexts(ctx, id)
	return len(list) - len(after), err
}
