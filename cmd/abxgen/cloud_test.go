package main

import (
	"encoding/json"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
)

// devcloud starts a cloud for the rest of a script, and sets $URL and $KEY.
func devcloud(ts *testscript.TestScript, _ bool, _ []string) {
	c, err := cloud.Start(cloud.Options{})
	ts.Check(err)
	ts.Defer(func() { _ = c.Close() }) // the script has ended
	ts.Setenv("URL", c.URL)
	ts.Setenv("KEY", c.Key)
}

// take sets a variable to a text field of the JSON object on stdout: take ID sandbox_id
func take(ts *testscript.TestScript, _ bool, args []string) {
	var v map[string]any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &v))
	text, _ := v[args[1]].(string)
	if text == "" {
		ts.Fatalf("%s is missing in %v", args[1], v)
	}
	ts.Setenv(args[0], text)
}
