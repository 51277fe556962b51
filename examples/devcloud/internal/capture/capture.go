// Package capture reads exchanges that were recorded from real servers, for
// tests that ask the same again.
package capture

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
)

// Exchange is a request and its answer, byte for byte.
type Exchange struct {
	Title    string
	Request  []byte
	Response []byte
}

// Method is the request's method.
func (e Exchange) Method() string {
	method, _, _ := strings.Cut(string(e.Request), " ")
	return method
}

// Answer parses the response. The caller closes its body.
func (e Exchange) Answer() (*http.Response, error) {
	return http.ReadResponse(bufio.NewReader(bytes.NewReader(e.Response)), &http.Request{Method: e.Method()})
}

// Read reads a file of exchanges. Its lines are bytes, with \r and \xNN for
// what cannot be printed.
func Read(file string) ([]Exchange, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all []Exchange
	for _, part := range strings.Split(string(text), "##### ")[1:] {
		e, err := parse(part)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, e)
	}
	return all, nil
}

func parse(part string) (Exchange, error) {
	title, rest, _ := strings.Cut(part, "\n")
	_, rest, _ = strings.Cut(rest, ">>> request bytes\n")
	request, response, ok := strings.Cut(rest, "\n<<< response bytes\n")
	if !ok {
		return Exchange{}, fmt.Errorf("%s: no exchange", title)
	}
	response, _, _ = strings.Cut(response, "\n--- decoded")
	e := Exchange{Title: title}
	var err error
	if e.Request, err = unescape(request); err == nil {
		e.Response, err = unescape(strings.TrimRight(response, "\n") + "\n")
	}
	return e, err
}

func unescape(text string) ([]byte, error) {
	var out []byte
	for i := 0; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], `\r`):
			out = append(out, '\r')
			i++
		case strings.HasPrefix(text[i:], `\x`) && i+4 <= len(text):
			b, err := strconv.ParseUint(text[i+2:i+4], 16, 8)
			if err != nil {
				return nil, err
			}
			out = append(out, byte(b))
			i += 3
		default:
			out = append(out, text[i])
		}
	}
	return out, nil
}
