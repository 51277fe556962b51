// Package conformance replays what the published host said to a plugin, line
// by line, against another plugin, and checks its answers: their shape by
// spec/epp.md, and what has to be the same whatever the backend is (exit
// codes, output, contents, kinds of error). It is for tests.
//
// A transcript in testdata is text. `# needs:` names features. Then come lines
// of numbered processes: "1 > LINE" went to the plugin, "1 < LINE" came from
// it, "1 ? $PROCESS_1 TEXT" says that the terminal's output then held the text,
// "1 ." ended its input. What differs from run to run has a name ($SANDBOX_1)
// and is bound where it first comes from the plugin. Lines are sent when all
// that came before them has come again. `record` makes them with
// local-process; odd.txt is written by hand, after JSON-RPC 2.0.
package conformance
