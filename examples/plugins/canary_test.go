//go:build linux

package plugins

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
)

// canaries are what every field holds; each of them has the mark in it.
const mark = "SONGBIRD-"

var canaries = map[string]any{
	"api_key": mark + "KEY-9f3a", "token": mark + "TOKEN-77e1", "words": []string{mark + "WORD-1a", mark + "WORD-2b"},
	"file": "/nowhere/" + mark + "FILE-0c", "address": "http://" + strings.ToLower(mark) + "host.invalid/x",
}

// A key that stands in every field, and that the provider's code lets out
// wherever it can, is in no byte of what a host gets, of stderr, of any command
// line or environment, or of the executables.
func TestCanary(t *testing.T) {
	t.Setenv("ABX_CANARY_API_KEY", mark+"BUILD-1")
	t.Setenv("CANARY_TOKEN", mark+"BUILD-2")
	folder := filepath.Join(built(t, "canary", oneFolder("canary"), "auto"), "canary")
	c := cloud.ForTest(t, cloud.Options{Key: canaries["api_key"].(string)})
	s := start(t, core(folder), "CANARY_TOKEN="+mark+"ENV-3", "AWS_SECRET_ACCESS_KEY="+mark+"ENV-4")

	config := map[string]any{"base_url": c.URL}
	for key, value := range canaries {
		config[key] = value
	}
	params, err := json.Marshal(map[string]any{
		"protocol": "epp/1", "provider_id": "canary", "config": config, "core": map[string]any{"sandbox_api_key": mark + "CORE-2d"}, "locale": "en",
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, request := range []string{
		`"initialize","params":` + string(params),
		`"sandbox.create","params":{"template":"base","timeout":60}`,
		`"sandbox.list","params":{"limit":10}`,
		`"sandbox.get","params":{"sandbox_id":"x"}`,
		`"sandbox.create","params":{"template":"missing","timeout":60}`,
		`"files.read","params":{"sandbox_id":"x","path":"y"}`,
		`"exec.start","params":{"sandbox_id":"x","cmd":"y"}`,
	} {
		s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%s}`+"\n", i+1, request))
		s.answer(strconv.Itoa(i + 1))
	}
	if s.answer("2").Result == nil || s.answer("3").Error == nil || s.answer("4").Error == nil {
		t.Errorf("the provider was not asked: %s", s.said())
	}
	checkProcesses(t, s)
	s.eof()
	s.end()
	if !strings.Contains(s.said(), `"method":"log"`) {
		t.Error("the provider's console was not heard")
	}
	leaks(t, "stdout", s.said())
	leaks(t, "stderr", s.errors())
	for _, name := range []string{"canary", "canary-guest", "abx-provider.toml", "README.md"} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		leaks(t, name, string(content))
	}
}

func leaks(t *testing.T, where, text string) {
	t.Helper()
	if i := strings.Index(strings.ToUpper(text), mark); i >= 0 {
		t.Errorf("%s tells %.200q", where, text[max(0, i-100):])
	}
}

// checkProcesses looks at the command lines and environments of the plugin's
// processes: the core's environment is what the host gave, without what the
// manifest does not name; the guest has none of it.
func checkProcesses(t *testing.T, s *session) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	guests := 0
	for _, dir := range all {
		pid, _ := strconv.Atoi(filepath.Base(dir))
		if group, err := syscall.Getpgid(pid); err != nil || group != s.cmd.Process.Pid {
			continue
		}
		line, err := os.ReadFile(filepath.Join(dir, "cmdline"))
		if err != nil {
			t.Error(err)
		}
		leaks(t, "a command line", string(line))
		if pid == s.cmd.Process.Pid {
			continue // what the host itself gave
		}
		guests++
		environment, err := os.ReadFile(filepath.Join(dir, "environ"))
		if err != nil {
			t.Error(err)
		}
		leaks(t, "the guest's environment", string(environment))
	}
	if guests != 1 {
		t.Errorf("%d guests", guests)
	}
}
