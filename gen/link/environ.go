package link

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/mod/module"
)

// passed are the caller's variables that a go command sees.
var passed = []string{"PATH", "HOME", "TMPDIR", "GOROOT", "GOCACHE", "GOMODCACHE", "GOOS", "GOARCH"}

// passedOnWindows are those without which no program runs there.
var passedOnWindows = []string{"SystemRoot", "USERPROFILE", "LOCALAPPDATA", "TEMP", "TMP", "PATHEXT"}

// ours are the variables that a go command always gets: nothing is downloaded,
// nothing outside the workspace has a say, nothing of the machine gets in.
var ours = []string{
	"GOPROXY=off", "GOSUMDB=off", "GOTOOLCHAIN=local", "GOENV=off", "GOFLAGS=", "GOWORK=off",
	"GO111MODULE=on", "CGO_ENABLED=0", "GOVCS=*:off",
}

// environ makes the environment of a go command. The cache is where it keeps
// what it compiled if the caller's variables give it no place.
func (l *Linker) environ(cache string) []string {
	names := passed
	if runtime.GOOS == "windows" {
		names = slices.Concat(passed, passedOnWindows)
	}
	var env []string
	for _, name := range names {
		if value := l.Environ(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	env = append(env, ours...)
	if !l.hasBuildCache() {
		env = append(env, "GOCACHE="+cache)
	}
	return env
}

// hasBuildCache reports whether the go command finds a build cache by itself.
func (l *Linker) hasBuildCache() bool {
	if l.Environ("GOCACHE") != "" {
		return true
	}
	dir := ""
	switch runtime.GOOS {
	case "windows":
		dir = l.Environ("LOCALAPPDATA")
	case "darwin":
		dir = under(l.Environ("HOME"), "Library", "Caches")
	default:
		dir = under(l.Environ("HOME"), ".cache")
	}
	return dir != "" && os.MkdirAll(filepath.Join(dir, "go-build"), 0o777) == nil
}

// moduleCache gives the module cache that has most of what is required: the
// caller's own, that of GOPATH or HOME, or that of the user's home as the
// system knows it, since a build may run with another HOME, or with none.
func (l *Linker) moduleCache(required []required) string {
	if dir := l.Environ("GOMODCACHE"); dir != "" {
		return dir
	}
	best, most := "", -1
	for _, dir := range []string{
		under(firstPath(l.Environ("GOPATH")), "pkg", "mod"),
		under(l.Environ("HOME"), "go", "pkg", "mod"),
		under(l.UserHome, "go", "pkg", "mod"),
	} {
		if n := holds(dir, required); dir != "" && n > most {
			best, most = dir, n
		}
	}
	return best
}

func firstPath(list string) string {
	if all := filepath.SplitList(list); len(all) > 0 {
		return all[0]
	}
	return ""
}

// holds counts the modules that a module cache has.
func holds(cache string, modules []required) int {
	n := 0
	for _, m := range modules {
		name, err := module.EscapePath(m.Path)
		if err != nil {
			continue
		}
		version, err := module.EscapeVersion(m.Version)
		if err != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(cache, "cache", "download", filepath.FromSlash(name), "@v", version+".mod")); err == nil {
			n++
		}
	}
	return n
}

// under joins a path below a folder; "" where the folder is not known.
func under(dir string, elem ...string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(append([]string{dir}, elem...)...)
}
