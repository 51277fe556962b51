// Package plugin is the core of a compiled EPP/1 plugin: it answers the host
// on stdin and stdout, holds the keys and the network, and starts the guest
// that lies beside it. It is the one place that knows the process.
package plugin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/term"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/app/internal/transport"
	"github.com/abxgen/abxgen/runtime/config"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/epp"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/provider"
)

// The data planes: who moves the bytes (spec/epp.md).
const (
	Auto       = "auto"   // the host where that is exact, else the plugin
	ThroughUs  = "plugin" // always the plugin
	DirectOnly = "direct" // always the host; a create where that is not exact fails
)

// Options are what a build fixes for a plugin.
type Options struct {
	DataPlane string
	// GuestDigest is "sha256:" and hex of the guest's executable; empty for a
	// provider without one.
	GuestDigest string
}

// Main serves a host and gives the exit code, which the caller passes to
// os.Exit at once.
func Main(linked api.Linked, o Options) int {
	keepOnly(linked.Descriptor.Security.EnvPassthrough)
	Hint(linked.Descriptor.ID)
	// net/http tells the standard logger about connections, the header with the
	// key included where GODEBUG asks for it: the host would show all of it.
	log.SetOutput(io.Discard)
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := Serve(ctx, linked, o, Surroundings{
		In: os.Stdin, Out: os.Stdout, Guest: beside(o.GuestDigest), Transport: transport.FromEnvironment(os.Getenv),
	}); err != nil {
		return 1
	}
	return 0
}

// Hint tells a person who started a plugin by hand what it is; it waits for a
// host's lines then.
func Hint(id string) {
	if term.IsTerminal(int(os.Stdin.Fd())) {
		fmt.Fprintf(os.Stderr, "%s is an EPP plugin: a host starts it and speaks JSON-RPC to it on stdin; README.md tells how to install it\n", id)
	}
}

// Surroundings are what a plugin lives in.
type Surroundings struct {
	In        io.Reader
	Out       io.Writer      // protocol lines only
	Guest     guest.Launcher // nil for a provider without JavaScript
	Transport e2b.TransportConfig
	Exec      provider.ExecHost // for a provider that is a program itself
}

// Serve is Main in any surroundings. Its error says that the host stopped
// reading.
func Serve(ctx context.Context, linked api.Linked, o Options, in Surroundings) error {
	s := &serving{linked: linked, plane: o.DataPlane, in: in}
	return epp.Serve(ctx, in.In, in.Out, epp.Plugin{Descriptor: linked.Descriptor, Open: s.open, Direct: s.direct})
}

// keepOnly drops every variable that is neither the system's nor one that the
// manifest names, so that nothing else can be read, here or in a library.
func keepOnly(passthrough []string) {
	keep := map[string]string{}
	for _, name := range append([]string{"PATH", "HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "ABX_PROVIDER_DATA_DIR"}, passthrough...) {
		if value, ok := os.LookupEnv(name); ok {
			keep[name] = value
		}
	}
	os.Clearenv()
	for name, value := range keep {
		os.Setenv(name, value)
	}
}

// beside launches the guest that lies beside this executable, if it is the one
// that was built with it.
func beside(digest string) guest.Launcher {
	if digest == "" {
		return nil
	}
	return func(ctx context.Context) (*guest.Conn, error) {
		self, err := os.Executable()
		if err != nil {
			return nil, api.Errorf(api.CodeProviderProcess, "the plugin cannot find its own folder").Because(err)
		}
		path := guestPath(self)
		if err := checkDigest(path, digest); err != nil {
			return nil, err
		}
		return guest.Command(path)(ctx)
	}
}

// guestPath gives <id>-guest (.exe) for <id> (.exe).
func guestPath(self string) string {
	ext := ""
	if runtime.GOOS == "windows" {
		ext = filepath.Ext(self)
	}
	return self[:len(self)-len(ext)] + "-guest" + ext
}

func checkDigest(path, want string) error {
	f, err := os.Open(path)
	if err != nil {
		return api.Errorf(api.CodeIntegrity, "the plugin's guest %s is missing", filepath.Base(path)).
			With("install the plugin's folder whole").Because(err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return api.Errorf(api.CodeIntegrity, "the plugin's guest cannot be read").Because(err)
	}
	if "sha256:"+hex.EncodeToString(h.Sum(nil)) != want {
		return api.Errorf(api.CodeIntegrity, "the plugin's guest %s is not the one that was built with it", filepath.Base(path)).
			With("install the plugin's folder whole")
	}
	return nil
}

// serving is one plugin at work.
type serving struct {
	linked api.Linked
	plane  string
	in     Surroundings
	mover  provider.Direct // nil where the bytes always go through the plugin
}

// open makes the provider of a host's configuration. The values are raw; what
// does not parse counts as unset (spec/config.md).
func (s *serving) open(ctx context.Context, init epp.Init) (api.Provider, error) {
	if init.ProviderID != "" && init.ProviderID != s.linked.Descriptor.ID {
		return nil, api.Errorf(api.CodeMismatch, "this plugin is provider %q, not the one that was asked for", s.linked.Descriptor.ID)
	}
	p, err := provider.Open(ctx, s.linked, provider.Options{
		Values:    given(s.linked.Descriptor, init),
		Guest:     s.in.Guest,
		Log:       init.Log,
		Transport: s.in.Transport,
		Exec:      s.in.Exec,
	})
	if err != nil || s.plane == ThroughUs {
		return p, err
	}
	s.mover, _ = p.(provider.Direct)
	if s.plane == DirectOnly {
		return directOnly{p, s.mover}, nil
	}
	return p, nil
}

// given are the values that the host's user set: a host sends defaults like
// any other value, and an inherited core key without one as "".
func given(d *api.Descriptor, init epp.Init) config.Resolved {
	r := config.Resolved{Options: map[string]any{}, Core: map[string]any{}}
	for key, value := range init.Config {
		f, declared := d.Field(key)
		text, _ := config.Text(value)
		standard, _ := config.Text(f.Default)
		if !declared || f.Default == nil || text != standard {
			r.Options[key] = value
		}
	}
	for key, value := range init.Core {
		if text, ok := value.(string); !ok || strings.TrimSpace(text) != "" {
			r.Core[key] = value
		}
	}
	return r
}
