package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestValues(t *testing.T) {
	value := map[string]any{
		"nil": nil, "bools": []any{true, false}, "number": 1.5, "large": math.MaxFloat64, "nan": "not compared",
		"text": "snow ☃ \x00", "": "empty key", "bytes": []byte{0, 255}, "list": []any{}, "deep": map[string]any{"$b": map[string]any{}},
	}
	data, err := Encode(value)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(any(value), got); diff != "" {
		t.Error(diff)
	}
}

func TestConveniences(t *testing.T) {
	data, err := Encode([]any{1, int64(2), uint32(3), []string{"a"}, map[string]string{"k": "v"}, []map[string]any{{"x": 1}}})
	if err != nil {
		t.Fatal(err)
	}
	want := []any{1.0, 2.0, 3.0, []any{"a"}, map[string]any{"k": "v"}, []any{map[string]any{"x": 1.0}}}
	if got, err := Decode(data); err != nil || !cmp.Equal(any(want), got) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestRefused(t *testing.T) {
	var deep any
	for range MaxDepth + 1 {
		deep = []any{deep}
	}
	for name, v := range map[string]any{
		"a struct": struct{}{}, "a channel": make(chan int), "too deep": deep, "too many": make([]any, MaxNodes), "a stream": &reader{},
	} {
		if _, err := Encode(v); err == nil {
			t.Errorf("%s was encoded", name)
		}
	}
}

// TestLies: what is malformed is an error and takes no memory that it does not
// have behind it.
func TestLies(t *testing.T) {
	for _, data := range []string{
		"", "\xff", "\x03123", "\x04\xff\xff\xff\xff\x0f", "\x06\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "\x06\x02\x00",
		"\x07\x01\x01k", "\x07\x01\xff", "\x08\x01", "\x00\x00", "\x05\x80", strings.Repeat("\x06\x01", 1000),
	} {
		if v, err := Decode([]byte(data)); !errors.Is(err, ErrProtocol) {
			t.Errorf("%q gave %v, %v", data, v, err)
		}
	}
}

func TestFrames(t *testing.T) {
	frame, err := seal(append(make([]byte, headerSize), "payload"...), KindChunk, 7)
	if err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(bytes.NewReader(append(frame, bare(KindStop, 9)...)))
	for _, want := range []Frame{{KindChunk, 7, []byte("payload")}, {KindStop, 9, []byte{}}} {
		got, err := ReadFrame(r)
		if err != nil || !cmp.Equal(want, got) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
	if _, err := ReadFrame(r); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	for name, header := range map[string]string{
		"an unknown kind": "\x00\x00\x00\x00\xee\x00\x00\x00\x00", "kind 0": "\x00\x00\x00\x00\x00\x00\x00\x00\x00",
		"over the limit": "\xff\xff\xff\xff\x01\x00\x00\x00\x00", "a chunk over its limit": "\x01\x00\x00\x00\x06\x00\x00\x00\x00",
	} {
		if _, err := ReadFrame(bufio.NewReader(strings.NewReader(header))); !errors.Is(err, ErrProtocol) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadFrame(bufio.NewReader(strings.NewReader("\x07\x00\x00\x00\x01\x00\x00\x00\x00abc"))); err != io.ErrUnexpectedEOF {
		t.Errorf("a cut frame: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, v := range []any{nil, 1.5, "text", []byte{1}, []any{map[string]any{"k": []any{true}}}} {
		data, err := Encode(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("\x06\xff\xff\xff\xff\x7f"))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Decode(data)
		if err != nil {
			return
		}
		again, err := Encode(v)
		if err != nil {
			t.Fatalf("what was decoded can't be encoded: %v", err)
		}
		if _, err := Decode(again); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzPeer feeds a peer: it ends with an error or the end, and never panics.
func FuzzPeer(f *testing.F) {
	call, _, _ := (&Peer{}).message([]any{"call", 1})
	call, _ = seal(call, KindRequest, 1)
	f.Add(call)
	for kind := KindRequest; kind < kinds; kind++ {
		frame, _ := seal(append(make([]byte, headerSize), tagNil), kind, 1)
		f.Add(append(frame, call...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var p *Peer
		p = New(io.Discard, Handler{
			Request: func(r *Request) { r.Begin(); r.Reply(r.Args) },
			Event:   func(string, []any) {},
		})
		if err := p.Read(bytes.NewReader(data)); err != nil && !errors.Is(err, ErrProtocol) {
			t.Fatal(err)
		}
		<-p.Done()
	})
}
