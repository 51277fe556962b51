package manifest

import (
	"bytes"
	"math/rand/v2"
	"strings"
)

// mutate changes a manifest in one to three ways; the same rng gives the same
// mutants.
func mutate(rng *rand.Rand, src []byte) []byte {
	lines := strings.Split(string(src), "\n")
	for range 1 + rng.IntN(2) {
		lines = append(mutations[rng.IntN(len(mutations))](rng, lines), "")
	}
	out := []byte(strings.Join(lines, "\n"))
	if rng.IntN(4) == 0 {
		out = mutateBytes(rng, out)
	}
	return out
}

var mutations = []func(*rand.Rand, []string) []string{
	deleteLine, duplicateLine, swapLines, moveBlock, otherValue, otherValue, otherValue, otherValue,
	otherElement, otherElement, otherKey, otherHeader, insertLine, insertLine, dotted,
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

func deleteLine(rng *rand.Rand, l []string) []string {
	i := rng.IntN(len(l))
	return append(append([]string{}, l[:i]...), l[i+1:]...)
}

func duplicateLine(rng *rand.Rand, l []string) []string {
	i, j := rng.IntN(len(l)), rng.IntN(len(l)+1)
	return insert(l, j, l[i])
}

func insert(l []string, at int, line string) []string {
	return append(append(append([]string{}, l[:at]...), line), l[at:]...)
}

func swapLines(rng *rand.Rand, l []string) []string {
	out := append([]string{}, l...)
	i, j := rng.IntN(len(l)), rng.IntN(len(l))
	out[i], out[j] = out[j], out[i]
	return out
}

// moveBlock puts one [table] with its keys somewhere else, or drops it.
func moveBlock(rng *rand.Rand, l []string) []string {
	from := rng.IntN(len(l))
	for from > 0 && !strings.HasPrefix(l[from], "[") {
		from--
	}
	to := from + 1
	for to < len(l) && !strings.HasPrefix(l[to], "[") {
		to++
	}
	block := append([]string{}, l[from:to]...)
	rest := append(append([]string{}, l[:from]...), l[to:]...)
	if len(rest) == 0 || rng.IntN(3) == 0 {
		return append(rest, "")
	}
	at := rng.IntN(len(rest))
	return append(append(append([]string{}, rest[:at]...), block...), rest[at:]...)
}

var values = []string{
	`""`, `" "`, `"\u001c"`, `"x"`, `'x'`, `"""x"""`, `'''x'''`, `"\u0000"`, `"a\nb"`, `"\x41"`, `"\e"`, `"\ud800"`, `"é"`,
	"0", "1", "-1", "99", "100", "3600000", "3600001", "0x64", "1_000", "+1", "01", "1.0", "1e2", "nan", "-inf", "9223372036854775807",
	"9223372036854775808", "true", "false", "True", "1979-05-27", "1979-02-30", "0000-01-01", "07:32:00", "07:32", "1979-05-27T07:32:00Z",
	"1979-05-27 07:32:00-24:00", "[]", "[[]]", "[{}]", "{}", `["x"]`, `["x", 1]`, `[""]`, "[1]", "[true]", `[["api_key"]]`, `[["api_key", 1]]`,
	"{ a = 1 }", "{ a = 1, }", "{ a.b = 1, a.c = 2 }", "{ a = {}, a.b = 1 }", `"exec"`, `"node"`, `"rest"`, `"python"`, `"epp/1"`, `"node/1"`,
	`"provider.mjs"`, `"a.js"`, `"../a.mjs"`, `"a/../../b.js"`, `'a\..\..\b.js'`, `"/a.mjs"`, `"A.MJS"`, `"https://x"`, `"HTTP://x"`, `"ftp://x"`,
	`"enum"`, `"float"`, `"1.0"`, `"1.0a1.dev2"`, `"1!2.3"`, `"v1-1"`, `"1.0-"`, `">=0"`, `">=1,bad"`, `"<1,bad"`, `"~=1.2.3"`, `"==1.*"`, `"abx-x"`,
	`"e2b"`, `"default"`, `"alicloud-x"`, `"a"`, `"a-b-c"`, `"a--b"`, `"my-cloud\n"`, `["sandbox.create"]`, `["sandbox.create", "sandbox.create"]`,
	`["template.prepare"]`, `["code.execute"]`, `["source"]`, `["<tag>"]`, `["any"]`, `["ABX_X"]`, `["abx_x"]`, `["A B"]`, `["sandbox_api_key"]`,
	`["pty", "code.interpret", "templates.deploy"]`, `{ scheme = "bearer" }`, `{ scheme = "basic" }`, `{ sandbox_domain = "x" }`, `{ other = "x" }`,
	`{ sdk = ">=9" }`, `{ sdk = 1 }`, `"read"`, `"object"`, `{ type = "object", additionalProperties = false }`, `"provider-commands/1"`,
}

func otherValue(rng *rand.Rand, l []string) []string {
	out := append([]string{}, l...)
	for range 20 {
		i := rng.IntN(len(out))
		if key, _, ok := strings.Cut(out[i], "="); ok {
			out[i] = key + "= " + pick(rng, values)
			break
		}
	}
	return out
}

// otherElement replaces or adds one string inside an array or table of a line.
func otherElement(rng *rand.Rand, l []string) []string {
	words := []string{
		"sandbox.pause", "code.stream", "template.prepare", "files.rw", "pty", "unknown", "image", "entrypoint", "none", "<tag>", "home", "PATH",
		"9x", "E2B_X", "alıcloud_x", "sandbox_domain", "api_key", "user", "api-key", "x.bat", "./x.CMD", "../x", `.\\..\\x`, "", "node/1",
	}
	out := append([]string{}, l...)
	for range 20 {
		i := rng.IntN(len(out))
		parts := strings.Split(out[i], `"`)
		if len(parts) < 3 {
			continue
		}
		at := 1 + 2*rng.IntN(len(parts)/2)
		parts[at] = pick(rng, words)
		if rng.IntN(3) == 0 {
			parts[at] += `", "` + pick(rng, words)
		}
		out[i] = strings.Join(parts, `"`)
		break
	}
	return out
}

func otherKey(rng *rand.Rand, l []string) []string {
	keys := []string{
		"id", "ID", `"id"`, "'id'", `"\u0069d"`, "type", "secret", "default", "env", "choices", "kind", "entry", "command", "protocol", "a.b",
		"requires.sdk", `""`, "é", "supported", "cli", "python", "inputs", "startups", "source_placeholders", "effect", `"$ref"`, "pattern", "format",
		"additionalProperties", "__proto__", "constructor", `"key\n"`, "any_of", "inherit", "base_url", "auth.scheme",
	}
	out := append([]string{}, l...)
	for range 20 {
		i := rng.IntN(len(out))
		if _, value, ok := strings.Cut(out[i], "="); ok {
			out[i] = pick(rng, keys) + " =" + value
			break
		}
	}
	return out
}

func otherHeader(rng *rand.Rand, l []string) []string {
	headers := []string{
		"[provider]", "[Provider]", "[[provider]]", "[runtime]", "[ runtime . x ]", "[endpoint]", "[endpoint.derive]", "[features]", "[operations]",
		"[operations.cli]", "[workflow]", "[security]", "[core]", "[auth]", "[config]", "[config.fields]", "[config.fields.http2]", "[config.fields.Key]",
		"[config.fields.shortcuts_x]", "[[config.fields.x]]", "[config.fields.'a b']", "[config.fields.x.default]", "[commands]", "[[commands.entries]]",
		"[commands.entries.input_schema]", "[commands.entries.input_schema.properties.constructor]", "[compat.requires]", "[]", "[a", "[a]]", "[[a]", `["a"."b"]`, "[manifest_version]",
	}
	out := append([]string{}, l...)
	for range 20 {
		i := rng.IntN(len(out))
		if strings.HasPrefix(out[i], "[") {
			out[i] = pick(rng, headers)
			return out
		}
	}
	return insert(out, rng.IntN(len(out)), pick(rng, headers))
}

func insertLine(rng *rand.Rand, l []string) []string {
	lines := []string{
		"", "# comment", "#\x01", "\t x = 1 \t# tab", "x = 1", "x.y = 1", "a.b.c = {}", "secret = \"no\"", "required = 0", "credential = []", "default = 0",
		"default = [nan, {a = 1979-05-27}]", "type = \"enum\"", "choices = [\"a\"]", "env = [\"X\"]", "env = [\"\"]", "env = [\"e2b_x\"]", "spawns_processes = {}",
		"platforms = [\"x\"]", "platforms = 1", "call_timeout_ms = true", "startup_timeout_ms = 100.0", "protocol = \"\"", "kind = \"rest\"", "operation_contract_version = 1",
		"operation_contract_version = 1.0", "x = \"\"\"", "\"\"\"", "x = '''", "'''", "x = [", "]", "x = {", "}", "=", "x =", "x", "x = 1 y = 2", "\r", "x = 1\r", "\uFEFF", "\u00a0",
		"description = \"\"\"a\\\n\n  b\\ \nc\"\"\"", "description = \"\"\"\"quoted\"\"\"\"\"", "name = '''a''''''", "homepage = 1", "features = 1", "config.fields.zz.secret = true",
		"commands.protocol = \"provider-commands/1\"", "commands.entries = []", "commands = {}", "[[a]]\n[a.b]\n[[a]]\n[a.b]", "[[a]]\n[a]", "[b]\nc.d = 1\n[b.c]", "[b.c.d]\n[b]\nc.x = 1",
		"e = [{x = 1}]\n[[e]]", "f = {g = {}}\n[f.g]", "f = {g = {}}\nf.h = 1", "g = []\n[g.h]",
	}
	return insert(l, rng.IntN(len(l)+1), pick(rng, lines))
}

// dotted turns a key into a dotted one or a table, or back.
func dotted(rng *rand.Rand, l []string) []string {
	out := append([]string{}, l...)
	for range 20 {
		i := rng.IntN(len(out))
		key, value, ok := strings.Cut(out[i], "=")
		if !ok {
			continue
		}
		switch rng.IntN(3) {
		case 0:
			out[i] = strings.TrimSpace(key) + ".x =" + value
		case 1:
			out[i] = "x." + key + "=" + value
		default:
			out[i] = strings.ReplaceAll(key, ".", "_") + "= { " + strings.TrimSpace(key) + " =" + value + " }"
		}
		break
	}
	return out
}

// mutateBytes changes single characters.
func mutateBytes(rng *rand.Rand, src []byte) []byte {
	chars := []string{"\x00", "\x7f", "\t", " ", "\n", "\r", "\"", "'", "\\", "[", "]", "{", "}", "=", ".", ",", "#", "_", "-", "+", "e", "x", "0", "\xff", "\xc3", "“", "\u0085", "\u2028", "\U0001F600"}
	out := bytes.Clone(src)
	for range 1 + rng.IntN(2) {
		i := rng.IntN(len(out) + 1)
		switch c := pick(rng, chars); {
		case rng.IntN(3) == 0 || i == len(out):
			out = append(out[:i:i], append([]byte(c), out[i:]...)...)
		case rng.IntN(2) == 0:
			out = append(out[:i:i], out[i+1:]...)
		default:
			out = append(out[:i:i], append([]byte(c), out[i+1:]...)...)
		}
	}
	return out
}
