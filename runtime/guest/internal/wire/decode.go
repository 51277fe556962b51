package wire

import (
	"encoding/binary"
	"math"
	"strings"
)

// decoder takes values off data; bytes alias it. open gives the stream of an
// id; nil where no stream may be.
type decoder struct {
	data  []byte
	nodes int
	open  func(id uint32) (Stream, error)
}

// Decode reads a value without streams; nothing may follow it.
func Decode(data []byte) (any, error) {
	d := decoder{data: data}
	return d.whole()
}

func (d *decoder) whole() (any, error) {
	v, err := d.value(0)
	if err == nil && len(d.data) > 0 {
		return nil, malformed("%d bytes behind a value", len(d.data))
	}
	return v, err
}

func (d *decoder) value(depth int) (any, error) {
	if d.nodes++; d.nodes > MaxNodes || depth > MaxDepth {
		return nil, malformed("a value too large or too deep")
	}
	if len(d.data) == 0 {
		return nil, malformed("a value is cut")
	}
	tag := d.data[0]
	d.data = d.data[1:]
	switch tag {
	case tagNil:
		return nil, nil
	case tagFalse, tagTrue:
		return tag == tagTrue, nil
	case tagNumber:
		b, err := d.take(8)
		if err != nil {
			return nil, err
		}
		return math.Float64frombits(binary.BigEndian.Uint64(b)), nil
	case tagString:
		return d.text()
	case tagBytes:
		return d.bytes()
	case tagArray:
		return d.array(depth)
	case tagMap:
		return d.object(depth)
	case tagStream:
		return d.stream()
	}
	return nil, malformed("unknown tag %d", tag)
}

func (d *decoder) take(n uint64) ([]byte, error) {
	if n > uint64(len(d.data)) {
		return nil, malformed("a value is cut")
	}
	b := d.data[:n:n]
	d.data = d.data[n:]
	return b, nil
}

func (d *decoder) uint() (uint64, error) {
	n, size := binary.Uvarint(d.data)
	if size <= 0 {
		return 0, malformed("a bad length")
	}
	d.data = d.data[size:]
	return n, nil
}

func (d *decoder) bytes() ([]byte, error) {
	n, err := d.uint()
	if err != nil {
		return nil, err
	}
	return d.take(n)
}

func (d *decoder) text() (string, error) {
	b, err := d.bytes()
	return strings.ToValidUTF8(string(b), "\uFFFD"), err
}

// count reads how many parts follow; each takes at least a byte.
func (d *decoder) count() (int, error) {
	n, err := d.uint()
	if err == nil && n > uint64(len(d.data)) {
		return 0, malformed("a value is cut")
	}
	return int(n), err
}

func (d *decoder) array(depth int) (any, error) {
	n, err := d.count()
	if err != nil {
		return nil, err
	}
	list := make([]any, 0, min(n, 256))
	for range n {
		v, err := d.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (d *decoder) object(depth int) (any, error) {
	n, err := d.count()
	if err != nil {
		return nil, err
	}
	m := make(map[string]any, min(n, 64))
	for range n {
		k, err := d.text()
		if err != nil {
			return nil, err
		}
		if m[k], err = d.value(depth + 1); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (d *decoder) stream() (any, error) {
	id, err := d.uint()
	if err != nil {
		return nil, err
	}
	if d.open == nil || id > math.MaxUint32 {
		return nil, malformed("a stream where none may be")
	}
	s, err := d.open(uint32(id))
	if err != nil {
		return nil, err
	}
	return s, nil
}
