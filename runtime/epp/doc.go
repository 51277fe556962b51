// Package epp speaks EPP/1, the protocol between a host and an exec plugin:
// JSON-RPC 2.0, one JSON object a line, on the plugin's stdin and stdout
// (spec/epp.md). Framing (Reader, Writer), messages and errors are apart from
// their meaning: Serve is the plugin's side over any api.Provider, Client the
// host's.
package epp
