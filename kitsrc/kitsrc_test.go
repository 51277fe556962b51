package kitsrc_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/kitsrc"
	"github.com/abxgen/abxgen/runtime/testenv"
)

// TestEveryFileIsPartOfTheKit: a file that embed.go does not name would be lost.
func TestEveryFileIsPartOfTheKit(t *testing.T) {
	files, err := filepath.Glob("src/*.js")
	if err != nil {
		t.Fatal(err)
	}
	kit := string(kitsrc.Kit())
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(kit, string(text)) {
			t.Errorf("%s is not in the kit", name)
		}
	}
}

// TestTypes: tsc accepts kit.d.ts and a provider that uses all of it, and
// refuses one that misspells a method.
func TestTypes(t *testing.T) {
	tsc := filepath.Join(testenv.NodeModules(t), "typescript", "bin", "tsc")
	provider, err := os.ReadFile("testdata/provider.mjs")
	if err != nil {
		t.Fatal(err)
	}
	config, err := json.Marshal(map[string]any{
		"compilerOptions": map[string]any{
			"checkJs": true, "allowJs": true, "noEmit": true, "strict": true, "types": []string{},
			"module": "es2022", "moduleResolution": "bundler", "target": "es2022", "lib": []string{"es2023", "dom"},
		},
		"files": []string{"provider.mjs", "wrong.mjs", "kit.d.ts"},
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"tsconfig.json": string(config), "kit.d.ts": kitsrc.Types(), "provider.mjs": string(provider),
		"wrong.mjs": strings.Replace(string(provider), "super.get_info(id)", "super.get_inof(id)", 1),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command("node", tsc, "--pretty", "false", "-p", dir).CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err == nil || len(lines) != 1 || !strings.Contains(lines[0], "wrong.mjs") || !strings.Contains(lines[0], "'get_inof' does not exist") {
		t.Errorf("tsc says (%v), and should find get_inof only:\n%s", err, out)
	}
}

// TestTypesNameEverything: every method, field and error class of the kit's own
// files is in kit.d.ts, in both casings.
func TestTypesNameEverything(t *testing.T) {
	methods, err := os.ReadFile("src/methods.js")
	if err != nil {
		t.Fatal(err)
	}
	table, _, _ := strings.Cut(string(methods), "// Those whose result")
	errors, err := os.ReadFile("src/errors.js")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`"([a-z][a-z0-9_]+)"`).FindAllStringSubmatch(table, -1)
	names = append(names, regexp.MustCompile(`"([A-Za-z_]+) E[0-9]{4}"`).FindAllStringSubmatch(string(errors), -1)...)
	if len(names) < 60 {
		t.Fatalf("only %d names were found", len(names))
	}
	second := regexp.MustCompile(`_([a-z0-9])`)
	for _, n := range names {
		camel := second.ReplaceAllStringFunc(n[1], func(s string) string { return strings.ToUpper(s[1:]) })
		for _, name := range []string{n[1], camel} {
			if !regexp.MustCompile(`\b` + name + `\b`).MatchString(kitsrc.Types()) {
				t.Errorf("kit.d.ts does not know %s", name)
			}
		}
	}
}
