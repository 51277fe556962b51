package hash

import (
	"encoding/binary"
	"math/bits"
)

func mixSHA256(state []uint64, block []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(block[4*i:])
	}
	for i := 16; i < 64; i++ {
		a, b := w[i-15], w[i-2]
		s0 := bits.RotateLeft32(a, -7) ^ bits.RotateLeft32(a, -18) ^ a>>3
		s1 := bits.RotateLeft32(b, -17) ^ bits.RotateLeft32(b, -19) ^ b>>10
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	var v [8]uint32
	for i := range v {
		v[i] = uint32(state[i])
	}
	a, b, c, d, e, f, g, h := v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
	for i := range 64 {
		s1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		t1 := h + s1 + (e&f ^ ^e&g) + uint32(cubeRoots[i]>>32) + w[i]
		s0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		t2 := s0 + (a&b ^ a&c ^ b&c)
		h, g, f, e, d, c, b, a = g, f, e, d+t1, c, b, a, t1+t2
	}
	for i, x := range [8]uint32{a, b, c, d, e, f, g, h} {
		state[i] = uint64(v[i] + x)
	}
}

func mixSHA512(state []uint64, block []byte) {
	var w [80]uint64
	for i := range 16 {
		w[i] = binary.BigEndian.Uint64(block[8*i:])
	}
	for i := 16; i < 80; i++ {
		a, b := w[i-15], w[i-2]
		s0 := bits.RotateLeft64(a, -1) ^ bits.RotateLeft64(a, -8) ^ a>>7
		s1 := bits.RotateLeft64(b, -19) ^ bits.RotateLeft64(b, -61) ^ b>>6
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	a, b, c, d, e, f, g, h := state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]
	for i := range 80 {
		s1 := bits.RotateLeft64(e, -14) ^ bits.RotateLeft64(e, -18) ^ bits.RotateLeft64(e, -41)
		t1 := h + s1 + (e&f ^ ^e&g) + cubeRoots[i] + w[i]
		s0 := bits.RotateLeft64(a, -28) ^ bits.RotateLeft64(a, -34) ^ bits.RotateLeft64(a, -39)
		t2 := s0 + (a&b ^ a&c ^ b&c)
		h, g, f, e, d, c, b, a = g, f, e, d+t1, c, b, a, t1+t2
	}
	for i, x := range [8]uint64{a, b, c, d, e, f, g, h} {
		state[i] += x
	}
}
