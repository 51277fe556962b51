// Devcloud is an E2B-shaped cloud on loopback, for demos and tests.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	code := cloud.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
