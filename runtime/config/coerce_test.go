package config

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/testenv"
)

type coerceCase struct {
	Type    string   `json:"type"`
	Choices []string `json:"choices"`
	Kind    string   `json:"kind"`
	Raw     string   `json:"raw"`
}

var types = []string{"string", "int", "float", "bool", "enum", "path", "url", "csv"}

// pieces make texts that numbers, truth values and choices are near to.
var pieces = []string{"1", "0", "3", "12", ".", "0", "_", "+", "-", "e", "E", "inf", "nan", "Infinity", "true", "Yes", "on", "OFF", "no", " ", "\t", "\u00a0", "\u2003", "\x1c",
	"３", "٤", "x", "é", "SMALL", "small", ",", "0x1p-2", "9007199254740993", "９"}

func generate(r *rand.Rand) coerceCase {
	c := coerceCase{Type: types[r.IntN(len(types))], Kind: "str"}
	if c.Type == "enum" {
		c.Choices = []string{"SMALL", "LARGE", "1", "mixed"}
	}
	switch r.IntN(8) {
	case 0:
		c.Kind, c.Raw = "int", strconv.FormatInt(r.Int64N(2000)-1000, 10)
	case 1:
		c.Kind, c.Raw = "float", floatText(float64(r.IntN(2000)-1000)*[]float64{1, 0.1, 1e-7, 1e15, 1e17}[r.IntN(5)])
	case 2:
		c.Kind, c.Raw = "bool", []string{"True", "False"}[r.IntN(2)]
	case 3:
		c.Kind, c.Raw = "list", []string{`[]`, `["a","b"]`, `[1,true,2.5]`, `["a,b"," c "]`, `[""]`}[r.IntN(5)]
	default:
		for range r.IntN(5) {
			c.Raw += pieces[r.IntN(len(pieces))]
		}
	}
	return c
}

func (c coerceCase) value(t *testing.T) any {
	switch c.Kind {
	case "int":
		n, _ := strconv.ParseInt(c.Raw, 10, 64)
		return n
	case "float":
		f, _ := strconv.ParseFloat(c.Raw, 64)
		return f
	case "bool":
		return c.Raw == "True"
	case "list":
		return decodeList(t, c.Raw)
	}
	return c.Raw
}

// decodeList keeps 1 an integer, as TOML does.
func decodeList(t *testing.T, raw string) []any {
	var items []any
	if err := json.Unmarshal([]byte(raw), &items); err != nil {
		t.Fatal(err)
	}
	for i, item := range items {
		if f, ok := item.(float64); ok && f == float64(int64(f)) {
			items[i] = int64(f)
		}
	}
	return items
}

// shown is a value as testdata/coerce.py shows its own.
func shown(v any, ok bool) string {
	if !ok {
		return "null"
	}
	name := map[string]string{"string": "str", "int64": "int", "float64": "float", "bool": "bool"}[fmt.Sprintf("%T", v)]
	text, _ := Text(v)
	out := &bytes.Buffer{}
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode([]string{name, text})
	return strings.TrimSpace(out.String())
}

// TestCoerceLikeTheHost holds Coerce to the published resolver over generated
// values of every type.
func TestCoerceLikeTheHost(t *testing.T) {
	python := testenv.Python(t, testenv.SDK)
	r := rand.New(rand.NewPCG(1, 2))
	cases := make([]coerceCase, 6000)
	var in bytes.Buffer
	for i := range cases {
		cases[i] = generate(r)
		line, _ := json.Marshal(cases[i])
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command(python, "testdata/coerce.py")
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	for _, c := range cases {
		if !lines.Scan() {
			t.Fatal("the host gave too few answers")
		}
		v, ok := Coerce(api.Field{Key: "k", Type: c.Type, Choices: c.Choices}, c.value(t))
		compare(t, c, lines.Bytes(), shown(v, ok))
	}
}

func compare(t *testing.T, c coerceCase, host []byte, ours string) {
	t.Helper()
	var want, got []string
	_ = json.Unmarshal(host, &want)
	_ = json.Unmarshal([]byte(ours), &got)
	if fmt.Sprint(want) == fmt.Sprint(got) {
		return
	}
	if len(want) == 2 && want[0] == "int" && len(strings.TrimLeft(want[1], "-")) > 18 {
		return // beyond 64 bits: unset here, and said so in Coerce
	}
	t.Errorf("%+v: host %s, ours %s", c, host, ours)
}

func FuzzCoerce(f *testing.F) {
	for _, text := range []string{"3", "3.0", "1_000", "inf", "", " true ", "0x1p-2", "٤"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, typ := range types {
			v, ok := Coerce(api.Field{Type: typ, Choices: []string{"A"}}, text)
			if !ok {
				continue
			}
			if again, ok := Coerce(api.Field{Type: typ, Choices: []string{"A"}}, v); !ok || shown(again, true) != shown(v, true) {
				t.Errorf("%s %q: %v, then %v", typ, text, v, again)
			}
		}
	})
}
