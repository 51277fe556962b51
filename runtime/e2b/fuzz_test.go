package e2b

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// Whatever comes: no panic, memory by what came and not by what was promised,
// and never a proper end without an end frame.
func FuzzFrames(f *testing.F) {
	end := envelope([]byte("{}"))
	end[0] = flagEnd
	f.Add(append(envelope([]byte(`{"event":{"start":{"pid":1}}}`)), end...))
	f.Add(envelope([]byte(`{"event":{"data":{"stdout":"aGk="}}}`)))
	f.Add([]byte{0, 255, 255, 255, 255})
	f.Add([]byte{1, 0, 0, 0, 1, 'x'})
	f.Add([]byte(`{"error":{"code":"x","message":"y"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newFrameReader(bytes.NewReader(data))
		for total := 0; ; {
			flags, payload, err := r.next()
			if errors.Is(err, io.EOF) {
				t.Fatal("a plain end of file")
			}
			if err != nil || flags&flagEnd != 0 {
				if r.buf.Cap() > 2*len(data)+64<<10 {
					t.Fatalf("%d bytes held for %d that came", r.buf.Cap(), len(data))
				}
				return
			}
			if total += 5 + len(payload); total > len(data) {
				t.Fatal("more came out than went in")
			}
			var m processMessage
			if decode(payload, &m) == nil && m.Event.End != nil {
				m.Event.End.chunk()
			}
		}
	})
}

// Whatever comes: no panic, and a run without its end event is an error.
func FuzzCodeLines(f *testing.F) {
	f.Add([]byte(`{"type":"stdout","text":"a"}` + "\n" + `{"type":"end_of_execution"}` + "\n"))
	f.Add([]byte("\n\n" + `{"type":"result","text":1,"is_main_result":true}`))
	f.Add([]byte(`[1]`))
	f.Add([]byte(`null`))
	f.Add(bytes.Repeat([]byte("x"), 40<<10))
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := collect(newLineReader(bytes.NewReader(data)))
		if err == nil && !bytes.Contains(data, []byte("end_of_")) && !bytes.Contains(data, []byte(`\u`)) {
			t.Fatalf("%+v of a run without an end", out)
		}
	})
}

// Whatever an answer holds, reading it does not panic.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"sandboxID":"a","state":"running","metadata":{"k":1},"startedAt":"2026-01-01T00:00:00Z"}`))
	f.Add([]byte(`{"data":{"data":{"id":1e99}}}`))
	f.Add([]byte(`{"entry":{"size":"5","type":2,"mode":-1,"modifiedTime":1e300}}`))
	f.Add([]byte(`{"error":{"code":5,"message":null},"detail":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, _ := decodeFields(data)
		if info, err := ParseSandboxInfo(m); err == nil && info.ID == "" {
			t.Fatal("a sandbox without an id")
		}
		ParseFileInfo(m)
		ParseProcessInfo(m)
		parseList(data)
		checkShown(t, readReply(data).say(nil))
	})
}
