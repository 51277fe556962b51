//go:build unix && !linux && !darwin

package local

// startStamp cannot tell one process from a later one here.
func startStamp(pid int) string {
	if processExists(pid) {
		return "running"
	}
	return ""
}
