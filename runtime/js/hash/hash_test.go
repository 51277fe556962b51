package hash_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	stdhash "hash"
	"math/rand/v2"
	"testing"

	"github.com/abxgen/abxgen/runtime/js/hash"
)

var standard = map[string]func() stdhash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "SHA-256": sha256.New, "sha384": sha512.New384, "SHA512": sha512.New,
}

func TestDigestsAreTheStandardOnes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, std := range standard {
		for length := range 400 {
			data := make([]byte, length)
			for i := range data {
				data[i] = byte(random.Uint32())
			}
			d, want := hash.New(name), std()
			want.Write(data)
			for rest := data; len(rest) > 0; {
				n := 1 + random.IntN(len(rest))
				d.Write(rest[:n])
				rest = rest[n:]
			}
			if got := d.Sum(); !bytes.Equal(got, want.Sum(nil)) || d.Size() != len(got) {
				t.Fatalf("%s of %d bytes: %x", name, length, got)
			}
		}
	}
}

func TestHMACIsTheStandardOne(t *testing.T) {
	for name, std := range standard {
		for _, length := range []int{0, 1, 63, 64, 65, 127, 128, 129, 300} {
			key, data := bytes.Repeat([]byte{7}, length), []byte("what is signed")
			m, want := hash.NewHMAC(name, key), hmac.New(std, key)
			m.Write(data)
			want.Write(data)
			if !bytes.Equal(m.Sum(), want.Sum(nil)) || !bytes.Equal(m.Sum(), m.Sum()) {
				t.Errorf("%s with a key of %d bytes", name, length)
			}
		}
	}
}

func TestCloneIsIndependent(t *testing.T) {
	d := hash.New("sha256")
	d.Write([]byte("one"))
	c := d.Clone()
	c.Write([]byte("two"))
	want := sha256.Sum256([]byte("one"))
	if !bytes.Equal(d.Sum(), want[:]) {
		t.Error("the clone changed the original")
	}
}

func TestUnknownName(t *testing.T) {
	if hash.New("sha3") != nil || hash.NewHMAC("none", nil) != nil {
		t.Error("an unknown hash was made")
	}
}

func TestEqual(t *testing.T) {
	if !hash.Equal([]byte("ab"), []byte("ab")) || hash.Equal([]byte("ab"), []byte("ac")) || hash.Equal([]byte("a"), []byte("ab")) {
		t.Error("wrong")
	}
}
