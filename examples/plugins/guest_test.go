//go:build unix

package plugins

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/gen/ship"
)

// A core runs no guest but the one that was built with it; the handshake, which
// needs none, is answered all the same.
func TestForeignGuest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		harm func(guest string) error
		want string
	}{
		{"changed", func(guest string) error {
			f, err := os.OpenFile(guest, os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = f.WriteString("x")
				f.Close()
			}
			return err
		}, "my-cloud-guest is not the one that was built with it"},
		{"missing", os.Remove, "my-cloud-guest is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "my-cloud")
			if err := os.CopyFS(folder, os.DirFS(example(t, "my-cloud", ship.Auto))); err != nil {
				t.Fatal(err)
			}
			if err := c.harm(filepath.Join(folder, "my-cloud-guest")); err != nil {
				t.Fatal(err)
			}
			backend := cloud.ForTest(t)
			s := start(t, core(folder))
			if s.initialize("my-cloud", backend).Result == nil {
				t.Errorf("%s", s.said())
			}
			s.send(create)
			if e := s.answer("2").Error; e == nil || e.Code != -32000 || !strings.Contains(e.Message, c.want) {
				t.Errorf("%s", s.answer("2").raw)
			}
			if n := backend.Count("POST", "/sandboxes"); n != 0 {
				t.Errorf("%d creates", n)
			}
			s.eof()
			s.end()
		})
	}
}
