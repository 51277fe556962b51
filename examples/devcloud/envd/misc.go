package envd

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

func health(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
}

func (s *Server) listEnvs(w http.ResponseWriter, _ *http.Request) {
	envs := s.environment()
	envs["E2B_SANDBOX"] = "true"
	writeJSON(w, envs)
}

// metrics tells of the host, which is what a sandbox has here. What is not
// measured is 0.
func metrics(w http.ResponseWriter, _ *http.Request) {
	total, free, cache := memory()
	writeJSON(w, map[string]any{
		"ts": time.Now().Unix(), "cpu_count": runtime.NumCPU(), "cpu_used_pct": 0.0,
		"mem_total_mib": total >> 20, "mem_used_mib": (total - free) >> 20,
		"mem_total": total, "mem_used": total - free, "mem_cache": cache,
		"disk_used": 0, "disk_total": 0,
	})
}

// memory reads /proc/meminfo, in bytes; zeros where there is none.
func memory() (total, free, cache int64) {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0, 0, 0
	}
	defer f.Close()
	fields := map[string]*int64{"MemTotal:": &total, "MemAvailable:": &free, "Cached:": &cache}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		words := strings.Fields(sc.Text())
		if len(words) < 2 || fields[words[0]] == nil {
			continue
		}
		kib, _ := strconv.ParseInt(words[1], 10, 64) // the kernel writes digits
		*fields[words[0]] = kib << 10
	}
	return total, free, cache
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // a client that left needs no answer
}

// httpError is the error of what is not Connect: an integer code.
func httpError(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}{status, message})
}
