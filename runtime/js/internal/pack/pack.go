// Package pack keeps the prelude's files compressed: 136 kB of text would be a
// third of what goja leaves of a guest's 10 MiB. Each file stands alone, so that
// only those that are used are unpacked.
package pack

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"maps"
	"slices"
)

// Pack joins files: for each its name's length, name, size of the compressed
// text, and that text, sizes as little-endian 32-bit numbers.
func Pack(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		var packed bytes.Buffer
		w, err := flate.NewWriter(&packed, flate.BestCompression)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
		for _, part := range [][]byte{[]byte(name), packed.Bytes()} {
			out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(part))))
			out.Write(part)
		}
	}
	return out.Bytes(), nil
}

// Names lists the files of a pack.
func Names(packed []byte) []string {
	var names []string
	each(packed, func(name string, _ []byte) bool { names = append(names, name); return true })
	return names
}

// Unpack gives one file's text, nil where there is none of that name.
func Unpack(packed []byte, name string) ([]byte, error) {
	var found []byte
	each(packed, func(n string, text []byte) bool {
		if n == name {
			found = text
		}
		return n != name
	})
	if found == nil {
		return nil, nil
	}
	return io.ReadAll(flate.NewReader(bytes.NewReader(found)))
}

func each(packed []byte, f func(name string, text []byte) bool) {
	next := func() []byte {
		size := binary.LittleEndian.Uint32(packed)
		part := packed[4 : 4+size]
		packed = packed[4+size:]
		return part
	}
	for len(packed) > 0 {
		if name := next(); !f(string(name), next()) {
			return
		}
	}
}
