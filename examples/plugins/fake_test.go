//go:build unix

package plugins

import (
	"bufio"
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/testenv"
)

// A fake is testdata/fake_e2b.py at work, the customer's own stand-in for a
// cloud; it tells what it is asked.
type fake struct {
	port string
	mu   sync.Mutex
	seen []seen
	more chan struct{}
}

type seen struct {
	at   time.Time
	text string
}

func startFake(t *testing.T) *fake {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &fake{port: strconv.Itoa(free.Addr().(*net.TCPAddr).Port), more: make(chan struct{})}
	free.Close()
	cmd := exec.Command(testenv.Python(t, testenv.SDK), filepath.Join("testdata", "fake_e2b.py"), f.port)
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			f.add(lines.Text())
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-read
		_ = cmd.Wait()
	})
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", "127.0.0.1:"+f.port); err == nil {
			c.Close()
			return f
		}
		if time.Now().After(deadline) {
			t.Fatal("the fake cloud does not listen")
		}
	}
}

func (f *fake) add(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = append(f.seen, seen{time.Now(), text})
	close(f.more)
	f.more = make(chan struct{})
}

// all gives the requests with a word in them.
func (f *fake) all(word string) []seen {
	f.mu.Lock()
	defer f.mu.Unlock()
	var found []seen
	for _, s := range f.seen {
		if strings.Contains(s.text, word) {
			found = append(found, s)
		}
	}
	return found
}

// nth waits for the nth request with a word in it, from 1.
func (f *fake) nth(t *testing.T, n int, word string) seen {
	t.Helper()
	deadline := time.After(patience)
	for {
		f.mu.Lock()
		more := f.more
		f.mu.Unlock()
		if found := f.all(word); len(found) >= n {
			return found[n-1]
		}
		select {
		case <-more:
		case <-deadline:
			t.Fatalf("request %d with %q does not come", n, word)
		}
	}
}

// script reads a script of testdata, its cloud being this one.
func (f *fake) script(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(text, []byte("127.0.0.1:8899"), []byte("127.0.0.1:"+f.port))
}
