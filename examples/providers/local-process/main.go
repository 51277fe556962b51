// Command local-process is an EPP/1 plugin whose sandboxes are folders and
// processes of this machine. Hosts start it; it speaks on stdin and stdout.
package main

import (
	"context"
	_ "embed"
	"os"
	"os/signal"
	"syscall"

	"github.com/abxgen/abxgen/examples/providers/local-process/local"
	"github.com/abxgen/abxgen/runtime/epp"
)

//go:embed abx-provider.toml
var manifest []byte

func main() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a host that is gone is an error of the write
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	if epp.Serve(ctx, os.Stdin, os.Stdout, local.Plugin(manifest)) != nil {
		os.Exit(1)
	}
}
