package epp

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// JSON-RPC's own error codes.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeMethodNotFound = -32601
	codeInvalidParams  = -32602
)

// message is a line: a request (Method and ID), a notification (Method), or an
// answer (ID and Result or Error).
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

type answer struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

type failure struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *rpcError       `json:"error"`
}

type notification struct {
	JSONRPC string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

var null = json.RawMessage("null")

// validID reports whether raw is a string, a number or null: what JSON-RPC
// allows, and what is echoed byte for byte.
func validID(raw []byte) bool {
	if len(raw) == 0 || !json.Valid(raw) {
		return false
	}
	c := raw[0]
	return c == '"' || c == '-' || c >= '0' && c <= '9' || string(raw) == "null"
}

// parse reads a line as a request or a notification. What cannot be read comes
// back as the error to answer with, and the id to answer to.
func parse(line []byte) (m message, fail *rpcError) {
	switch {
	case !utf8.Valid(line):
		return message{ID: null}, &rpcError{Code: codeParse, Message: "the line is not UTF-8"}
	case !json.Valid(line):
		return message{ID: null}, &rpcError{Code: codeParse, Message: "the line is not JSON"}
	case line[0] != '{':
		return message{ID: null}, &rpcError{Code: codeInvalidRequest, Message: "a line holds one JSON object; batches are not taken"}
	}
	fields := map[string]json.RawMessage{}
	_ = json.Unmarshal(line, &fields)
	if id, ok := fields["id"]; ok {
		if m.ID = id; !validID(id) {
			return message{ID: null}, &rpcError{Code: codeInvalidRequest, Message: "an id is a string or a number"}
		}
	}
	m.Params = fields["params"]
	if fields["result"] != nil || fields["error"] != nil {
		return m, nil // an answer: this side asks nothing
	}
	if json.Unmarshal(fields["method"], &m.Method) != nil || m.Method == "" {
		return message{ID: idOrNull(m.ID)}, &rpcError{Code: codeInvalidRequest, Message: "a request names its method"}
	}
	if string(fields["jsonrpc"]) != `"2.0"` {
		return message{ID: idOrNull(m.ID)}, &rpcError{Code: codeInvalidRequest, Message: `"jsonrpc" is "2.0"`}
	}
	return m, nil
}

func idOrNull(id json.RawMessage) json.RawMessage {
	if id == nil {
		return null
	}
	return id
}

// decodeParams reads params; absent and null ones are empty.
func decodeParams(raw json.RawMessage, into any) *rpcError {
	if len(bytes.TrimSpace(raw)) == 0 || string(raw) == "null" {
		raw = json.RawMessage("{}")
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return &rpcError{Code: codeInvalidParams, Message: "params do not fit the method: " + describe(err)}
	}
	return nil
}

// describe names the field that does not fit, never its value.
func describe(err error) string {
	var kind *json.UnmarshalTypeError
	var corrupt base64.CorruptInputError
	switch {
	case errors.As(err, &kind) && kind.Field != "":
		return kind.Field + " is a " + kind.Value
	case errors.As(err, &corrupt):
		return "what is to be base64 is not"
	}
	return "an object is needed"
}
