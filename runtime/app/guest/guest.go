// Package guest is the executable that runs a provider's JavaScript at the
// other end of a core's pipe, and nothing else: no network, no files, no
// argument, no environment (design: "Core and guest").
package guest

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/abxgen/abxgen/runtime/app/guest/internal/confine"
	"github.com/abxgen/abxgen/runtime/guest/server"
)

// Main is a guest's whole life: it ends with its input, whatever JavaScript is
// doing then; the caller passes the result to os.Exit at once. Signals that a
// terminal or a host sends to the whole group are the core's business.
func Main(stdin io.Reader, stdout, stderr io.Writer) int {
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	err := server.Config{Confine: confine.Apply}.Serve(stdin, stdout)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}
