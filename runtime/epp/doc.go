// Package epp speaks EPP/1, the protocol between a host and an exec plugin:
// JSON-RPC 2.0, one JSON object a line, on the plugin's stdin and stdout
// (spec/epp.md). Framing (Reader, Writer), messages and errors are apart from
// their meaning: Serve is the plugin's side over any api.Provider (Base is one
// to begin with), Client the host's, over a plugin that Spawn started.
package epp
