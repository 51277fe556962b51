package layers

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/BurntSushi/toml"
)

// readTOML reads ~/.abx/config.toml; nil where there is none that can be read.
func readTOML(s Sources) map[string]any {
	if s.Home == "" {
		return nil
	}
	path := filepath.Join(s.Home, ".abx", "config.toml")
	data, err := os.ReadFile(path)
	if err != nil {
		warnUnreadable(s, path, err)
		return nil
	}
	var doc map[string]any
	if err := decode(data, &doc); err != nil {
		s.Warn("%s is ignored: %v", path, err)
		return nil
	}
	return doc
}

// decode refuses a byte order mark, as the hosts do, and says where a fault
// is, never what stands there.
func decode(data []byte, doc *map[string]any) error {
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		return errors.New("it starts with a byte order mark")
	}
	err := toml.Unmarshal(data, doc)
	var parse toml.ParseError
	if errors.As(err, &parse) {
		return errors.New("not valid TOML at line " + strconv.Itoa(parse.Position.Line))
	}
	return err
}

func warnUnreadable(s Sources, path string, err error) {
	if !errors.Is(err, fs.ErrNotExist) {
		s.Warn("%s is ignored: %v", path, errors.Unwrap(err))
	}
}

// lookup follows a path of exact keys; nil where it leads nowhere.
func lookup(doc map[string]any, path []string) any {
	for _, name := range path[:len(path)-1] {
		doc, _ = doc[name].(map[string]any)
	}
	v := doc[path[len(path)-1]]
	if at, ok := v.(time.Time); ok {
		return dateText(at)
	}
	return v
}

// dateText gives a date the text that the hosts give it; the decoder marks
// TOML's local kinds by the name of the zone.
func dateText(at time.Time) string {
	layout := map[string]string{
		"datetime-local": "2006-01-02 15:04:05.999999",
		"date-local":     "2006-01-02",
		"time-local":     "15:04:05.999999",
	}[at.Location().String()]
	if layout == "" {
		layout = "2006-01-02 15:04:05.999999-07:00"
	}
	return at.Format(layout)
}
