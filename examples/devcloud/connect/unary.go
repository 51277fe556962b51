package connect

import (
	"compress/gzip"
	"context"
	"io"
	"mime"
	"net/http"
	"strings"
)

// acceptUnary is what a 415 to a unary call tells that it would have taken.
const acceptUnary = "application/json, application/json; charset=utf-8"

// acceptStream is the same for a stream.
const acceptStream = "application/connect+json, application/connect+json; charset=utf-8"

// Unary serves a unary method: the request's JSON is decoded into a Req, and
// what f returns is the answer. An error becomes {"code","message"} with the
// HTTP status of its code.
func Unary[Req, Res any](f func(ctx context.Context, req *Req) (Res, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !admit(w, r, "application/json", acceptUnary) {
			return
		}
		req := new(Req)
		if err := readUnary(r, req); err != nil {
			WriteError(w, err)
			return
		}
		res, err := f(r.Context(), req)
		if err != nil {
			WriteError(w, err)
			return
		}
		body, err := marshal(res)
		if err != nil {
			WriteError(w, Errorf(Internal, "marshal message: %v", err))
			return
		}
		writeUnary(w, r, body)
	})
}

// WriteError answers a unary call with an error.
func WriteError(w http.ResponseWriter, err error) {
	e := asError(err)
	body, _ := marshal(e) // two strings: cannot fail
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(e.status())
	_, _ = w.Write(body)
}

// admit refuses what is not a POST of the wanted content type, as envd does:
// an empty 405 or 415.
func admit(w http.ResponseWriter, r *http.Request, want, accept string) bool {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		w.WriteHeader(http.StatusMethodNotAllowed)
		return false
	}
	ctype, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || ctype != want {
		w.Header().Set("Accept-Post", accept)
		w.WriteHeader(http.StatusUnsupportedMediaType)
		return false
	}
	return true
}

func readUnary(r *http.Request, req any) error {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxMessage))
	if err != nil {
		return Errorf(InvalidArgument, "read body: %v", err)
	}
	if r.Header.Get("Content-Encoding") == "gzip" {
		if body, err = gunzip(body); err != nil {
			return err
		}
	}
	return unmarshal(body, req)
}

func writeUnary(w http.ResponseWriter, r *http.Request, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Accept-Encoding", "gzip")
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		_, _ = w.Write(body)
		return
	}
	h.Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	_, _ = z.Write(body)
	_ = z.Close()
}
