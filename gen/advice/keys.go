package advice

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/abxgen/abxgen/runtime/diag"
)

// shapes are the forms of keys that are in use, each with the name by which it
// is told; the key itself is never printed.
var shapes = []struct {
	name string
	re   *regexp.Regexp
}{
	{"an E2B key", regexp.MustCompile(`\be2b_[0-9a-f]{40}\b`)},
	{"an OpenAI or Anthropic key", regexp.MustCompile(`\bsk-[A-Za-z0-9_-]{20,}`)},
	{"a GitHub token", regexp.MustCompile(`\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})`)},
	{"a GitLab token", regexp.MustCompile(`\bglpat-[A-Za-z0-9_-]{20,}`)},
	{"an AWS access key", regexp.MustCompile(`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`)},
	{"an Alibaba Cloud access key", regexp.MustCompile(`\bLTAI[0-9A-Za-z]{12,30}\b`)},
	{"a Google key", regexp.MustCompile(`\bAIza[0-9A-Za-z_-]{35}`)},
	{"a Slack token", regexp.MustCompile(`\bxox[abprs]-[0-9A-Za-z-]{10,}`)},
	{"an npm token", regexp.MustCompile(`\bnpm_[A-Za-z0-9]{36}\b`)},
	{"a Hugging Face token", regexp.MustCompile(`\bhf_[A-Za-z0-9]{30,}\b`)},
	{"a JSON web token", regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`)},
	{"a private key", regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----`)},
	{"a value given to a variable of a key", regexp.MustCompile(`\b[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET|PASSWORD)["']?\s*[=:]\s*["']?([A-Za-z0-9+/_.-]{20,}=*)`)},
}

// texts are the files of a folder that people read and write; a larger one than
// maxText is none.
var texts = []string{
	".md", ".txt", ".toml", ".json", ".mjs", ".js", ".cjs", ".ts", ".mts", ".yaml", ".yml", ".env", ".sh", ".py", ".go", ".html",
}

const maxText = 1 << 20

// keys looks through the folder for what nobody may publish.
func (s Subject) keys() diag.List {
	var found diag.List
	_ = filepath.WalkDir(s.Dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // what cannot be read was no part of the build either
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"):
			return fs.SkipDir
		case !d.Type().IsRegular() || !slices.Contains(texts, strings.ToLower(filepath.Ext(path))):
			return nil
		}
		if info, err := d.Info(); err != nil || info.Size() > maxText {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		if rel, err := filepath.Rel(s.Dir, path); err == nil {
			found = append(found, keysIn(filepath.Join(s.Shown, rel), text)...)
		}
		return nil
	})
	return found
}

// keysIn gives one warning a line.
func keysIn(file string, text []byte) diag.List {
	var found diag.List
	for i, line := range bytes.Split(text, []byte("\n")) {
		if shape, at := keyIn(line); shape != "" {
			pos := diag.Pos{File: file, Line: i + 1, Col: utf8.RuneCount(line[:at]) + 1}
			found.Add(warn(RuleRealKey, pos, "write REPLACE_ME, and revoke the key if it was one", "this looks like "+shape))
		}
	}
	return found
}

func keyIn(line []byte) (shape string, at int) {
	for _, s := range shapes {
		m := s.re.FindSubmatchIndex(line)
		if m == nil {
			continue
		}
		from, to := m[0], m[1]
		if len(m) > 2 {
			from, to = m[2], m[3]
		}
		if random(string(line[from:to])) {
			return s.name, from
		}
	}
	return "", 0
}

// standIns are words of what stands in a key's place in examples.
var standIns = []string{"replace", "your", "here", "example", "change", "xxxx", "0123456789", "placeholder", "secret_key", "api_key"}

// random tells a key from what stands in its place, which says so or repeats
// itself.
func random(s string) bool {
	if strings.HasPrefix(s, "-----BEGIN") {
		return true
	}
	lower := strings.ToLower(s)
	if slices.ContainsFunc(standIns, func(word string) bool { return strings.Contains(lower, word) }) {
		return false
	}
	seen := map[rune]bool{}
	digits := 0
	for _, r := range s {
		seen[r] = true
		if r >= '0' && r <= '9' {
			digits++
		}
	}
	return len(seen) >= 10 && digits >= 2
}
