// Abxgen compiles sandbox providers into programs and Go packages.
package main

import (
	"os"

	"github.com/abxgen/abxgen/cmd/abxgen/internal/cli"
	"github.com/abxgen/abxgen/runtime/app/guest"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == cli.GuestArg {
		os.Exit(guest.Main(os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(cli.Main())
}
