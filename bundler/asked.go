package bundler

import (
	"encoding/json"
	"regexp"
)

// asked is a question of buildInfra for an option that no field is, as
// probeTail tells it: the name, and the stack at that moment.
const askedMark = "abx-asked: "

// implied are names that the language looks for by itself: JSON.stringify and
// await do.
var implied = map[string]bool{"toJSON": true, "then": true}

// caller is the second frame of a stack: the first is the listener.
var caller = regexp.MustCompile(`^[^\n]*\n[^\n]*\n\tat (?:[^\n]* \()?([^\n()]+:\d+:\d+)\(\d+\)`)

// readAsked reads such a line. A question without a place in the author's own
// files is a library's, which may look for what it does not need.
func (f *folder) readAsked(line string, inputs []string) (Mention, bool) {
	var said [2]string
	if err := json.Unmarshal([]byte(line), &said); err != nil || implied[said[0]] {
		return Mention{}, false
	}
	at := caller.FindStringSubmatch(said[1])
	if at == nil {
		return Mention{}, false
	}
	pos := f.thrownAt(at[1], inputs)
	return Mention{said[0], pos}, f.authored(pos)
}

// asked gives what buildInfra asked for in vain, each name where it was asked
// for first.
func (f *folder) asked(lines, inputs []string) []Mention {
	var out []Mention
	said := map[string]bool{}
	for _, line := range lines {
		if m, ok := f.readAsked(line, inputs); ok && !said[m.Text] {
			said[m.Text] = true
			out = append(out, m)
		}
	}
	return out
}
