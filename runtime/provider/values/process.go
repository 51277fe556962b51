package values

import (
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

// FromStart gives the last argument of start.
func FromStart(r api.StartRequest) map[string]any {
	o := Object{"cmd": r.Cmd, "args": anyList(r.Args), "env": textMap(r.Env), "stdin": r.Stdin}
	set(o, "cwd", r.Cwd)
	set(o, "user", r.User)
	if r.Timeout > 0 {
		o["timeout"] = r.Timeout.Seconds()
	}
	return o
}

// ToStart reads it.
func ToStart(v any) api.StartRequest {
	o := AsObject(v)
	return api.StartRequest{
		Cmd: o.Text("cmd", "command"), Args: o.Strings("args"), Env: o.Map("env", "envs", "env_vars"), Cwd: o.Text("cwd"),
		User: o.Text("user", "username"), Timeout: o.Seconds("timeout"), Stdin: o.Bool("stdin"),
	}
}

// FromPID gives a number where the pid is one, as envd's are.
func FromPID(pid api.PID) any {
	if f, ok := Number(string(pid)); ok && numberText(f) == string(pid) {
		return f
	}
	return string(pid)
}

// ToPID reads a pid, or the object that holds one.
func ToPID(v any) api.PID {
	if o := AsObject(v); len(o) > 0 {
		v = o.Get("pid", "process_id", "tag")
	}
	return api.PID(Text(v))
}

// FromChunk gives a piece of output as the kit's object; data is bytes.
func FromChunk(pid api.PID, c api.Chunk) map[string]any {
	o := Object{"type": string(c.Kind), "data": c.Data, "pid": FromPID(pid)}
	if c.Data == nil {
		o["data"] = []byte{}
	}
	if c.Kind == api.ChunkExit {
		o["exit_code"] = c.ExitCode
		set(o, "signal", c.Signal)
	}
	return o
}

// ToChunk reads one; text becomes UTF-8.
func ToChunk(v any) (api.Chunk, api.PID, error) {
	o := AsObject(v)
	c := api.Chunk{Kind: api.ChunkKind(o.Text("type", "stream"))}
	switch c.Kind {
	case api.ChunkStdout, api.ChunkStderr, api.ChunkPTY:
		c.Data = Bytes(o.Get("data"))
	case api.ChunkExit:
		c.ExitCode, c.Signal = o.Int("exit_code"), o.Int("signal")
	default:
		return c, "", wrong(v, "a chunk of type stdout, stderr, pty or exit")
	}
	return c, ToPID(o.Get("pid")), nil
}

// Bytes gives bytes of a byte array or a text; nil for anything else.
func Bytes(v any) []byte {
	switch v := v.(type) {
	case []byte:
		return v
	case string:
		return []byte(v)
	}
	return nil
}

// FromProcesses gives the answer of list_processes.
func FromProcesses(list []api.ProcessInfo) []any {
	out := make([]any, len(list))
	for i, p := range list {
		out[i] = map[string]any{"pid": FromPID(p.PID), "command": p.Command, "status": p.Status}
	}
	return out
}

// ToProcesses reads it.
func ToProcesses(v any) ([]api.ProcessInfo, error) {
	items, ok := v.([]any)
	if !ok {
		return nil, wrong(v, "an array of processes")
	}
	out := make([]api.ProcessInfo, 0, len(items))
	for _, item := range items {
		o := AsObject(item)
		p := api.ProcessInfo{PID: ToPID(o.Get("pid")), Command: o.Text("command", "cmd"), Status: o.Text("status")}
		if p.PID == "" {
			return nil, wrong(item, "a process with a pid")
		}
		if p.Status == "" {
			p.Status = "running"
		}
		out = append(out, p)
	}
	return out, nil
}

// FromTerminal gives the last argument of open_terminal.
func FromTerminal(r api.TerminalRequest) map[string]any {
	o := Object{"cols": r.Cols, "rows": r.Rows, "env": textMap(r.Env), "args": anyList(r.Args)}
	set(o, "cmd", r.Cmd)
	set(o, "cwd", r.Cwd)
	set(o, "user", r.User)
	return o
}

// ToTerminal reads it.
func ToTerminal(v any) api.TerminalRequest {
	o := AsObject(v)
	cols, rows := ToSize(v)
	return api.TerminalRequest{Cols: cols, Rows: rows, Cmd: o.Text("cmd"), Args: o.Strings("args"), Env: o.Map("env", "envs"), Cwd: o.Text("cwd"), User: o.Text("user", "username")}
}

// ToSize reads cols and rows, on the object or in its size.
func ToSize(v any) (cols, rows int) {
	o := AsObject(v)
	if size := AsObject(o.Get("size")); len(size) > 0 {
		o = size
	}
	return o.Int("cols", "columns"), o.Int("rows")
}

var signals = map[string]int{"SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGKILL": 9, "SIGTERM": 15}

// ToSignal reads the signal of send_signal's last argument: a number, or a
// name with or without SIG or the wire's SIGNAL_ before it.
func ToSignal(v any) int {
	o := AsObject(v)
	if n := o.Int("signal"); n != 0 {
		return n
	}
	name := strings.TrimPrefix(strings.ToUpper(o.Text("signal")), "SIGNAL_")
	if !strings.HasPrefix(name, "SIG") {
		name = "SIG" + name
	}
	return signals[name]
}
