package link

import (
	"slices"
	"testing"
)

// Symbols go to their packages, whatever is in their names; what has none, and
// what no symbol covers, has lines of its own.
func TestBySize(t *testing.T) {
	nm := `  401000        100 T github.com/a/b.(*T).Method
  401100         50 T github.com/a/b.Map[go.shape.string,github.com/c/d.K]
  401200         30 R github.com/x/v2..gobytes.1
  401300          7 T main.main
  401400         20 R go:func.*
  401500         11 R type:.eq.[2]interface {}
  900000       5000 D runtime.heap
  gone            9 T main.x
`
	got := bySize([]byte(nm), 300, []span{{0x900000, 0x910000}})
	want := []PackageSize{{"github.com/a/b", 150}, {sizeRest, 82}, {sizeShared, 31}, {"github.com/x/v2", 30}, {"main", 7}}
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
