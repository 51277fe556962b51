package api_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/abxgen/abxgen/runtime/api"
)

// Every failure is an *Error: errors.Is tells kinds apart, errors.As gives what
// is known.
func ExampleError() {
	err := fmt.Errorf("read the log: %w", api.Errorf(api.CodeFileNotFound, "no such file or directory: %s", "app.log"))

	fmt.Println(errors.Is(err, api.ErrFileNotFound), errors.Is(err, api.ErrNotFound), errors.Is(err, fs.ErrNotExist))
	fmt.Println(errors.Is(err, api.ErrSandboxNotFound), api.CodeOf(err))
	var e *api.Error
	if errors.As(err, &e) {
		fmt.Println(e.Message)
	}
	// Output:
	// true true true
	// false E4001
	// no such file or directory: app.log
}

func ExampleNotSupported() {
	var err error = api.NotSupported("my-cloud", api.FeaturePTY, "open_terminal")
	fmt.Println(err)

	var e *api.Error
	if errors.Is(err, api.ErrFeatureNotSupported) && errors.As(err, &e) {
		fmt.Println(e.Provider, e.Feature)
	}
	// Output:
	// [E8004] provider "my-cloud" does not support "pty" (open_terminal)
	//   Suggestion: use a provider that declares "pty" in [features] supported
	// my-cloud pty
}

func ExampleCommand() {
	req := api.Command("git", "log", "--oneline")
	req.Cwd = "/home/user/repo"
	fmt.Println(req.Cmd, req.Args, req.Cwd)
	// Output: git [log --oneline] /home/user/repo
}

// A secret is read by Reveal and shown by nothing.
func ExampleSecret() {
	key := api.NewSecret("REPLACE_ME")
	fmt.Printf("%s %v %q\n", key, key, key)
	shown, _ := json.Marshal(map[string]any{"api_key": key})
	fmt.Println(string(shown))
	fmt.Println(len(key.Reveal()), api.Secret{}.IsZero())
	// Output:
	// **** **** "****"
	// {"api_key":"****"}
	// 10 true
}

func ExampleDescriptor_Supports() {
	d := &api.Descriptor{ID: "my-cloud", Features: []api.Feature{api.FeatureSandboxLifecycle, api.FeatureExecRun}}
	fmt.Println(d.Supports(api.FeatureExecRun), d.Supports(api.FeatureFilesRW))
	// Output: true false
}

func ExampleLookupMethod() {
	m, _ := api.LookupMethod(api.ClassProcess, "start")
	fmt.Println(m.Features, m.Operations)
	// Output: [exec.run exec.stream] [exec.run exec.stream]
}

// A character that is cut between two pieces of output is shown when it is
// whole.
func ExampleTextDecoder() {
	var d api.TextDecoder
	fmt.Printf("%q %q %q\n", d.Decode([]byte("h\xc3")), d.Decode([]byte("\xa9!\xff")), d.Flush())
	// Output: "h" "é!�" ""
}
