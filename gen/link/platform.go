package link

import (
	"fmt"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/diag"
)

// Platform is a system that programs are linked for, in Go's words.
type Platform struct{ OS, Arch string }

// String is OS/ARCH, as in a manifest's platforms.
func (p Platform) String() string { return p.OS + "/" + p.Arch }

// Exe gives an executable's file name.
func (p Platform) Exe(name string) string {
	if p.OS == "windows" {
		return name + ".exe"
	}
	return name
}

// platforms are those that the runtime is written for.
var platforms = []Platform{
	{"linux", "amd64"}, {"linux", "arm64"}, {"linux", "386"}, {"linux", "arm"}, {"linux", "riscv64"},
	{"linux", "loong64"}, {"linux", "ppc64le"}, {"linux", "s390x"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
	{"freebsd", "amd64"}, {"freebsd", "arm64"},
}

// ParsePlatforms reads a list of OS/ARCH; its error names every word that is
// none, and what was meant.
func ParsePlatforms(list []string) ([]Platform, error) {
	var known, wrong []string
	for _, p := range platforms {
		known = append(known, p.String())
	}
	var out []Platform
	for _, word := range list {
		word = strings.TrimSpace(word)
		i := slices.Index(known, word)
		switch {
		case i < 0:
			wrong = append(wrong, fmt.Sprintf("%q is no platform; %s", word, meant(word, known)))
		case !slices.Contains(out, platforms[i]):
			out = append(out, platforms[i])
		}
	}
	if wrong != nil {
		return nil, fmt.Errorf("%s", strings.Join(wrong, "; "))
	}
	return out, nil
}

func meant(word string, known []string) string {
	if near := diag.DidYouMean(word, known); near != "" {
		return near
	}
	return "write " + strings.Join(known, ", ")
}
