package local

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// store is the folder of the sandboxes, shared by every plugin process:
//
//	ID/sandbox.json          the record; without it there is no sandbox
//	ID/root/                 what the sandbox sees as its files
//	ID/processes/KEY.json    a running process, KEY.in its input
//	.gone-ID/                a sandbox that is being removed
type store struct{ dir string }

const gonePrefix = ".gone-"

// openStore makes the folder and finishes what an earlier process began to
// remove or left running.
func openStore(dir string) (*store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fault(err, "the data folder")
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fault(err, "the data folder")
	}
	s := &store{dir}
	for _, e := range s.entries() {
		if id, gone := strings.CutPrefix(e.Name(), gonePrefix); gone {
			s.clear(id)
		} else if validID(e.Name()) {
			s.sweepOrphans(e.Name())
		}
	}
	return s, nil
}

func (s *store) entries() []fs.DirEntry {
	all, _ := os.ReadDir(s.dir) // a folder that is gone has none
	return all
}

func (s *store) path(id string, elem ...string) string {
	return filepath.Join(append([]string{s.dir, id}, elem...)...)
}

func (s *store) root(id string) string { return s.path(id, "root") }

func (s *store) create(r *record) error {
	for _, dir := range []string{"root/tmp", "processes"} {
		if err := os.MkdirAll(s.path(r.ID, filepath.FromSlash(dir)), 0o700); err != nil {
			return fault(err, "the sandbox's folder")
		}
	}
	return s.save(r)
}

func (s *store) save(r *record) error {
	err := writeJSON(s.path(r.ID, "sandbox.json"), r)
	if errors.Is(err, fs.ErrNotExist) {
		return notFound(r.ID)
	}
	return fault(err, "the sandbox's record")
}

// load gives a sandbox that lives; one whose time is over is removed.
func (s *store) load(id string) (*record, error) {
	r := new(record)
	if !validID(id) || readJSON(s.path(id, "sandbox.json"), r) != nil {
		return nil, notFound(id)
	}
	if !time.Now().Before(r.Expires) {
		_ = s.remove(id) // whoever else meets it goes on
		return nil, notFound(id)
	}
	return r, nil
}

// list gives the sandboxes that live, the oldest first.
func (s *store) list() []*record {
	var all []*record
	for _, e := range s.entries() {
		if r, err := s.load(e.Name()); err == nil {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b *record) int { return cmp.Compare(a.cursor(), b.cursor()) })
	return all
}

// remove ends a sandbox: from the rename on there is none, then its processes
// end, then its files.
func (s *store) remove(id string) error {
	err := os.Rename(s.path(id), s.path(gonePrefix+id))
	if errors.Is(err, fs.ErrNotExist) {
		return notFound(id)
	}
	if err != nil {
		return fault(err, "the sandbox's folder")
	}
	return s.clear(id)
}

// clear finishes a removal. A process may write until it is gone, so that its
// folder is not always empty at the first try.
func (s *store) clear(id string) error {
	gone := s.path(gonePrefix + id)
	for _, p := range readProcesses(filepath.Join(gone, "processes")) {
		p.kill()
	}
	var err error
	for range 50 {
		sweep(sandboxVar, id)
		if err = os.RemoveAll(gone); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fault(err, "the sandbox's folder")
}

func notFound(id string) error {
	return api.Errorf(api.CodeSandboxNotFound, "there is no sandbox %q", id)
}
