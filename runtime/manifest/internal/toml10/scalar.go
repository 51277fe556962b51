package toml10

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"
)

// What TOML 1.0 takes for a date or a time; the parser delimits them only.
var (
	reTime = `(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?`
	reDate = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(?:[Tt ]` + reTime + `(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$`)
	reOnly = regexp.MustCompile(`^` + reTime + `$`)
)

func (b *builder) scalar(v *Value, n *unstable.Node) {
	text := string(n.Data)
	switch n.Kind {
	case unstable.String:
		v.Kind, v.Str = String, text
		b.escapes(v.off, n.Raw)
	case unstable.Bool:
		v.Kind, v.Bool = Bool, text == "true"
	case unstable.Float:
		v.Kind = Float
		v.Float, _ = strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64) // out of range is ±Inf, as in Python
	case unstable.Integer:
		b.integer(v, text)
	default:
		v.Kind, v.Str = Date, text
		if !validDate(text) {
			b.errorf(v.off, "write 2024-05-31, 07:30:00 or 2024-05-31T07:30:00Z, or put the text in quotes", "this is no date or time of TOML 1.0")
		}
	}
}

func (b *builder) integer(v *Value, text string) {
	var err error
	v.Kind = Integer
	v.Int, err = strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 0, 64)
	if err != nil {
		v.Kind = Invalid
		b.errorf(v.off, "write a smaller number, or put it in quotes", "the integer does not fit in 64 bits")
	}
}

func validDate(text string) bool {
	if reOnly.MatchString(text) {
		return true
	}
	m := reDate.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	day, err := time.Parse(time.DateOnly, m[1])
	return err == nil && day.Year() > 0 // Python has no year 0
}

// escapes refuses \e and \xHH, which only TOML 1.1 has, in a basic string.
func (b *builder) escapes(off int, raw unstable.Range) {
	text := b.src.data[off : off+int(raw.Length)]
	if len(text) == 0 || text[0] != '"' {
		return
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if c := text[i+1]; c == 'e' || c == 'x' {
			b.errorf(off+i, `write \u001b or \u00HH`, `the escape \%c is not part of TOML 1.0`, c)
		}
		i++
	}
}
