package js

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// textNatives turn bytes to text and back; the names of encodings are Buffer's.
func (vm *VM) textNatives() map[string]nativeFunc {
	return map[string]nativeFunc{
		"encode": func(call goja.FunctionCall) goja.Value {
			return newBytes(vm.rt, encodeText(stringOf(call.Argument(0)), call.Argument(1).String()))
		},
		"decode": func(call goja.FunctionCall) goja.Value {
			return vm.decodeText(vm.bytes(call, 0), call.Argument(1).String())
		},
		// decodeUTF8(bytes, fatal, stream) gives [text, bytes left over], or
		// null where fatal bytes are not UTF-8.
		"decodeUTF8": func(call goja.FunctionCall) goja.Value {
			text, rest, ok := decodeUTF8(vm.bytes(call, 0), call.Argument(1).ToBoolean(), call.Argument(2).ToBoolean())
			if !ok {
				return goja.Null()
			}
			return vm.rt.NewArray(vm.rt.ToValue(text), newBytes(vm.rt, append([]byte{}, rest...)))
		},
		"wellFormed": func(call goja.FunctionCall) goja.Value { return wellFormed(stringOf(call.Argument(0))) },
	}
}

// encodeText gives the bytes of a string. What is no text of the encoding is
// dropped, as Buffer does.
func encodeText(s goja.String, encoding string) []byte {
	switch encoding {
	case "latin1":
		return eachUnit(s, 1)
	case "utf16le":
		return eachUnit(s, 2)
	case "base64":
		return looseBase64(s.String())
	case "hex":
		return looseHex(s.String())
	}
	return []byte(s.String())
}

// stringOf gives a value as a string of UTF-16 units; goja's ToString leaves
// numbers as they are.
func stringOf(v goja.Value) goja.String {
	if s, ok := v.ToString().(goja.String); ok {
		return s
	}
	return goja.StringFromUTF16(utf16.Encode([]rune(v.String())))
}

// wellFormed replaces surrogates that stand alone.
func wellFormed(s goja.String) goja.Value {
	out := unitsOf(s)
	for i := 0; i < len(out); i++ {
		switch {
		case !utf16.IsSurrogate(rune(out[i])):
		case i+1 < len(out) && utf16.DecodeRune(rune(out[i]), rune(out[i+1])) != utf8.RuneError:
			i++
		default:
			out[i] = utf8.RuneError
		}
	}
	return goja.StringFromUTF16(out)
}

func eachUnit(s goja.String, width int) []byte {
	out := make([]byte, 0, s.Length()*width)
	for i := range s.Length() {
		unit := s.CharAt(i)
		out = append(out, byte(unit))
		if width == 2 {
			out = append(out, byte(unit>>8))
		}
	}
	return out
}

func (vm *VM) decodeText(b []byte, encoding string) goja.Value {
	switch encoding {
	case "latin1":
		return units(len(b), func(i int) uint16 { return uint16(b[i]) })
	case "ascii":
		return units(len(b), func(i int) uint16 { return uint16(b[i] & 0x7f) })
	case "utf16le":
		return units(len(b)/2, func(i int) uint16 { return uint16(b[2*i]) | uint16(b[2*i+1])<<8 })
	case "base64":
		return vm.rt.ToValue(base64.StdEncoding.EncodeToString(b))
	case "base64url":
		return vm.rt.ToValue(base64.RawURLEncoding.EncodeToString(b))
	case "hex":
		return vm.rt.ToValue(hex.EncodeToString(b))
	}
	text, _, _ := decodeUTF8(b, false, false)
	return vm.rt.ToValue(text)
}

func units(n int, unit func(int) uint16) goja.Value {
	out := make([]uint16, n)
	for i := range out {
		out[i] = unit(i)
	}
	return goja.StringFromUTF16(out)
}

// looseBase64 reads either alphabet, skips what belongs to neither and stops at
// the padding.
func looseBase64(s string) []byte {
	text, _, _ := strings.Cut(s, "=")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '-':
			return '+'
		case r == '_':
			return '/'
		case isBase64(r):
			return r
		}
		return -1
	}, text)
	if len(text)%4 == 1 {
		text = text[:len(text)-1]
	}
	b, _ := base64.RawStdEncoding.DecodeString(text)
	return b
}

func isBase64(c rune) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/'
}

func looseHex(s string) []byte {
	b := make([]byte, hex.DecodedLen(len(s)))
	n, _ := hex.Decode(b, []byte(s[:len(s)&^1]))
	return b[:n]
}

// forgivingBase64 decodes as atob does; ok is false where s is none.
func forgivingBase64(s string) (b []byte, ok bool) {
	s = strings.NewReplacer(" ", "", "\t", "", "\n", "", "\f", "", "\r", "").Replace(s)
	if len(s)%4 == 0 {
		s = strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
	}
	if len(s)%4 == 1 {
		return nil, false
	}
	b, err := base64.RawStdEncoding.DecodeString(s)
	return b, err == nil
}
