package envd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// change does to a folder what was done when captures/watch.txt was made.
func change(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(dir, "n.txt")
	for _, err := range []error{
		os.WriteFile(file, []byte("1"), 0o644),
		os.Chmod(file, 0o600),
		os.Rename(file, filepath.Join(dir, "m.txt")),
		os.Mkdir(filepath.Join(dir, "sub"), 0o755),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

var changes = []string{
	"n.txt EVENT_TYPE_CREATE", "n.txt EVENT_TYPE_WRITE", "n.txt EVENT_TYPE_CHMOD", "n.txt EVENT_TYPE_RENAME",
	"m.txt EVENT_TYPE_CREATE", "sub EVENT_TYPE_CREATE",
}

func TestWatchDir(t *testing.T) {
	s, addr := serve(t, Options{})
	dir := filepath.Join(s.box.Root, "home", "user", "w")
	put(t, s.box, "/home/user/w/old.txt", "")
	w := open(t, addr, "filesystem.Filesystem/WatchDir", `{"path":"w","recursive":true,"includeEntry":true}`)
	next := func() string {
		e := w.next()["filesystem"].(map[string]any)
		if entry, ok := e["entry"].(map[string]any); ok && !strings.HasSuffix(entry["path"].(string), e["name"].(string)) {
			t.Errorf("%v has the entry of %v", e["name"], entry["path"])
		}
		return e["name"].(string) + " " + e["type"].(string)
	}
	change(t, dir)
	for _, want := range changes {
		if got := next(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	put(t, s.box, "/home/user/w/sub/deep.txt", "1")
	if err := os.Remove(filepath.Join(dir, "m.txt")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"sub/deep.txt EVENT_TYPE_CREATE", "sub/deep.txt EVENT_TYPE_WRITE", "m.txt EVENT_TYPE_REMOVE"} {
		if got := next(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestPolledWatcher(t *testing.T) {
	s, addr := serve(t, Options{})
	put(t, s.box, "/home/user/w/old.txt", "")
	var made struct{ WatcherID string }
	answer := call(t, addr, "filesystem.Filesystem/CreateWatcher", `{"path":"w","recursive":true}`)
	if err := json.Unmarshal([]byte(strings.TrimPrefix(answer, "200 ")), &made); err != nil || made.WatcherID == "" {
		t.Fatal(answer, err)
	}
	sel := `{"watcherId":"` + made.WatcherID + `"}`
	change(t, filepath.Join(s.box.Root, "home", "user", "w"))
	got := poll(t, addr, sel, len(changes))
	if d := cmp.Diff(changes, got); d != "" {
		t.Error(d)
	}
	if got := call(t, addr, "filesystem.Filesystem/GetWatcherEvents", sel); got != "200 {}" {
		t.Errorf("drained: %s", got)
	}
	if got := call(t, addr, "filesystem.Filesystem/RemoveWatcher", sel); got != "200 {}" {
		t.Error(got)
	}
	gone := `404 {"code":"not_found","message":"watcher with id ` + made.WatcherID + ` not found"}`
	if got := call(t, addr, "filesystem.Filesystem/GetWatcherEvents", sel); got != gone {
		t.Errorf("%s, want %s", got, gone)
	}
	missing := `404 {"code":"not_found","message":"path /no/such not found: stat /no/such: no such file or directory"}`
	if got := call(t, addr, "filesystem.Filesystem/CreateWatcher", `{"path":"/no/such"}`); got != missing {
		t.Errorf("%s, want %s", got, missing)
	}
}

// poll asks for news until there are so many, as the SDK that polls does.
func poll(t *testing.T, addr, sel string, n int) (all []string) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); len(all) < n && time.Now().Before(end); {
		var res struct{ Events []struct{ Name, Type string } }
		answer := call(t, addr, "filesystem.Filesystem/GetWatcherEvents", sel)
		if err := json.Unmarshal([]byte(strings.TrimPrefix(answer, "200 ")), &res); err != nil {
			t.Fatal(answer, err)
		}
		for _, e := range res.Events {
			all = append(all, e.Name+" "+e.Type)
		}
	}
	return all
}
