package e2b

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// fields is a decoded JSON object whose members are read by any of several
// names: the wire's own and those of the kit's models (spec/kit.md).
type fields map[string]any

func decodeFields(body []byte) (fields, error) {
	var m fields
	err := decode(body, &m)
	return m, err
}

// decode keeps numbers as they were written.
func decode(body []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	return d.Decode(v)
}

func (f fields) any(names ...string) any {
	for _, n := range names {
		if v := f[n]; v != nil {
			return v
		}
	}
	return nil
}

func (f fields) object(names ...string) fields {
	switch v := f.any(names...).(type) {
	case map[string]any:
		return v
	case fields:
		return v
	}
	return nil
}

func (f fields) list(names ...string) []any {
	l, _ := f.any(names...).([]any)
	return l
}

func (f fields) text(names ...string) string { return textOf(f.any(names...)) }

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

func (f fields) number(names ...string) int64 {
	s := strings.TrimSpace(f.text(names...))
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return int64(x)
}

// when reads a date of RFC 3339 or a number of seconds or milliseconds since 1970.
func (f fields) when(names ...string) time.Time {
	s := f.text(names...)
	if s == "" {
		return time.Time{}
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil || n <= 0:
		return time.Time{}
	case n > 1e11:
		return time.UnixMilli(int64(n)).UTC()
	}
	return time.Unix(int64(n), 0).UTC()
}
