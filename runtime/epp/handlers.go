package epp

import (
	"context"
	"errors"
	"io"
	"math"

	"github.com/abxgen/abxgen/runtime/api"
)

// A handler does one method; after runs once the answer is out, and is told
// whether the host had cancelled the request by then.
type handler func(ctx context.Context, s *server, p *params) (result any, after followUp, err error)

type followUp func(cancelled bool)

type done struct{}

// Every method of spec/epp.md but initialize and shutdown.
var handlers = map[string]handler{
	"sandbox.create": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		info, err := s.provider.Create(ctx, p.create())
		return s.record(ctx, info, err)
	},
	"sandbox.connect": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		info, err := s.provider.Connect(ctx, p.SandboxID)
		return s.record(ctx, info, err)
	},
	"sandbox.get": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		info, err := s.provider.GetInfo(ctx, p.SandboxID)
		return s.record(ctx, info, err)
	},
	"sandbox.list": listSandboxes,
	"sandbox.kill": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		return gone(s.provider.Kill(ctx, p.SandboxID))
	},
	"sandbox.set_timeout": setTimeout,
	"sandbox.pause": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		return nothing(s.provider.Pause(ctx, p.SandboxID))
	},
	"sandbox.resume": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		return nothing(s.provider.Resume(ctx, p.SandboxID))
	},
	"ports.url":  portURL,
	"exec.run":   execRun,
	"exec.start": execStart,

	"process.list": listProcesses,
	"process.stdin": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		return nothing(s.provider.SendInput(ctx, p.SandboxID, s.pid(p), []byte(p.Data)))
	},
	"process.signal": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		signal := 15
		if n := whole(p.Signal); n != nil {
			signal = *n
		}
		return nothing(s.provider.SendSignal(ctx, p.SandboxID, s.pid(p), signal))
	},

	"pty.open":   ptyOpen,
	"pty.write":  ptyWrite,
	"pty.resize": ptyResize,
	"pty.close":  ptyClose,

	"files.stat": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		info, err := s.provider.Stat(ctx, p.SandboxID, p.Path)
		if err != nil {
			return nil, nil, err
		}
		return EntryOf(info), nil, nil
	},
	"files.list":  listFiles,
	"files.read":  readFile,
	"files.write": writeFile,
	"files.mkdir": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		return nothing(s.provider.MakeDir(ctx, p.SandboxID, p.Path))
	},
	"files.remove": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		return nothing(s.provider.Remove(ctx, p.SandboxID, p.Path))
	},
	"files.move": func(ctx context.Context, s *server, p *params) (any, followUp, error) {
		return nothing(s.provider.Move(ctx, p.SandboxID, p.Source, p.Destination))
	},
}

func nothing(err error) (any, followUp, error) { return done{}, nil, err }

// setTimeout refuses what is no time: 0 ends a sandbox at once, so nothing but
// a 0 may become one.
func setTimeout(ctx context.Context, s *server, p *params) (any, followUp, error) {
	if p.Timeout == nil || *p.Timeout < 0 {
		return nil, nil, api.Errorf(api.CodeConfig, "a sandbox's timeout is a number of seconds, 0 or more")
	}
	return nothing(s.provider.SetTimeout(ctx, p.SandboxID, int(math.Ceil(min(*p.Timeout, math.MaxInt32)))))
}

// gone makes killing what does not exist a success, as the host expects.
func gone(err error) (any, followUp, error) {
	if code := api.CodeOf(err); code == api.CodeSandboxNotFound || code == api.CodeResourceNotFound {
		err = nil
	}
	return done{}, nil, err
}

// record answers with a sandbox, its data plane where the host may use it.
func (s *server) record(ctx context.Context, info *api.SandboxInfo, err error) (any, followUp, error) {
	if err != nil {
		return nil, nil, err
	}
	r, err := s.toRecord(ctx, info)
	return r, nil, err
}

func (s *server) toRecord(ctx context.Context, info *api.SandboxInfo) (Record, error) {
	r := RecordOf(info)
	if s.plugin.Direct == nil {
		return r, nil
	}
	var err error
	r.EnvdURL, r.EnvdToken, err = s.plugin.Direct(ctx, info)
	return r, err
}

func listSandboxes(ctx context.Context, s *server, p *params) (any, followUp, error) {
	page, err := s.provider.List(ctx, p.list())
	if err != nil {
		return nil, nil, err
	}
	out := struct {
		Sandboxes []Record `json:"sandboxes"`
		Next      string   `json:"next,omitempty"`
	}{Sandboxes: []Record{}, Next: page.Next}
	for i := range page.Sandboxes {
		// A list is a view: nobody moves bytes by it.
		out.Sandboxes = append(out.Sandboxes, RecordOf(&page.Sandboxes[i]))
	}
	return out, nil, nil
}

// portURL answers all that Sandbox.run and its kin ask for as well.
func portURL(ctx context.Context, s *server, p *params) (any, followUp, error) {
	port := int(p.Port)
	u, err := s.provider.PortURL(ctx, p.SandboxID, port)
	if err != nil {
		return nil, nil, err
	}
	headers := u.Headers
	if headers == nil {
		headers = map[string]string{}
	}
	return map[string]any{
		"url": u.URL, "headers": headers, "provider_id": s.plugin.Descriptor.ID, "sandbox_id": p.SandboxID,
		"port": port, "authentication_audience": "gateway", "path_mode": "prefix",
	}, nil, nil
}

func listProcesses(ctx context.Context, s *server, p *params) (any, followUp, error) {
	all, err := s.provider.ListProcesses(ctx, p.SandboxID)
	if err != nil {
		return nil, nil, err
	}
	out := []process{}
	for _, one := range all {
		out = append(out, process{pid(one.PID), one.Command, one.Status})
	}
	return map[string]any{"processes": out}, nil, nil
}

func listFiles(ctx context.Context, s *server, p *params) (any, followUp, error) {
	all, err := s.provider.ListDir(ctx, p.SandboxID, p.Path)
	if err != nil {
		return nil, nil, err
	}
	out := []Entry{}
	for i := range all {
		out = append(out, EntryOf(&all[i]))
	}
	return map[string]any{"entries": out}, nil, nil
}

func readFile(ctx context.Context, s *server, p *params) (any, followUp, error) {
	content, err := s.provider.Read(ctx, p.SandboxID, p.Path)
	if err != nil {
		return nil, nil, err
	}
	defer content.Close()
	data, err := s.whole(ctx, content)
	if err != nil {
		return nil, nil, err
	}
	return struct {
		Content []byte `json:"content_b64"`
	}{data}, nil, nil
}

func writeFile(ctx context.Context, s *server, p *params) (any, followUp, error) {
	return nothing(s.provider.Write(ctx, p.SandboxID, p.Path, newBytes(p.ContentB64)))
}

// ended reports whether a stream is over without a fault.
func ended(err error) bool { return errors.Is(err, io.EOF) }
