package plugins

import (
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/gen/ship"
	"github.com/abxgen/abxgen/runtime/testenv"
	"github.com/abxgen/abxgen/runtime/testenv/contract"
)

// The published hosts install each example, find nothing wrong with it, and
// run their contract suite and a user's script against it, whoever moves the
// bytes.
func TestPublishedHosts(t *testing.T) {
	for _, plane := range []string{ship.Plugin, ship.Direct} {
		for _, id := range catalog {
			for _, python := range []string{testenv.SDK, testenv.SDK031} {
				t.Run(plane+"/"+id+"/"+python, func(t *testing.T) {
					t.Parallel()
					testenv.Python(t, python)
					c := cloud.ForTest(t)
					r := contract.Request{
						Python: python, Folder: example(t, id, plane), ID: id,
						Options: map[string]string{"api_key": c.Key, "base_url": c.URL},
						Direct:  plane == ship.Direct,
					}
					if r.Direct {
						r.MiB = 64
					}
					h := contract.Install(t, r)
					h.Doctor(t)
					h.Contract(t)
					if python == testenv.SDK || id == "my-cloud" { // one of them is enough for the older host
						h.PublicAPI(t)
					}
				})
			}
		}
	}
}
