package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

// MaxBytes is how long a manifest may be.
const MaxBytes = 256 * 1024

// Load reads dir/abx-provider.toml; see Parse.
func Load(dir string) (*Manifest, diag.List) {
	file := filepath.Join(dir, FileName)
	text, err := readSome(file)
	if err != nil {
		var list diag.List
		info, missing := os.Stat(dir)
		switch {
		case missing == nil && !info.IsDir():
			list.Errorf(codeManifest, diag.Pos{File: dir}, "name the folder that it lies in: "+filepath.Dir(dir), "a file is no provider")
		case errors.Is(err, fs.ErrNotExist):
			list.Errorf(codeManifest, diag.Pos{File: file}, "name a folder that holds an "+FileName, "the file does not exist")
		default:
			list.Errorf(codeManifest, diag.Pos{File: file}, "", "cannot be read: %v", reason(err))
		}
		return nil, list
	}
	return Parse(file, text)
}

// readSome reads no more than Parse needs to see that a file is too long.
func readSome(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxBytes+1))
}

func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Parse reads a manifest; file is its name in diagnostics. The manifest is nil
// where the list has errors (E8014, or E8013 for compat.protocol); the list
// may hold warnings beside a manifest.
func Parse(file string, src []byte) (*Manifest, diag.List) {
	start := diag.Pos{File: file, Line: 1, Col: 1}
	if len(src) > MaxBytes {
		var list diag.List
		list.Errorf(codeManifest, start, "make it shorter", "the file exceeds 256 KiB")
		return nil, list
	}
	root, whole, list := toml10.Parse(file, src)
	if !whole {
		return nil, list.Sorted()
	}
	sum := sha256.Sum256(src)
	m := &Manifest{File: file, SHA256: hex.EncodeToString(sum[:])}
	c := checker{m: m, top: section{list: &list, pos: start, table: root}}
	c.check()
	if list = list.Sorted(); list.HasErrors() {
		return nil, list
	}
	return m, list
}

// checker fills a manifest from its tables. What one table says is checked
// before the tables that depend on it.
type checker struct {
	m   *Manifest
	top section
}

func (c *checker) check() {
	c.top.known("manifest_version", "operation_contract_version", "provider", "compat", "runtime", "endpoint",
		"features", "operations", "workflow", "security", "core", "config", "auth", "commands")
	c.one("manifest_version", "write manifest_version = 1 at the top")
	c.provider()
	c.runtime()
	c.compat()
	c.endpoint()
	c.features()
	c.contract()
	c.security()
	c.core()
	c.fields()
	c.auth()
	c.commands()
	c.advice()
}

// one checks a version number that can only be the integer 1.
func (c *checker) one(key, hint string) {
	v := c.top.table.Value(key)
	switch {
	case v == nil:
		c.top.errorf(c.top.pos, hint, "%s is missing", key)
	case v.Kind == toml10.Invalid:
	case v.Kind != toml10.Integer || v.Int != 1:
		c.top.errorf(v.Pos(), "write "+key+" = 1", "%s must be 1", key)
	}
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }
