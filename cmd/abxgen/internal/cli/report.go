package cli

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/gen/link"
	"github.com/abxgen/abxgen/runtime/diag"
)

// output is how a command answers: for people, quietly, or for machines.
type output struct {
	quiet, json bool
}

// A report is the one JSON value of --json.
type report struct {
	OK          bool             `json:"ok"`
	Output      string           `json:"output,omitempty"`
	Target      string           `json:"target,omitempty"` // GOOS/GOARCH
	Size        int64            `json:"size,omitempty"`   // bytes
	Digest      string           `json:"digest,omitempty"`
	Workspace   string           `json:"workspace,omitempty"`
	Diff        string           `json:"diff,omitempty"` // of generate --check
	Providers   []providerReport `json:"providers"`
	Plugins     []folderReport   `json:"plugins,omitempty"`
	Diagnostics json.RawMessage  `json:"diagnostics"`
}

type providerReport struct {
	ID         string              `json:"id"`
	Version    string              `json:"version"`
	Kind       string              `json:"kind"`
	Dir        string              `json:"dir"`
	Import     string              `json:"import,omitempty"` // of generate: the package's import path
	Digest     string              `json:"digest,omitempty"` // of the bundle
	Size       int                 `json:"size,omitempty"`   // of the bundle
	Overridden map[string][]string `json:"overridden,omitempty"`
}

// A folderReport tells of a plugin's folder.
type folderReport struct {
	ID          string             `json:"id"`
	Dir         string             `json:"dir"`
	Platform    string             `json:"platform"` // GOOS/GOARCH
	Size        int                `json:"size"`     // bytes of all files
	Files       int                `json:"files"`
	Executables []executableReport `json:"executables,omitempty"`
	LeftOut     []string           `json:"left_out,omitempty"`
}

type executableReport struct {
	Name     string          `json:"name"`
	Size     int             `json:"size"`
	Digest   string          `json:"digest"`
	Packages []packageReport `json:"packages,omitempty"`
}

type packageReport struct {
	Package string `json:"package"`
	Size    int64  `json:"size"`
}

func reportOf(providers []gen.Provider, result *link.Result) report {
	r := report{Providers: []providerReport{}}
	for _, p := range providers {
		r.Providers = append(r.Providers, providerReportOf(p))
	}
	if result != nil {
		r.Output, r.Target, r.Size, r.Digest, r.Workspace = result.Output, result.Target, result.Size, result.Digest, result.Workspace
	}
	return r
}

func providerReportOf(p gen.Provider) providerReport {
	m := p.Manifest
	r := providerReport{ID: m.ID.Value, Version: m.Version.Value, Kind: m.Kind.Value, Dir: p.Dir}
	if p.Bundle != nil {
		r.Digest, r.Size = p.Bundle.Digest, len(p.Bundle.JS)
		if p.Bundle.Infra != nil {
			r.Overridden = overridden(p.Bundle.Infra.Protocols)
		}
	}
	return r
}

// finish prints what was found, and what came of it, and gives the exit code.
// The lines are what people read where it went well.
func (s *State) finish(o output, r report, found diag.List, lines ...string) int {
	r.OK = !found.HasErrors()
	if o.json {
		r.Diagnostics = diagnostics(found)
		s.printJSON(r)
	} else {
		_ = fold(found).Text(s.Stderr)
		if r.OK && !o.quiet {
			for _, line := range lines {
				fmt.Fprintln(s.Stdout, line)
			}
		}
	}
	return exitCode(r.OK)
}

// diagnostics are findings as reports hold them, one JSON array.
func diagnostics(found diag.List) json.RawMessage {
	var b bytes.Buffer
	_ = found.JSON(&b) // a buffer takes everything
	return b.Bytes()
}

func (s *State) printJSON(v any) {
	enc := json.NewEncoder(s.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // a closed stdout has nobody to tell
}

// size gives bytes as people say them.
func size(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 10_000_000:
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
