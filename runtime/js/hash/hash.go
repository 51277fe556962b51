// Package hash has the digests that a provider may ask of crypto: md5, sha1,
// sha224, sha256, sha384, sha512, and HMAC over each.
//
// They are here because a guest has to stay under 10 MiB and goja leaves 440 kB
// of that: importing any crypto/* hash links the FIPS module, 160 to 220 kB. The
// tests compare every one with the standard library's.
package hash

import (
	"encoding/binary"
	"slices"
	"strings"
)

// Digest is a running hash; Write never fails.
type Digest struct {
	algorithm *algorithm
	state     []uint64
	rest      []byte // less than a block
	length    uint64 // bytes written
}

// algorithm is one hash: how its blocks are mixed and its state is written out.
type algorithm struct {
	block, size  int // bytes
	word         int // bytes of a word of the result
	littleEndian bool
	initial      []uint64
	mix          func(state []uint64, block []byte)
}

// New starts a hash by name; case and dashes don't matter (SHA-256, sha256). It
// gives nil for a name it does not know.
func New(name string) *Digest {
	a := algorithms[strings.ReplaceAll(strings.ToLower(name), "-", "")]
	if a == nil {
		return nil
	}
	return &Digest{algorithm: a, state: slices.Clone(a.initial)}
}

// Size is the length of Sum in bytes.
func (d *Digest) Size() int { return d.algorithm.size }

// Clone gives an independent copy.
func (d *Digest) Clone() *Digest {
	c := *d
	c.state, c.rest = slices.Clone(d.state), slices.Clone(d.rest)
	return &c
}

// Write adds p.
func (d *Digest) Write(p []byte) (int, error) {
	n := len(p)
	d.length += uint64(n)
	size := d.algorithm.block
	if len(d.rest) > 0 {
		take := min(size-len(d.rest), len(p))
		d.rest, p = append(d.rest, p[:take]...), p[take:]
		if len(d.rest) < size {
			return n, nil
		}
		d.algorithm.mix(d.state, d.rest)
		d.rest = d.rest[:0]
	}
	for ; len(p) >= size; p = p[size:] {
		d.algorithm.mix(d.state, p[:size])
	}
	d.rest = append(d.rest, p...)
	return n, nil
}

// Sum gives the hash of all that was written; d can be written on.
func (d *Digest) Sum() []byte {
	c, a := d.Clone(), d.algorithm
	lengthSize := a.block / 8 // 8 bytes, or 16 of which the upper 8 are zero
	padded := slices.Concat(c.rest, []byte{0x80})
	for len(padded)%a.block != a.block-lengthSize {
		padded = append(padded, 0)
	}
	padded = append(padded, make([]byte, lengthSize-8)...)
	padded = a.order().AppendUint64(padded, d.length*8)
	for ; len(padded) > 0; padded = padded[a.block:] {
		a.mix(c.state, padded[:a.block])
	}
	return a.write(c.state)
}

func (a *algorithm) order() binary.AppendByteOrder {
	if a.littleEndian {
		return binary.LittleEndian
	}
	return binary.BigEndian
}

func (a *algorithm) write(state []uint64) []byte {
	var out []byte
	for _, word := range state {
		if a.word == 8 {
			out = a.order().AppendUint64(out, word)
		} else {
			out = a.order().AppendUint32(out, uint32(word))
		}
	}
	return out[:a.size]
}

var algorithms = map[string]*algorithm{
	"md5":    {block: 64, size: 16, word: 4, littleEndian: true, initial: shortInitial[:4], mix: mixMD5},
	"sha1":   {block: 64, size: 20, word: 4, initial: shortInitial, mix: mixSHA1},
	"sha224": {block: 64, size: 28, word: 4, initial: lower(squareRoots[8:]), mix: mixSHA256},
	"sha256": {block: 64, size: 32, word: 4, initial: upper(squareRoots[:8]), mix: mixSHA256},
	"sha384": {block: 128, size: 48, word: 8, initial: squareRoots[8:], mix: mixSHA512},
	"sha512": {block: 128, size: 64, word: 8, initial: squareRoots[:8], mix: mixSHA512},
}

// upper and lower give the halves of 64-bit words: SHA-256 and SHA-224 start
// from those of SHA-512 and SHA-384.
func upper(words []uint64) []uint64 { return halves(words, 32) }

func lower(words []uint64) []uint64 { return halves(words, 0) }

func halves(words []uint64, shift int) []uint64 {
	out := make([]uint64, len(words))
	for i, w := range words {
		out[i] = uint64(uint32(w >> shift))
	}
	return out
}
