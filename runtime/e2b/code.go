package e2b

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// executeBody is the body of POST /execute; what is null is left to the server.
type executeBody struct {
	Code      string            `json:"code"`
	ContextID *string           `json:"context_id"`
	Language  *string           `json:"language"`
	EnvVars   map[string]string `json:"env_vars"`
}

// RunCode runs code in the interpreter. Mode "stateless" runs it in a context
// of its own, which is removed afterwards; any other in the one that is named,
// or in the language's default one. At req.Timeout, and when ctx is cancelled,
// leaving the connection interrupts the code: E3001 for the former. An
// exception of the code is no error but the result's Error.
func (c *Client) RunCode(ctx context.Context, t api.Target, req api.CodeRequest) (*api.CodeResult, error) {
	if req.Timeout > 0 {
		late := api.Errorf(api.CodeCommandTimeout, "the code did not finish within %s", req.Timeout)
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, req.Timeout, late)
		defer cancel()
	}
	if req.Mode == "stateless" && req.ContextID == "" {
		made, err := c.CreateContext(ctx, t, req.Language)
		if err != nil {
			return nil, err
		}
		defer c.forget(t, made.ID)
		req.ContextID = made.ID
	}
	return c.execute(ctx, t, req)
}

// forget removes a context that only this run used, whatever became of it.
func (c *Client) forget(t api.Target, id string) {
	ctx, cancel := context.WithTimeout(context.Background(), c.patience.kill)
	defer cancel()
	_ = c.RemoveContext(ctx, t, id)
}

func (c *Client) execute(ctx context.Context, t api.Target, req api.CodeRequest) (*api.CodeResult, error) {
	body := executeBody{Code: req.Code, EnvVars: req.Envs}
	switch {
	case req.ContextID != "":
		body.ContextID = &req.ContextID // the server takes only one of the two
	case req.Language != "":
		body.Language = &req.Language
	}
	k, err := c.codeCall(t, http.MethodPost, "/execute", body)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	k.header.Set("Accept-Encoding", "identity")
	resp, err := k.open(ctx)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
		return nil, codeError(&Response{Status: resp.StatusCode, Header: resp.Header, Body: text}, t, k.hide)
	}
	out, err := collect(newLineReader(resp.Body))
	if err != nil {
		return nil, k.cutCode(ctx, err)
	}
	out.Elapsed = time.Since(began)
	return out, nil
}

func (k *call) cutCode(ctx context.Context, err error) error {
	if e := ended(ctx, k.who); e != nil {
		return e
	}
	if errors.Is(err, errNoLine) {
		return api.Errorf(api.CodeCodeExecution, "the code interpreter answered with something that is no JSON")
	}
	return api.Errorf(api.CodeNetwork, "the code interpreter broke off before the code had ended").Because(err)
}

// collect reads the events of a run up to its end, which has to come.
func collect(lines *lineReader) (*api.CodeResult, error) {
	out := &api.CodeResult{}
	var stdout, stderr strings.Builder
	for {
		m, err := lines.next()
		if err != nil {
			return nil, cutError(err)
		}
		switch m.text("type") {
		case "stdout":
			stdout.WriteString(m.text("text"))
		case "stderr":
			stderr.WriteString(m.text("text"))
		case "result":
			addResult(out, m)
		case "error":
			out.Error = &api.CodeError{Name: m.text("name"), Value: m.text("value"), Traceback: m.text("traceback")}
			out.ExitCode = 1
		case "end_of_execution":
			out.Stdout, out.Stderr = stdout.String(), stderr.String()
			return out, nil
		}
	}
}

func addResult(out *api.CodeResult, m fields) {
	if main, _ := m["is_main_result"].(bool); main {
		out.Text = m.text("text")
	}
	delete(m, "type")
	out.Results = append(out.Results, m)
}
