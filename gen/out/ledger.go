package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

const (
	ledgerName  = ".abxgen.json"
	stagePrefix = ".abxgen-stage"
)

// ledger is the list, kept in the folder, of what was written there: these
// files may be overwritten and pruned, no others.
type ledger map[string]bool

type ledgerFile struct {
	Note  string   `json:"note"`
	Files []string `json:"files"`
}

const (
	ledgerNote = "The files that abxgen wrote here. It overwrites and removes these and no others."
	wholeNote  = "abxgen wrote this folder, and replaces it whole."
)

func readLedger(root *os.Root) (ledger, error) {
	owned := ledger{}
	raw, err := root.ReadFile(ledgerName)
	if errors.Is(err, fs.ErrNotExist) {
		return owned, nil
	}
	if err != nil {
		return nil, err
	}
	var f ledgerFile
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, fmt.Errorf("%s: %w; restore it, or remove it together with the files that abxgen wrote here", filepath.Join(root.Name(), ledgerName), err)
	}
	for _, path := range f.Files {
		if fs.ValidPath(path) && path != "." {
			owned[path] = true
		}
	}
	return owned, nil
}

func (l ledger) bytes(note string) []byte {
	raw, err := json.MarshalIndent(ledgerFile{note, slices.AppendSeq([]string{}, slices.Values(slices.Sorted(maps.Keys(l))))}, "", "  ")
	if err != nil {
		panic(err) // strings always marshal
	}
	return append(raw, '\n')
}

// write replaces the ledger in one step.
func (l ledger) write(root *os.Root, stage string) error {
	temp := stage + "/" + ledgerName
	if err := root.WriteFile(temp, l.bytes(ledgerNote), 0o644); err != nil {
		return err
	}
	return root.Rename(temp, ledgerName)
}

func ledgerOf(files []File) ledger {
	l := ledger{}
	for _, f := range files {
		l[f.Path] = true
	}
	return l
}

// without gives the paths of l that are not in other, sorted.
func (l ledger) without(other ledger) []string {
	var paths []string
	for _, path := range slices.Sorted(maps.Keys(l)) {
		if !other[path] {
			paths = append(paths, path)
		}
	}
	return paths
}
