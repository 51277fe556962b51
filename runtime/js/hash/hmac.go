package hash

// HMAC is a running keyed hash (RFC 2104).
type HMAC struct{ inner, outer *Digest }

// NewHMAC starts one by the hash's name; nil for a name that New doesn't know.
func NewHMAC(name string, key []byte) *HMAC {
	m := &HMAC{New(name), New(name)}
	if m.inner == nil {
		return nil
	}
	block := make([]byte, m.inner.algorithm.block)
	if len(key) > len(block) {
		d := New(name)
		d.Write(key)
		key = d.Sum()
	}
	copy(block, key)
	m.inner.Write(xored(block, 0x36))
	m.outer.Write(xored(block, 0x5c))
	return m
}

func xored(block []byte, with byte) []byte {
	out := make([]byte, len(block))
	for i, b := range block {
		out[i] = b ^ with
	}
	return out
}

// Write adds p.
func (m *HMAC) Write(p []byte) (int, error) { return m.inner.Write(p) }

// Sum gives the code of all that was written.
func (m *HMAC) Sum() []byte {
	outer := m.outer.Clone()
	outer.Write(m.inner.Sum())
	return outer.Sum()
}

// Equal compares two codes in a time that depends on their length alone.
func Equal(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	var difference byte
	for i := range a {
		difference |= a[i] ^ b[i]
	}
	return difference == 0
}
