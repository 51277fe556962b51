package templates

import (
	"bytes"
	"embed"
	"io/fs"
	"path"
	"strings"
	"text/template"
)

//go:embed scaffold
var scaffolds embed.FS

// The marks are such that TOML, JavaScript and Python are left alone.
var scaffold = template.Must(parseScaffold())

func parseScaffold() (*template.Template, error) {
	t := template.New("").Delims("<%", "%>").Option("missingkey=error")
	err := fs.WalkDir(scaffolds, "scaffold", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := scaffolds.ReadFile(name)
		if err == nil {
			_, err = t.New(name).Parse(string(text))
		}
		return err
	})
	return t, err
}

// Scaffold is what a new provider's folder is made from.
type Scaffold struct {
	ID   string // my-cloud
	Kind string // node, rest or exec
}

// Name is the id as people write it: My Cloud.
func (s Scaffold) Name() string {
	words := strings.Split(s.ID, "-")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// Env is what the provider's variables begin with: ABX_MY_CLOUD.
func (s Scaffold) Env() string {
	return "ABX_" + strings.ToUpper(strings.ReplaceAll(s.ID, "-", "_"))
}

// Files gives the texts by their names in the folder; none for an unknown kind.
func (s Scaffold) Files() (map[string][]byte, error) {
	dir := path.Join("scaffold", s.Kind)
	entries, err := fs.ReadDir(scaffolds, dir)
	if err != nil {
		return nil, nil // the kinds are the folders
	}
	files := map[string][]byte{}
	for _, e := range entries {
		var b bytes.Buffer
		if err := scaffold.ExecuteTemplate(&b, path.Join(dir, e.Name()), s); err != nil {
			return nil, err
		}
		files[e.Name()] = b.Bytes()
	}
	return files, nil
}
