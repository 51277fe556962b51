package pattern

import (
	"testing"
	"unicode/utf16"
)

type units []uint16

func (u units) CharAt(i int) uint16 { return u[i] }
func (u units) Length() int         { return len(u) }

func of(s string) units { return utf16.Encode([]rune(s)) }

// What is compiled matches any text without a fault, and tells of places in it.
func FuzzMatch(f *testing.F) {
	for _, seed := range [][3]string{
		{`(?:(a)|b)*\1`, "g", "abab"}, {`^(?<x>\w+)(?=\k<x>)$`, "imu", "aA\na"}, {`(?<!\b[^\d-z]{2,3}?)\u{1f600}`, "u", "x😀"}, {`[\c\u12\x4]|{1,2}|\8\07`, "", "\\c"},
		{`(?:a{0,3}?){2,}|(?<=(.)\1)`, "s", "aab"}, {`([^`, "i", ""}, {`(?=((((\B))))*)+?`, "y", "\r\n"},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, source, flags, text string) {
		p, err := Compile(of(source), flags)
		if err != nil {
			if _, ok := err.(SyntaxError); !ok {
				t.Fatal(err)
			}
			return
		}
		pauses := 0
		found, _ := p.Match(of(text), 0, false, func() bool { pauses++; return pauses > 4 })
		for i, place := range found {
			if place < -1 || place > len(of(text)) || i < 2 && place < 0 || i%2 == 1 && place < found[i-1] {
				t.Errorf("/%s/%s of %q: %v", source, flags, text, found)
			}
		}
	})
}

// Halves of surrogates are characters of their own.
func TestHalvesOfSurrogates(t *testing.T) {
	half := units{0xd83d}
	for flags, want := range map[string]bool{"": true, "u": false} {
		p, err := Compile(half, flags)
		if err != nil {
			t.Fatal(err)
		}
		if found, _ := p.Match(of("😀"), 0, false, nil); (found != nil) != want {
			t.Errorf("%q: %v", flags, found)
		}
	}
}
