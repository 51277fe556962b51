//go:build unix

package plugins

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
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

// onFile3 runs a script of Python's http.server on the socket that it is given
// as file 3, so that nobody else can have its port meanwhile.
const onFile3 = `
import runpy, socket, socketserver, sys
def adopt(server):
    server.socket.close()
    server.socket = socket.socket(fileno=3)
    server.socket.setblocking(True)
    server.server_address = server.socket.getsockname()
socketserver.TCPServer.server_bind = adopt
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
`

func startFake(t *testing.T) *fake {
	t.Helper()
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	socket, err := l.File()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	f := &fake{port: strconv.Itoa(l.Addr().(*net.TCPAddr).Port), more: make(chan struct{})}
	cmd := exec.Command(testenv.Python(t, testenv.SDK), "-c", onFile3, filepath.Join("testdata", "fake_e2b.py"), f.port)
	cmd.ExtraFiles = []*os.File{socket}
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
	socket.Close() // with l, so that the end of the program is the end of its socket
	l.Close()
	client := &http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Get("http://127.0.0.1:" + f.port + "/awake")
	if err != nil {
		t.Fatalf("the fake cloud does not answer: %v\n%v", err, f.all(""))
	}
	res.Body.Close()
	return f
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
