package envd

import (
	"encoding/json"
	"strconv"
	"strings"
)

// The messages of process.Process, in protobuf's JSON: zero values are left
// out of answers.
type (
	startRequest struct {
		Process config      `json:"process"`
		PTY     *ptyMessage `json:"pty"`
		Tag     string      `json:"tag"`
		Stdin   *bool       `json:"stdin"` // absent: true
	}
	config struct {
		Cmd  string            `json:"cmd,omitempty"`
		Args []string          `json:"args,omitempty"`
		Envs map[string]string `json:"envs,omitempty"`
		Cwd  string            `json:"cwd,omitempty"`
	}
	ptyMessage struct {
		Size struct {
			Cols uint16 `json:"cols"`
			Rows uint16 `json:"rows"`
		} `json:"size"`
	}
	selector struct {
		PID number `json:"pid"`
		Tag string `json:"tag"`
	}
	selectRequest struct {
		Process selector `json:"process"`
	}
	updateRequest struct {
		Process selector    `json:"process"`
		PTY     *ptyMessage `json:"pty"`
	}
	inputRequest struct {
		Process selector `json:"process"`
		Input   input    `json:"input"`
	}
	input struct {
		Stdin []byte `json:"stdin"`
		PTY   []byte `json:"pty"`
	}
	streamInputRequest struct {
		Start *selectRequest `json:"start"`
		Data  *struct {
			Input input `json:"input"`
		} `json:"data"`
	}
	signalRequest struct {
		Process selector `json:"process"`
		Signal  signal   `json:"signal"`
	}
	listed struct {
		Config config `json:"config"`
		PID    int    `json:"pid"`
		Tag    string `json:"tag,omitempty"`
	}
	eventMessage struct {
		Event any `json:"event"`
	}
	endEvent struct {
		ExitCode int    `json:"exitCode,omitempty"`
		Exited   bool   `json:"exited,omitempty"`
		Status   string `json:"status,omitempty"`
		Error    string `json:"error,omitempty"`
	}
	empty struct{}
)

// number is an integer that may come as text.
type number int

// UnmarshalJSON takes 5 and "5".
func (n *number) UnmarshalJSON(data []byte) error {
	v, err := strconv.Atoi(strings.Trim(string(data), `"`))
	*n = number(v)
	return err
}

// signal is an enum value, by name or by number; unknown names are 0.
type signal struct{ number int }

// UnmarshalJSON takes SIGNAL_SIGKILL and 9.
func (s *signal) UnmarshalJSON(data []byte) error {
	var name string
	if json.Unmarshal(data, &name) == nil {
		s.number = map[string]int{"SIGNAL_SIGTERM": 15, "SIGNAL_SIGKILL": 9}[name]
		return nil
	}
	return json.Unmarshal(data, &s.number)
}
