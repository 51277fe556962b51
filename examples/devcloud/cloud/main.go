package cloud

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// Main is the program: it serves until ctx ends, and returns the exit code.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, ca, err := flags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		return 2 // flag has said it
	}
	ctx, cancel := whileParent(ctx)
	defer cancel()
	if err := run(ctx, o, ca, stdout); err != nil {
		fmt.Fprintf(stderr, "devcloud: %v\n", err)
		return 1
	}
	return 0
}

func run(ctx context.Context, o Options, ca string, stdout io.Writer) error {
	c, err := Start(o)
	if err != nil {
		return err
	}
	if ca != "" {
		err = os.WriteFile(ca, c.CertificatePEM(), 0o644)
	}
	if err == nil {
		_, err = fmt.Fprintf(stdout, "%s\ndata plane %s\n", c.URL, c.DataURL)
	}
	if err != nil {
		return errors.Join(err, c.Close())
	}
	<-ctx.Done()
	return c.Close()
}

func flags(args []string, stderr io.Writer) (o Options, ca string, err error) {
	o.forget = true
	f := flag.NewFlagSet("devcloud", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.Listen, "listen", "127.0.0.1:0", "`address` of the control plane")
	f.StringVar(&o.DataListen, "data-listen", "127.0.0.1:0", "`address` of the data plane")
	f.StringVar(&o.Key, "key", DefaultKey, "the `key` to take")
	f.StringVar(&o.Domain, "domain", DefaultDomain, "`domain` in answers, loopback (localhost and the data plane's port) or none")
	f.StringVar(&o.EnvdURL, "envd-url", EnvdURLPort, "envdUrl in answers: port (one a sandbox), shared (the data plane) or none")
	f.StringVar(&o.Secure, "secure", SecureAlways, "envd token in answers: always, asked or never")
	f.IntVar(&o.MaxSandboxes, "max-sandboxes", 0, "most `sandboxes` that may run; 0: no limit")
	f.StringVar(&o.Dir, "dir", "", "existing `folder` for the sandboxes' files (default: the system's temporary one)")
	f.BoolVar(&o.Plain, "plain", false, "run commands without namespaces")
	f.StringVar(&o.Path, "path", "", "`PATH` of commands (default: the usual folders)")
	f.StringVar(&ca, "ca-file", "", "write the certificate for https to this `file`")
	f.Func("template", "a known `template`; repeatable (default: every name that does not begin with missing)", func(name string) error {
		if strings.TrimSpace(name) == "" {
			return errors.New("it has no name")
		}
		o.Templates = append(o.Templates, name)
		return nil
	})
	if err := f.Parse(args); err != nil {
		return o, "", err
	}
	if f.NArg() > 0 {
		err = fmt.Errorf("unknown argument %q", f.Arg(0))
		fmt.Fprintln(stderr, "devcloud:", err)
	}
	return o, ca, err
}
