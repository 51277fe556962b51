package hash

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// shortInitial is where SHA-1 starts, and MD5 with the first four.
var shortInitial = []uint64{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}

func mixSHA1(state []uint64, block []byte) {
	var w [80]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(block[4*i:])
	}
	for i := 16; i < 80; i++ {
		w[i] = bits.RotateLeft32(w[i-3]^w[i-8]^w[i-14]^w[i-16], 1)
	}
	a, b, c, d, e := uint32(state[0]), uint32(state[1]), uint32(state[2]), uint32(state[3]), uint32(state[4])
	for i := range 80 {
		f, k := sha1Round(i/20, b, c, d)
		t := bits.RotateLeft32(a, 5) + f + e + k + w[i]
		e, d, c, b, a = d, c, bits.RotateLeft32(b, 30), a, t
	}
	for i, x := range [5]uint32{a, b, c, d, e} {
		state[i] = uint64(uint32(state[i]) + x)
	}
}

func sha1Round(quarter int, b, c, d uint32) (f, k uint32) {
	switch quarter {
	case 0:
		return b&c | ^b&d, 0x5a827999
	case 1:
		return b ^ c ^ d, 0x6ed9eba1
	case 2:
		return b&c | b&d | c&d, 0x8f1bbcdc
	}
	return b ^ c ^ d, 0xca62c1d6
}

var (
	md5Sines  [64]uint32
	md5Shifts = [4][4]int{{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}
)

func init() {
	for i := range md5Sines {
		md5Sines[i] = uint32(math.Floor(math.Abs(math.Sin(float64(i+1))) * (1 << 32)))
	}
}

func mixMD5(state []uint64, block []byte) {
	a, b, c, d := uint32(state[0]), uint32(state[1]), uint32(state[2]), uint32(state[3])
	for i := range 64 {
		f, g := md5Round(i, b, c, d)
		f += a + md5Sines[i] + binary.LittleEndian.Uint32(block[4*g:])
		a, d, c, b = d, c, b, b+bits.RotateLeft32(f, md5Shifts[i/16][i%4])
	}
	for i, x := range [4]uint32{a, b, c, d} {
		state[i] = uint64(uint32(state[i]) + x)
	}
}

// md5Round gives a step's function and which word of the block it takes.
func md5Round(i int, b, c, d uint32) (f uint32, word int) {
	switch i / 16 {
	case 0:
		return b&c | ^b&d, i
	case 1:
		return d&b | ^d&c, (5*i + 1) % 16
	case 2:
		return b ^ c ^ d, (3*i + 5) % 16
	}
	return c ^ (b | ^d), 7 * i % 16
}
