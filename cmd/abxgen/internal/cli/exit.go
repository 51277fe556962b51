package cli

// The exit codes of abxgen (spec/errors.md).
const (
	exitOK      = 0
	exitFinding = 1 // anything wrong with what the user gave
	exitUsage   = 2 // an unknown command, flag or argument
)

func exitCode(ok bool) int {
	if ok {
		return exitOK
	}
	return exitFinding
}
