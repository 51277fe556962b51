package conformance

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

//go:embed testdata/*.txt
var recorded embed.FS

type transcript struct {
	name  string
	needs []api.Feature
	steps []step
}

type step struct {
	line    int    // in the file
	process string // number
	mark    string // > < ? .
	text    string
}

// ownWords gives the process_ids whose exit code tells that a backend said in
// its own words why: it timed out (124), it could not be run (126, 127).
func (t transcript) ownWords() map[string]bool {
	own := map[string]bool{}
	for _, s := range t.steps {
		var m message
		if s.mark != "<" || json.Unmarshal([]byte(s.text), &m) != nil || m.Params.ExitCode == nil {
			continue
		}
		if slices.Contains([]int{124, 126, 127}, *m.Params.ExitCode) {
			own[m.Params.ProcessID] = true
		}
	}
	return own
}

func transcripts() ([]transcript, error) {
	files, err := fs.Glob(recorded, "testdata/*.txt")
	if err != nil {
		return nil, err
	}
	var all []transcript
	for _, file := range files {
		text, err := recorded.ReadFile(file)
		if err != nil {
			return nil, err
		}
		one, err := parse(strings.TrimSuffix(path.Base(file), ".txt"), string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

func parse(name, text string) (transcript, error) {
	t := transcript{name: name}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\n")
		if rest, ok := strings.CutPrefix(line, "# needs:"); ok {
			for _, f := range strings.Fields(rest) {
				t.needs = append(t.needs, api.Feature(f))
			}
		}
		if line == "" || line[0] == '#' {
			continue
		}
		process, rest, _ := strings.Cut(line, " ")
		mark, text, _ := strings.Cut(rest, " ")
		if !strings.Contains("><?.", mark) || mark == "" {
			return t, fmt.Errorf("%s.txt:%d: no mark", name, n)
		}
		t.steps = append(t.steps, step{n, process, mark, text})
	}
	return t, nil
}
