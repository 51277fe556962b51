//go:build unix

package plugins

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/gen"
	"github.com/abxgen/abxgen/gen/ship"
)

func oneFolder(name string) []gen.Folder {
	return []gen.Folder{{Dir: filepath.Join("testdata", name)}}
}

// initialize shakes hands for a provider whose cloud is c.
func (s *session) initialize(id string, c *cloud.Cloud) line {
	s.t.Helper()
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":"epp/1","provider_id":%q,"config":{"api_key":%q,"base_url":%q},"core":{},"locale":"en"}}`+"\n", id, c.Key, c.URL))
	return s.answer("1")
}

const create = `{"jsonrpc":"2.0","id":2,"method":"sandbox.create","params":{"template":"base","timeout":60}}` + "\n"

// A plugin that was built for hosts that move the bytes refuses each create
// whose sandbox no host could serve exactly, with the reason, and leaves
// nothing behind.
func TestDirectIsRefusedWhereItIsNotExact(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, folder string
		options      cloud.Options
		why          string
		creates      int
	}{
		{"a changed process method", filepath.Join(built(t, "changed-direct", oneFolder("changed"), ship.Direct), "changed"), cloud.Options{},
			"the provider changes process methods: list_processes", 0},
		{"features that no host checks", filepath.Join(built(t, "provider-direct", oneFolder("provider"), ship.Direct), "my-cloud"), cloud.Options{},
			"the provider does not declare process.manage", 0},
		{"no token", example(t, "my-cloud", ship.Direct), cloud.Options{Secure: cloud.SecureNever}, "the backend gave no envd token", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			backend := cloud.ForTest(t, c.options)
			s := start(t, core(c.folder))
			s.initialize(filepath.Base(c.folder), backend)
			s.send(create)
			e := s.answer("2").Error
			if e == nil || e.Code != -32006 || !strings.Contains(e.Message, c.why) || !strings.Contains(fmt.Sprint(e.Data["suggestion"]), "--data-plane plugin") {
				t.Errorf("%s", s.answer("2").raw)
			}
			if n := backend.Count("POST", "/sandboxes"); n != c.creates || backend.Running() != 0 {
				t.Errorf("%d creates, %d sandboxes are left", n, backend.Running())
			}
			s.eof()
			s.end()
		})
	}
}

// By default the host gets envd's address where it may use it, and no address
// where it may not.
func TestAuto(t *testing.T) {
	t.Parallel()
	for folder, direct := range map[string]bool{
		example(t, "my-cloud", ship.Auto):                                              true,
		filepath.Join(built(t, "changed", oneFolder("changed"), ship.Auto), "changed"): false,
		example(t, "e2b-compatible", ship.Plugin):                                      false,
	} {
		c := cloud.ForTest(t)
		s := start(t, core(folder))
		s.initialize(filepath.Base(folder), c)
		s.send(create)
		got := s.answer("2").Result
		if got["sandbox_id"] == nil || (got["envd_url"] != nil) != direct || (got["envd_access_token"] != nil) != direct {
			t.Errorf("%s: %s", folder, s.answer("2").raw)
		}
		s.eof()
		s.end()
	}
}
