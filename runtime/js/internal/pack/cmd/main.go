// Command cmd writes prelude.bin from prelude/*.js; see go:generate in runtime/js.
package main

import (
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/abxgen/abxgen/runtime/js/internal/pack"
)

func main() {
	paths, err := filepath.Glob("prelude/*.js")
	check(err)
	files := map[string][]byte{}
	for _, path := range paths {
		files[strings.TrimSuffix(filepath.Base(path), ".js")], err = os.ReadFile(path)
		check(err)
	}
	packed, err := pack.Pack(files)
	check(err)
	check(os.WriteFile("prelude.bin", packed, 0o644))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
