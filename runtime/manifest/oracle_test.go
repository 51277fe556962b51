package manifest

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/abxgen/abxgen/runtime/testenv"
)

// oracle is the published SDK in a Python process that lives as long as the
// test binary.
type oracle struct {
	mu  sync.Mutex
	in  io.Writer
	out *bufio.Reader
}

// answer is what testdata/oracle.py writes.
type answer struct {
	OK        bool
	Code      string // of a refusal; the exception's name for a traceback
	Message   string
	Authoring bool // judged with the derived tables added
	Big       bool // holds an integer beyond 64 bits, which only abxgen refuses
	Model     map[string]any
}

var startOracle = sync.OnceValues(func() (*oracle, error) {
	python := filepath.Join(testenv.Root(), ".tools", testenv.SDK, "bin", "python")
	cmd := exec.Command(python, "-I", filepath.Join("testdata", "oracle.py"))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &oracle{in: in, out: bufio.NewReader(out)}, cmd.Start() // it ends when the pipe does
})

// theSDK gives the oracle, or skips as testenv does.
func theSDK(t testing.TB) *oracle {
	t.Helper()
	testenv.Python(t, testenv.SDK)
	o, err := startOracle()
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// ask gives the SDK's answer.
func (o *oracle) ask(t testing.TB, src []byte) answer {
	t.Helper()
	return o.askAll(t, [][]byte{src}, manifests)[0]
}

// What the frames of askAll hold.
const (
	manifests   = 0
	comparisons = 1 << 31 // version, NUL, comparators
)

// askAll gives the SDK's answers in the order of the questions, all of which
// are on their way before the first answer is read.
func (o *oracle) askAll(t testing.TB, all [][]byte, flag uint32) []answer {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	sent := make(chan error, 1)
	go func() { sent <- o.send(all, flag) }()
	out := make([]answer, len(all))
	for i := range all {
		line, err := o.out.ReadBytes('\n')
		if err == nil {
			err = json.Unmarshal(line, &out[i])
		}
		if err != nil {
			t.Fatalf("answer %d: %v: %s", i, err, line)
		}
	}
	if err := <-sent; err != nil {
		t.Fatal(err)
	}
	return out
}

func (o *oracle) send(all [][]byte, flag uint32) error {
	w := bufio.NewWriter(o.in)
	for _, src := range all {
		if err := binary.Write(w, binary.BigEndian, uint32(len(src))|flag); err != nil {
			return err
		}
		if _, err := w.Write(src); err != nil {
			return err
		}
	}
	return w.Flush()
}
