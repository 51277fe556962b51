package envd

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
)

const (
	unauthorized = "unauthorized access, please provide a valid access token or method signing if supported"
	tokenHeader  = "X-Access-Token"
)

// authorized checks the token of everything but GET /health, and what checks
// for itself: GET and POST /files, POST /init; otherwise it answers 401.
func (s *Server) authorized(w http.ResponseWriter, r *http.Request) bool {
	if s.accessToken() == "" || r.URL.Path == "/health" && r.Method == http.MethodGet {
		return true
	}
	switch r.Method + " " + r.URL.Path {
	case "GET /files", "POST /files", "POST /init":
		return true
	}
	if !same(r.Header.Get(tokenHeader), s.accessToken()) {
		httpError(w, http.StatusUnauthorized, unauthorized)
		return false
	}
	return true
}

// signed checks the token or the signature of a request to /files; op is
// "read" or "write". The text tells what is wrong, "" nothing.
func (s *Server) signed(r *http.Request, op string) string {
	q := r.URL.Query()
	token, signature := r.Header.Get(tokenHeader), q.Get("signature")
	switch {
	case s.accessToken() == "" || same(token, s.accessToken()):
		return ""
	case token != "":
		return "access token present in header but does not match"
	case signature == "":
		return "missing signature query parameter"
	}
	expires := q.Get("signature_expiration")
	if !same(signature, Signature(q.Get("path"), op, q.Get("username"), s.accessToken(), expires)) {
		return "invalid signature"
	}
	if expires == "" {
		return ""
	}
	at, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return "invalid signature expiration"
	}
	if at < s.now().Unix() {
		return "signature is already expired"
	}
	return ""
}

// Signature signs a URL of /files (spec/e2b-wire.md, "Signed URL"); expires is
// in seconds since 1970 as text, or "".
func Signature(path, op, user, token, expires string) string {
	text := fmt.Sprintf("%s:%s:%s:%s", path, op, user, token)
	if expires != "" {
		text += ":" + expires
	}
	sum := sha256.Sum256([]byte(text))
	return "v1_" + base64.RawStdEncoding.EncodeToString(sum[:])
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
