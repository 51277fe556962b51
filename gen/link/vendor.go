package link

import (
	"context"
	"os"
	"path/filepath"

	"github.com/abxgen/abxgen/templates"
)

// replaced is the package whose place our own collation takes: its tables
// alone would make a guest larger than any host installs. A file of the module
// cache can't be overlaid, so the modules are copied into the workspace.
const replaced = "golang.org/x/text/collate"

// vendor brings what is linked into the workspace, from the module cache.
func (w *workspace) vendor(ctx context.Context) error {
	if _, err := w.tool(ctx, w.dir, w.environ(), "mod", "vendor"); err != nil {
		return err
	}
	dir := filepath.Join(w.dir, "vendor", filepath.FromSlash(replaced))
	if _, err := os.Stat(dir); err != nil {
		return nil // nothing here uses it
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "collate.go"), templates.Collate, 0o644)
}
