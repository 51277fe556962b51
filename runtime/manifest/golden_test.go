package manifest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

var update = flag.Bool("update", false, "write what the tests got into testdata")

func tree(src string) *toml10.Table {
	root, _, _ := toml10.Parse("m.toml", []byte(src))
	return root
}

// TestMessages holds everything that Parse says of the examples, places
// included, against the .txt beside each.
func TestMessages(t *testing.T) {
	for _, dir := range []string{"negative", "dialect", "valid"} {
		for name, src := range examples(t, dir+"/*.toml") {
			m, found := Parse(name+".toml", src)
			if (m == nil) != found.HasErrors() || dir == "negative" && m != nil {
				t.Errorf("%s: manifest %v", name, m)
			}
			golden := filepath.Join("testdata", dir, name+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(text(found)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Error(err)
			}
			if d := cmp.Diff(string(want), text(found)); d != "" {
				t.Errorf("%s: %s", name, d)
			}
		}
	}
}

// TestDialectCases holds the verdicts that the customer wants for cases/13.
func TestDialectCases(t *testing.T) {
	table, err := os.ReadFile(filepath.Join("testdata", "dialect", "expected.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	files := examples(t, "dialect/*.toml")
	rows := strings.Split(strings.TrimSpace(string(table)), "\n")[1:]
	if len(rows) != len(files) {
		t.Errorf("%d rows for %d files", len(rows), len(files))
	}
	for _, row := range rows {
		file, wanted, _ := strings.Cut(row, "\t")
		name := strings.TrimSuffix(file, ".toml")
		m, found := Parse(file, files[name])
		switch {
		case strings.HasPrefix(wanted, "reject") && m != nil:
			t.Errorf("%s is accepted", file)
		case strings.HasPrefix(wanted, "ok") && m == nil:
			t.Errorf("%s: %s", file, text(found))
		case strings.HasPrefix(wanted, "never silent") && len(found) == 0:
			t.Errorf("%s is accepted without a word", file)
		}
	}
}

func TestKeysAreReadByTheirExactName(t *testing.T) {
	src := examples(t, "dialect/ok-case-twice.toml")["ok-case-twice"]
	for range 50 {
		if m, found := Parse("m.toml", src); m == nil || m.ID.Value != "my-cloud" {
			t.Fatalf("id %v, %s", m, text(found))
		}
	}
}

func TestNoSecretIsPrinted(t *testing.T) {
	const canary = "sk-canary-31337"
	base := string(examples(t, "valid/authoring-node.toml")["authoring-node"])
	for _, value := range []string{
		`"` + canary + `"`, `["` + canary + `"]`, `{ a = "` + canary + `" }`, canary, `"` + canary, `'''` + canary, "“" + canary + "”",
		`"\x20` + canary + `"`, "\"" + canary + "\x00\"", "[\"" + canary + "\", 1979-13-01]", "1979-31337-", "31337.31337.31337", "{ a = \"" + canary + "\", }",
		"\"" + canary + "\"\ndefault = \"" + canary + "\"", "99931337999999999999999",
	} {
		src := strings.Replace(base, "secret = true", "secret = true\ndefault = "+value, 1)
		m, found := Parse("m.toml", []byte(src))
		if m != nil || strings.Contains(text(found), "31337") {
			t.Errorf("default = %s: %s", value, text(found))
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	if m, found := Load(dir); m != nil || text(found) != filepath.Join(dir, FileName)+": E8014: the file does not exist; name a folder that holds an abx-provider.toml\n" {
		t.Errorf("no file: %s", text(found))
	}
	if err := os.Mkdir(filepath.Join(dir, FileName), 0o755); err != nil {
		t.Fatal(err)
	}
	if m, found := Load(dir); m != nil || !hasCode(found, "E8014") {
		t.Errorf("a folder: %s", text(found))
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, FileName), examples(t, "valid/node-full.toml")["node-full"], 0o644); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, FileName)
	if m, found := Load(file); m != nil || text(found) != file+": E8014: a file is no provider; name the folder that it lies in: "+dir+"\n" {
		t.Errorf("the manifest itself: %s", text(found))
	}
	m, found := Load(dir)
	if m == nil {
		t.Fatal(text(found))
	}
	if m.Entry() != "src/provider.mjs" || m.EntryFile.Pos.String() != filepath.Join(dir, FileName)+":20:9" {
		t.Errorf("entry %q at %s", m.Entry(), m.EntryFile.Pos)
	}
}
