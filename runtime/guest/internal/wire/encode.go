package wire

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Tags of the values.
const (
	tagNil byte = iota
	tagFalse
	tagTrue
	tagNumber // 8 bytes, float64
	tagString // length, UTF-8
	tagBytes  // length, bytes
	tagArray  // count, values
	tagMap    // count, keys (as strings without a tag) and values
	tagStream // id
)

// encoder appends values to buf. open registers a stream and gives its id; nil
// where no stream may be.
type encoder struct {
	buf   []byte
	nodes int
	open  func(Stream) (uint32, error)
}

// Encode gives the binary form of a value without streams.
func Encode(v any) ([]byte, error) {
	var e encoder
	err := e.value(v, 0)
	return e.buf, err
}

func (e *encoder) value(v any, depth int) error {
	if e.nodes++; e.nodes > MaxNodes {
		return fmt.Errorf("a value of more than %d parts", MaxNodes)
	}
	if depth > MaxDepth {
		return fmt.Errorf("a value nested deeper than %d", MaxDepth)
	}
	switch v := v.(type) {
	case nil:
		e.buf = append(e.buf, tagNil)
	case bool:
		e.bool(v)
	case string:
		e.text(tagString, v)
	case []byte:
		e.buf = append(binary.AppendUvarint(append(e.buf, tagBytes), uint64(len(v))), v...)
	case []any:
		return e.array(v, depth)
	case map[string]any:
		return e.object(v, depth)
	case Stream:
		return e.stream(v)
	default:
		return e.other(v, depth)
	}
	return nil
}

func (e *encoder) bool(v bool) {
	tag := tagFalse
	if v {
		tag = tagTrue
	}
	e.buf = append(e.buf, tag)
}

func (e *encoder) text(tag byte, s string) {
	e.buf = binary.AppendUvarint(append(e.buf, tag), uint64(len(s)))
	e.buf = append(e.buf, s...)
}

func (e *encoder) array(list []any, depth int) error {
	e.buf = binary.AppendUvarint(append(e.buf, tagArray), uint64(len(list)))
	for _, v := range list {
		if err := e.value(v, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) object(m map[string]any, depth int) error {
	e.buf = binary.AppendUvarint(append(e.buf, tagMap), uint64(len(m)))
	for k, v := range m {
		e.buf = append(binary.AppendUvarint(e.buf, uint64(len(k))), k...)
		if err := e.value(v, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) stream(s Stream) error {
	if e.open == nil {
		return fmt.Errorf("a stream can't be here")
	}
	id, err := e.open(s)
	if err != nil {
		return err
	}
	e.buf = binary.AppendUvarint(append(e.buf, tagStream), uint64(id))
	return nil
}

// other takes the types that are only a convenience for Go.
func (e *encoder) other(v any, depth int) error {
	switch v := v.(type) {
	case int:
		return e.number(float64(v))
	case int64:
		return e.number(float64(v))
	case uint32:
		return e.number(float64(v))
	case float64:
		return e.number(v)
	case []string:
		return e.array(widen(v), depth)
	case map[string]string:
		m := make(map[string]any, len(v))
		for k, s := range v {
			m[k] = s
		}
		return e.object(m, depth)
	case []map[string]any:
		return e.array(widen(v), depth)
	}
	return fmt.Errorf("a %T can't cross", v)
}

func (e *encoder) number(f float64) error {
	e.buf = binary.BigEndian.AppendUint64(append(e.buf, tagNumber), math.Float64bits(f))
	return nil
}

func widen[T any](list []T) []any {
	wide := make([]any, len(list))
	for i, v := range list {
		wide[i] = v
	}
	return wide
}
