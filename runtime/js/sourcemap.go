package js

import (
	"encoding/json"
	"strings"

	"github.com/go-sourcemap/sourcemap"
)

// consumer reads a source map; nil where there is none or it can't be read.
//
// goja looks a place up with columns from 1 while a map has them from 0, which
// gives the token after the right one and a column too small by one. Shifting
// the map's columns on both sides by one makes both right.
func consumer(name string, data []byte) *sourcemap.Consumer {
	if len(data) == 0 {
		return nil
	}
	var m struct {
		Version  int      `json:"version"`
		Sources  []string `json:"sources"`
		Names    []string `json:"names"`
		Mappings string   `json:"mappings"`
	}
	if json.Unmarshal(data, &m) != nil {
		return nil
	}
	m.Mappings, m.Names = shiftColumns(m.Mappings), []string{}
	shifted, err := json.Marshal(m)
	if err != nil {
		return nil
	}
	c, err := sourcemap.Parse(name, shifted)
	if err != nil {
		return nil
	}
	return c
}

const vlqDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// shiftColumns adds one to every generated and original column. Both are
// written as differences: the generated one starts anew on each line, the
// original one never does. A segment's name is left out.
func shiftColumns(mappings string) string {
	var out strings.Builder
	out.Grow(len(mappings) + len(mappings)/8)
	firstOriginal := true
	for i, line := range strings.Split(mappings, ";") {
		if i > 0 {
			out.WriteByte(';')
		}
		for j, segment := range strings.Split(line, ",") {
			if j > 0 {
				out.WriteByte(',')
			}
			fields := vlqFields(segment)
			if j == 0 && len(fields) > 0 {
				fields[0]++
			}
			if firstOriginal && len(fields) >= 4 {
				fields[3]++
				firstOriginal = false
			}
			writeVLQ(&out, fields[:min(len(fields), 4)])
		}
	}
	return out.String()
}

func vlqFields(segment string) []int {
	var fields []int
	value, shift := 0, 0
	for i := range len(segment) {
		digit := strings.IndexByte(vlqDigits, segment[i])
		if digit < 0 || shift > 30 {
			return nil
		}
		value |= digit & 31 << shift
		shift += 5
		if digit&32 == 0 {
			if value&1 != 0 {
				value = -(value >> 1)
			} else {
				value >>= 1
			}
			fields = append(fields, value)
			value, shift = 0, 0
		}
	}
	return fields
}

func writeVLQ(out *strings.Builder, fields []int) {
	for _, value := range fields {
		v := value << 1
		if value < 0 {
			v = -value<<1 | 1
		}
		for ; v > 31; v >>= 5 {
			out.WriteByte(vlqDigits[v&31|32])
		}
		out.WriteByte(vlqDigits[v])
	}
}
