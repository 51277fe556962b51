package link

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/abxgen/abxgen/runtime/diag"
)

// PackageSize is how many bytes of an executable a package takes.
type PackageSize struct {
	Package string
	Size    int64
}

// What belongs to no package.
const (
	sizeShared = "(types, strings and tables of functions)"
	sizeRest   = "(lines, headers and the like)"
)

// sizes tells where the bytes of a program go, the largest first. It is linked
// once more, with its symbols, for only they know.
func (w *workspace) sizes(ctx context.Context, t target, size int64) ([]PackageSize, error) {
	withSymbols := filepath.Join(w.dir, "symbols")
	if err := w.build(ctx, t, "-w -buildid=", withSymbols); err != nil {
		return nil, err
	}
	defer os.Remove(withSymbols)
	symbols, err := w.tool(ctx, w.dir, w.environ(), "tool", "nm", "-size", withSymbols)
	if err != nil {
		return nil, err
	}
	return bySize(symbols, size, zeroed(withSymbols)), nil
}

// bySize adds up what `go tool nm -size` says, but for what lies in zeroed
// memory.
func bySize(nm []byte, total int64, zeroed []span) []PackageSize {
	sum := map[string]int64{}
	for line := range strings.Lines(string(nm)) {
		// ADDRESS SIZE TYPE NAME, where a name may hold blanks
		word := strings.Fields(line)
		if len(word) < 4 {
			continue
		}
		at, err1 := strconv.ParseUint(word[0], 16, 64)
		size, err2 := strconv.ParseInt(word[1], 10, 64)
		if err1 != nil || err2 != nil || slices.ContainsFunc(zeroed, func(s span) bool { return s.from <= at && at < s.to }) {
			continue
		}
		sum[packageOf(word[3])] += size
		total -= size
	}
	sum[sizeRest] += max(total, 0)
	var all []PackageSize
	for name, size := range sum {
		all = append(all, PackageSize{name, size})
	}
	slices.SortFunc(all, func(a, b PackageSize) int {
		return cmp.Or(cmp.Compare(b.Size, a.Size), cmp.Compare(a.Package, b.Package))
	})
	return all
}

// packageOf gives the package of a symbol: what stands before the first dot
// after the last slash, type arguments left aside.
func packageOf(symbol string) string {
	if strings.HasPrefix(symbol, "go:") || strings.HasPrefix(symbol, "type:") {
		return sizeShared
	}
	name, _, _ := strings.Cut(symbol, "[")
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 {
		return sizeShared
	}
	return strings.ReplaceAll(name[:slash+dot], "%2e", ".")
}

// largest are the packages that a refusal names.
const largest = 8

// tooLarge refuses a program, and names what takes the room.
func tooLarge(name string, size, limit int64, packages []PackageSize) diag.List {
	found := problem(fmt.Sprintf("%s has %d bytes, and no host installs a file of more than %d", name, size, limit),
		"make the provider's bundle smaller: what it imports is below")
	for _, p := range packages[:min(largest, len(packages))] {
		found[0].Notes = append(found[0].Notes, diag.Note{Msg: fmt.Sprintf("%d bytes: %s", p.Size, p.Package)})
	}
	return found
}
