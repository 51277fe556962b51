package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/abxgen/abxgen/runtime/testenv"
)

var update = flag.Bool("update", false, "write what is seen into the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"abxgen": main})
}

// Each script is a user's story with the real program, its words to the
// letter. The scripts see no variable of this process but those of setup, and
// nothing that they do needs a network.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setup,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": exit, "devcloud": devcloud, "take": take,
		},
	})
}

// exit runs a program that has to end with a code: exit CODE PROGRAM ARGS…
func exit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE PROGRAM [ARGS...]")
	}
	code := 0
	var failed *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		code = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got := strconv.Itoa(code); got != args[0] {
		ts.Fatalf("%s exits with %s, not %s", args[1], got, args[0])
	}
}

// setup gives scripts the go command and its caches, and abxgen's own source:
// the program of a script does not lie below it.
func setup(env *testscript.Env) error {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		return err
	}
	caches := strings.Fields(string(out))
	env.Setenv("GOCACHE", caches[0])
	env.Setenv("GOMODCACHE", caches[1])
	env.Setenv("SOURCE", testenv.Root())
	abxgen, err := exec.LookPath("abxgen")
	if err != nil {
		return err
	}
	env.Setenv("BIN", filepath.Dir(abxgen))
	env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
	return os.MkdirAll(filepath.Join(env.WorkDir, "home"), 0o755)
}
