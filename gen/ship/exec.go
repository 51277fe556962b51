package ship

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/gen/out"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest"
)

// Exec gives the files of an exec provider's folder as a host takes them: all
// that is there, the manifest in the hosts' dialect. shown is how diagnostics
// name the folder. What an installer refuses is E8014 at its file.
func Exec(m *manifest.Manifest, dir, shown, platform string) ([]out.File, diag.List) {
	c := &collector{shown: shown, names: map[string]string{}}
	root, err := os.OpenRoot(dir)
	if err != nil {
		c.refuse(".", "", "cannot read the folder: %v", err)
		return nil, c.found
	}
	defer root.Close()
	c.root = root
	_ = fs.WalkDir(root.FS(), ".", c.add)
	c.checkCommand(m, platform)
	if c.found.HasErrors() {
		return nil, c.found
	}
	o := manifest.HostOptions{}
	if len(m.Platforms) == 0 { // no host compares them, so the author's words are the best there are
		o.Platforms = []string{platform}
	}
	text, dropped := m.HostTOML(o)
	for _, f := range dropped {
		c.found.Notef(m.ID.Pos, "%s is left out of the plugin: no published host knows it", f)
	}
	return append(c.files, out.File{Path: manifest.FileName, Content: text}), c.found
}

// collector goes through a folder.
type collector struct {
	root  *os.Root
	shown string
	files []out.File
	names map[string]string // by their lower case
	found diag.List
}

// skipped are what no host installs, and the note of a folder that abxgen
// wrote.
var skipped = []string{".git", ".abx-install.json", ".abxgen.json", manifest.FileName}

// reserved are names that Windows keeps for devices.
var reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

func (c *collector) add(name string, d fs.DirEntry, err error) error {
	switch {
	case err != nil:
		c.refuse(name, "", "cannot read it: %v", err)
		return nil
	case name == ".":
		return nil
	case slices.Contains(skipped, name):
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	case name == "data":
		c.refuse(name, "keep it elsewhere", "the host keeps the name data/ for what a plugin stores")
	}
	c.checkName(name)
	if d.IsDir() {
		return nil
	}
	c.addFile(name, d)
	return nil
}

func (c *collector) checkName(name string) {
	base := name[strings.LastIndexByte(name, '/')+1:]
	if reserved.MatchString(base) || strings.ContainsAny(base, `\:`) || strings.HasSuffix(base, ".") || strings.HasSuffix(base, " ") {
		c.refuse(name, "rename it", "no host installs a file of this name")
	}
	folded := strings.ToLower(name)
	if other := c.names[folded]; other != "" {
		c.refuse(name, "rename one", "no host installs this beside %s", other)
	}
	c.names[folded] = name
}

func (c *collector) addFile(name string, d fs.DirEntry) {
	if !d.Type().IsRegular() {
		c.refuse(name, "put a copy in its place", "no host installs a link or a special file")
		return
	}
	info, err := d.Info()
	if err == nil && info.Size() > MaxFile {
		c.refuse(name, "make it smaller", "it has %d bytes, and no host installs a file of more than %d", info.Size(), MaxFile)
		return
	}
	var content []byte
	if err == nil {
		content, err = c.root.ReadFile(name)
	}
	if err != nil {
		c.refuse(name, "", "cannot read it: %v", err)
		return
	}
	f := out.File{Path: name, Content: content}
	if info.Mode()&0o100 != 0 {
		f.Mode = 0o755
	}
	c.files = append(c.files, f)
}

// checkCommand looks for the files that the command names: items that start
// ./ or .\ lie in the folder, and the first is run.
func (c *collector) checkCommand(m *manifest.Manifest, platform string) {
	for i, item := range m.Command {
		if !strings.HasPrefix(item.Value, "./") && !strings.HasPrefix(item.Value, `.\`) {
			continue
		}
		name := filepath.ToSlash(filepath.Clean(strings.ReplaceAll(item.Value, `\`, "/")))
		at := slices.IndexFunc(c.files, func(f out.File) bool { return f.Path == name })
		switch {
		case at < 0 && c.names[strings.ToLower(name)] == "":
			c.found.Errorf(string(api.CodeManifest), item.Pos, "build it first, or name the file that is there", "the command's %s is not in the folder", item.Value)
		case at >= 0 && i == 0 && c.files[at].Mode == 0 && !strings.HasPrefix(platform, "windows/"):
			c.found.Errorf(string(api.CodeManifest), item.Pos, "chmod +x it", "the command's %s may not be run", item.Value)
		}
	}
}

func (c *collector) refuse(name, hint, format string, args ...any) {
	c.found.Errorf(string(api.CodeManifest), diag.Pos{File: filepath.Join(c.shown, filepath.FromSlash(name))}, hint, format, args...)
}
