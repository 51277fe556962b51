package api

import "time"

// CodeRequest runs code in the sandbox's interpreter.
type CodeRequest struct {
	Code      string
	Language  string // "" python
	ContextID string
	Mode      string // stateless or default-context
	Timeout   time.Duration
	Envs      map[string]string
}

// CodeResult is what a run gave.
type CodeResult struct {
	Text     string
	Stdout   string
	Stderr   string
	ExitCode int
	Results  []map[string]any // rich results, keys as on the wire
	Error    *CodeError
	Elapsed  time.Duration
}

// CodeError is an exception of the code that ran.
type CodeError struct{ Name, Value, Traceback string }

// CodeContext is a kept interpreter state.
type CodeContext struct{ ID, Language, Cwd string }
