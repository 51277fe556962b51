package manifest

import ("testing";"os";"path/filepath";"fmt")

func TestSmoke(t *testing.T) {
	files,_ := filepath.Glob("testdata/dialect/*.toml")
	for _, f := range files {
		b,_ := os.ReadFile(f)
		m, l := Parse(filepath.Base(f), b)
		fmt.Println("==", filepath.Base(f), m != nil)
		l.Text(os.Stdout)
	}
}
