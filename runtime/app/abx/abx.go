// Package abx is the executable that abxgen builds from providers: the command
// line, and, started by itself with a hidden argument, the guest that runs a
// provider's JavaScript. It is the one place that knows the process.
package abx

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"syscall"

	"github.com/abxgen/abxgen/runtime/api"
	appguest "github.com/abxgen/abxgen/runtime/app/guest"
	"github.com/abxgen/abxgen/runtime/app/internal/transport"
	"github.com/abxgen/abxgen/runtime/app/plugin"
	"github.com/abxgen/abxgen/runtime/cli"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/provider"
)

// guestArg is what abx starts itself with for a guest. No provider, key or
// option stands on that command line; they come by the pipe.
const guestArg = "__guest"

// Main runs abx with the providers that were linked in and gives the exit code,
// which the caller passes to os.Exit at once.
func Main(linked ...api.Linked) int {
	if len(os.Args) == 2 && os.Args[1] == guestArg {
		return appguest.Main(os.Stdin, os.Stdout, os.Stderr)
	}
	ctx, interrupted := watchSignals()
	home := folder(os.UserHomeDir)
	outside := plugin.Surroundings{
		In: os.Stdin, Out: os.Stdout, Guest: launch, Transport: transport.FromEnvironment(os.Getenv),
		Exec: provider.ExecHost{Folder: linkedFolder(home), Environ: os.Environ()},
	}
	return cli.Main(ctx, cli.Env{
		Args: os.Args[1:], Environ: os.LookupEnv, Cwd: folder(os.Getwd), Home: home,
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Guest: outside.Guest, Exec: outside.Exec, Transport: outside.Transport, Interrupted: interrupted,
		Serve: func(ctx context.Context, l api.Linked) error {
			plugin.Hint(l.Descriptor.ID)
			return plugin.Serve(ctx, plugin.Hosted(l), plugin.Options{DataPlane: plugin.Auto}, outside)
		},
	}, linked)
}

func folder(find func() (string, error)) string {
	dir, err := find()
	if err != nil {
		return ""
	}
	return dir
}

// linkedFolder is where exec providers that are linked in are unpacked and keep
// their data: beside the store of those that are installed (spec/store.md),
// which has its own rules. "" without a home.
func linkedFolder(home string) string {
	if home == "" {
		return ""
	}
	return filepath.Join(home, ".abx", "linked")
}

// launch starts this executable as a guest. On Linux the kernel's own name for
// it holds, even where the file was replaced meanwhile.
func launch(ctx context.Context) (*guest.Conn, error) {
	self := "/proc/self/exe"
	if runtime.GOOS != "linux" {
		var err error
		if self, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("this executable cannot be found: %w", err)
		}
	}
	return guest.Command(self, guestArg)(ctx)
}

// watchSignals ends the context at the first Ctrl-C or SIGTERM, which stops
// what runs remotely, and the process at the second. A reader that left is an
// error of the next write, and so stops what runs remotely too.
func watchSignals() (context.Context, func() os.Signal) {
	ctx, cancel := context.WithCancel(context.Background())
	var first atomic.Value
	came := make(chan os.Signal, 2)
	signal.Ignore(syscall.SIGPIPE)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) { // as under nohup, and in the background of a script
			signal.Notify(came, sig)
		}
	}
	go func() {
		first.Store(<-came)
		cancel()
		if sig, ok := (<-came).(syscall.Signal); ok {
			os.Exit(128 + int(sig))
		}
	}()
	return ctx, func() os.Signal {
		sig, _ := first.Load().(os.Signal)
		return sig
	}
}
