package contract

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

func execRun(ctx context.Context, t *trial, id string) error {
	r, err := t.run(ctx, id, api.StartRequest{Cmd: "echo", Args: []string{"contract"}})
	if err != nil || r.exit.ExitCode != 0 || !strings.Contains(r.stdout, "contract") {
		return because(err, "echo contract: exit code %d, stdout %q", r.exit.ExitCode, r.stdout)
	}
	return nil
}

func execCode(ctx context.Context, t *trial, id string) error {
	r, err := t.run(ctx, id, shell("echo oops >&2; exit 3"))
	if err != nil || r.exit.ExitCode != 3 || !strings.Contains(r.stderr, "oops") {
		return because(err, "exit 3: exit code %d, stderr %q", r.exit.ExitCode, r.stderr)
	}
	req := shell("echo $CONTRACT_VAR")
	req.Env = map[string]string{"CONTRACT_VAR": "v1"}
	if r, err = t.run(ctx, id, req); err != nil || strings.TrimSpace(r.stdout) != "v1" {
		return because(err, "a variable of the command: stdout %q", r.stdout)
	}
	return nil
}

func execOrder(ctx context.Context, t *trial, id string) error {
	r, err := t.run(ctx, id, shell("echo one; sleep 0.3; echo two; exit 4"))
	if err != nil {
		return err
	}
	one, two := strings.Index(r.stdout, "one"), strings.Index(r.stdout, "two")
	switch {
	case one < 0 || two < one:
		return fmt.Errorf("the output comes in another order: %q", r.stdout)
	case r.exits != 1 || !r.last:
		return fmt.Errorf("%d exits came, the last piece is one: %v", r.exits, r.last)
	case r.exit.ExitCode != 4:
		return fmt.Errorf("exit code %d, not 4", r.exit.ExitCode)
	}
	return nil
}

// execTimeout gives a command a second; a provider that lets it run would take
// its whole minute.
func execTimeout(ctx context.Context, t *trial, id string) error {
	ctx, cancel := context.WithTimeout(ctx, 45*time.Second)
	defer cancel()
	r, err := t.run(ctx, id, api.StartRequest{Cmd: "sleep", Args: []string{"60"}, Timeout: time.Second})
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("a command with a second's timeout still ran after 45")
	case err == nil && r.exit.ExitCode == 0 && r.exit.Signal == 0:
		return fmt.Errorf("a command that was stopped at its timeout has exit code 0")
	}
	return nil
}

func processList(ctx context.Context, t *trial, id string) error {
	_, err := t.p.ListProcesses(ctx, id)
	return err
}

// stdinAndSignal writes to a program that waits for it, and ends another.
func stdinAndSignal(ctx context.Context, t *trial, id string) error {
	req := shell("read line; echo got $line; exec sleep 60")
	req.Stdin = true
	s, err := t.p.Start(ctx, id, req)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := t.p.SendInput(ctx, id, s.PID(), []byte("words\n")); err != nil {
		return fmt.Errorf("send_input: %w", err)
	}
	if err := await(s, "got words"); err != nil {
		return fmt.Errorf("after send_input: %w", err)
	}
	if err := t.p.SendSignal(ctx, id, s.PID(), 15); err != nil {
		return fmt.Errorf("send_signal: %w", err)
	}
	r, err := collect(s)
	if err != nil || r.exit.ExitCode == 0 && r.exit.Signal == 0 {
		return because(err, "after SIGTERM: exit code %d", r.exit.ExitCode)
	}
	return nil
}

// await reads output until a text has come.
func await(s api.ProcessStream, text string) error {
	var got strings.Builder
	for !strings.Contains(got.String(), text) {
		c, err := s.Recv()
		if err != nil || c.Kind == api.ChunkExit {
			return because(err, "%q did not come: %q", text, got.String())
		}
		got.Write(c.Data)
	}
	return nil
}

func terminal(ctx context.Context, t *trial, id string) error {
	term, err := t.p.OpenTerminal(ctx, id, api.TerminalRequest{Cols: 80, Rows: 24})
	if err != nil {
		return err
	}
	defer term.Close()
	if err := term.Resize(100, 30); err != nil {
		return fmt.Errorf("resize: %w", err)
	}
	// The sum is not in what the terminal echoes of its input.
	if _, err := term.Write([]byte("echo sum$((20 + 22)); exit\n")); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return await(term, "sum42")
}

func codeInterpret(ctx context.Context, t *trial, id string) error {
	if t.d.Kind != api.KindExec && !interpreterHere() {
		return skip("devcloud's interpreter needs a python3 on this machine")
	}
	r, err := t.p.RunCode(ctx, id, api.CodeRequest{Code: "print(20 + 22)"})
	if err != nil {
		return err
	}
	if !strings.Contains(r.Stdout+r.Text, "42") {
		return fmt.Errorf("print(20 + 22) gives %q", r.Stdout+r.Text)
	}
	c, err := t.p.CreateContext(ctx, id, "python")
	if err != nil {
		return fmt.Errorf("create_context: %w", err)
	}
	list, err := t.p.ListContexts(ctx, id)
	if err != nil || !slices.ContainsFunc(list, func(x api.CodeContext) bool { return x.ID == c.ID }) {
		return because(err, "list_contexts does not name what create_context made")
	}
	if err := t.p.RemoveContext(ctx, id, c.ID); err != nil {
		return fmt.Errorf("remove_context: %w", err)
	}
	return nil
}
