package layers

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// dotenv is one .env file. The published hosts read it with python-dotenv; a
// file must mean the same here, so the grammar below is that library's:
// `export`, quoted keys and values, its two sets of escapes, comments, and
// ${NAME:-default}. A name is expanded when it is asked for and not before, so
// that reading one variable looks at no other.
type dotenv struct {
	bindings []binding
	environ  func(string) (string, bool)
}

type binding struct {
	key   string
	value string
	set   bool // false for a key without "="
}

func readDotenvs(s Sources) []dotenv {
	var out []dotenv
	for _, path := range dotenvPaths(s) {
		data, err := os.ReadFile(path)
		switch {
		case err != nil:
			warnUnreadable(s, path, err)
		case !utf8.Valid(data):
			s.Warn("%s is ignored: it is not UTF-8", path)
		default:
			bindings, faulty := parseDotenv(string(data))
			for _, line := range faulty {
				s.Warn("%s: line %d is ignored: it cannot be read", path, line)
			}
			out = append(out, dotenv{bindings: bindings, environ: s.Environ})
		}
	}
	return out
}

func dotenvPaths(s Sources) []string {
	var paths []string
	if s.Cwd != "" {
		paths = append(paths, filepath.Join(s.Cwd, ".env"))
	}
	if s.Home != "" {
		paths = append(paths, filepath.Join(s.Home, ".abx", ".env"))
	}
	return paths
}

// get gives a variable's expanded value; the last binding of a name counts.
func (d dotenv) get(name string) (string, bool) {
	i, ok := d.last(name, len(d.bindings))
	if !ok || !d.bindings[i].set {
		return "", false
	}
	return d.expand(i), true
}

func (d dotenv) last(name string, before int) (int, bool) {
	for i := before - 1; i >= 0; i-- {
		if d.bindings[i].key == name {
			return i, true
		}
	}
	return 0, false
}

var reference = regexp.MustCompile(`\$\{([^}:]*)(?::-([^}]*))?\}`)

// expand replaces the references of binding i: by what the file binds above
// it, else the environment, else the reference's own default.
func (d dotenv) expand(i int) string {
	return reference.ReplaceAllStringFunc(d.bindings[i].value, func(ref string) string {
		m := reference.FindStringSubmatch(ref)
		if j, ok := d.last(m[1], i); ok {
			return d.expand(j)
		}
		if v, ok := d.environ(m[1]); ok {
			return v
		}
		return m[2]
	})
}

// parseDotenv gives the bindings and the lines that cannot be read.
func parseDotenv(text string) (bindings []binding, faulty []int) {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	all := text
	for text != "" {
		text = spaces.ReplaceAllString(text, "")
		if text == "" {
			break
		}
		line := 1 + strings.Count(all[:len(all)-len(text)], "\n")
		b, rest, ok := parseBinding(text)
		if !ok {
			_, rest, _ = strings.Cut(rest, "\n")
			faulty = append(faulty, line)
		} else if b.key != "" {
			bindings = append(bindings, b)
		}
		text = rest
	}
	return bindings, faulty
}
