package envd

import "github.com/abxgen/abxgen/examples/devcloud/connect"

// write passes input to where it belongs; the wrong place is an internal error
// with envd's text.
func (p *process) write(in input) error {
	if in.PTY != nil {
		return p.writePTY(in.PTY)
	}
	if in.Stdin == nil {
		return connect.Errorf(connect.Unimplemented, "invalid input type")
	}
	if p.tty != nil {
		return connect.Errorf(connect.Internal,
			"error writing to stdin: tty assigned to process — input should be written to the pty, not the stdin")
	}
	p.mu.Lock()
	stdin := p.stdin
	p.mu.Unlock()
	if stdin == nil {
		return connect.Errorf(connect.Internal, "error writing to stdin: stdin not enabled or closed")
	}
	if _, err := stdin.Write(in.Stdin); err != nil {
		return connect.Errorf(connect.Internal, "error writing to stdin: %v", err)
	}
	return nil
}

func (p *process) writePTY(data []byte) error {
	if p.tty == nil {
		return connect.Errorf(connect.Internal,
			"error writing to tty: tty not assigned to process — input should be written to the stdin, not the tty")
	}
	if _, err := p.tty.Write(data); err != nil {
		return connect.Errorf(connect.Internal, "error writing to tty: %v", err)
	}
	return nil
}

// closeStdin is done already where there is no stdin.
func (p *process) closeStdin() error {
	if p.tty != nil {
		return connect.Errorf(connect.Unknown,
			"error closing stdin: cannot close stdin for PTY process — send Ctrl+D (0x04) instead")
	}
	p.mu.Lock()
	stdin := p.stdin
	p.stdin = nil
	p.mu.Unlock()
	if stdin == nil {
		return nil
	}
	if err := stdin.Close(); err != nil {
		return connect.Errorf(connect.Unknown, "error closing stdin: %v", err)
	}
	return nil
}
