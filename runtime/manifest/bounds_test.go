package manifest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// bounded cases lie on both sides of a bound; which side is which, the SDK says.
func boundedCases(t *testing.T) map[string][]byte {
	t.Helper()
	valid := examples(t, "valid/*.toml")
	node, exec := string(valid["node-full"]), string(valid["exec-full"])
	cases := map[string][]byte{}
	for _, extra := range []int{-1, 0, 1} {
		n := MaxBytes + extra
		cases[fmt.Sprintf("file of %d bytes", n)] = append([]byte(node), bytes.Repeat([]byte("#"), n-len(node))...)
	}
	for _, n := range []int{127, 128, 129} {
		cases[fmt.Sprintf("%d commands", n)] = []byte(strings.Split(exec, "[[commands")[0] + commandEntries(n))
	}
	for _, text := range []string{"x", "云", "\\u0001", `\"`, "\\b", "\U0001F600"} {
		for size := range 3 {
			entry := `description_zh = "` + strings.Repeat(text, 10) + `"`
			cases[fmt.Sprintf("entry of %s near 64 KiB, %d", text, size)] = []byte(fill(exec, entry, text, size-1))
		}
	}
	for _, n := range []int{1, 100, 400, 600, 5000} {
		cases[fmt.Sprintf("%d arrays", n)] = []byte(node + "\n[x]\ny = " + strings.Repeat("[", n) + strings.Repeat("]", n))
		cases[fmt.Sprintf("%d inline tables", n)] = []byte(node + "\n[x]\ny = " + strings.Repeat("{a=", n*2/3) + "1" + strings.Repeat("}", n*2/3))
		cases[fmt.Sprintf("%d dots", n)] = []byte(node + "\n[x]\ny" + strings.Repeat(".y", n%2000) + " = 1")
	}
	return cases
}

func commandEntries(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[[commands.entries]]\nid = \"c%d\"\ndescription = \"d\"\ndescription_zh = \"d\"\neffect = \"read\"\nidempotent = true\n", i)
		b.WriteString("input_schema = { type = \"object\", additionalProperties = false }\noutput_schema = {}\n")
	}
	return b.String()
}

// fill makes the first command of exec as long as an entry may be, and off
// bytes more, by its descriptions: text many times, and x for the rest.
func fill(exec, entry, text string, off int) string {
	set := func(n, rest int) string {
		return strings.Replace(exec, `description = "Lists regions."`, `description = "`+strings.Repeat(text, n)+strings.Repeat("x", rest)+`"`, 1)
	}
	length := func(src string) int {
		root := tree(src)
		return jsonLen(root.Value("commands").Table.Value("entries").Items[0])
	}
	one := length(set(2, 0)) - length(set(1, 0))
	room := maxCommandBytes + off - length(set(0, 0))
	return set(room/one, room%one)
}

func TestBoundsAreTheSDKs(t *testing.T) {
	sdk := theSDK(t)
	for name, src := range boundedCases(t) {
		a := sdk.ask(t, src)
		if d := sameVerdict(t, src, a); d != "" {
			t.Errorf("%s: %.500s", name, d)
		}
		sound(t, src)
		want := !strings.Contains(name, "129") && !strings.Contains(name, fmt.Sprint(MaxBytes+1)) && !strings.HasSuffix(name, ", 2") &&
			!strings.HasPrefix(name, "600 ") && !strings.HasPrefix(name, "5000 ") || strings.HasSuffix(name, "dots")
		if a.OK != want {
			t.Errorf("%s: the SDK says %v", name, a.OK)
		}
	}
}
