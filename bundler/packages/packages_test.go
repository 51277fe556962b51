package packages_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
)

// A validator refuses what does not fit before anything is sent.
func TestAjv(t *testing.T) {
	c := cloud.ForTest(t)
	p, _ := open(t, built(t, folder(t, "ajv", "ajv", "ajv-formats")), map[string]any{"api_key": c.Key, "base_url": c.URL})
	_, err := p.Create(t.Context(), api.CreateRequest{Metadata: map[string]string{
		"home": "no uri", "since": "yesterday", "id": "1", "ip": "1.2.3.4", "size": "ÉÀ", "more": "x",
	}})
	if api.CodeOf(err) != api.CodeConfig {
		t.Fatal(err)
	}
	for _, want := range []string{"must have required property 'owner'", "must NOT have additional properties", `metadata/home must match format "uri"`,
		`metadata/since must match format "date-time"`, `metadata/id must match format "uuid"`, `metadata/ip must match format "ipv6"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
	if strings.Contains(err.Error(), "metadata/size") || c.Count("POST", "/sandboxes")+c.Count("POST", "/v2/sandboxes") > 0 {
		t.Errorf("%v, and something was sent", err)
	}
	if _, err := p.Create(t.Context(), api.CreateRequest{Metadata: map[string]string{"owner": "a@example.com", "home": "https://example.com/a?b#c",
		"since": "2026-01-02T03:04:05Z", "id": "123e4567-e89b-12d3-a456-426614174000", "ip": "2001:db8::1"}}); err != nil {
		t.Error(err)
	}
}

func TestSigning(t *testing.T) {
	var sent http.Header
	var body string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		sent, body = r.Header, string(data)
		fmt.Fprint(w, "taken")
	}))
	defer s.Close()
	p, log := open(t, built(t, folder(t, "sign", "aws4fetch", "jose")), map[string]any{"api_key": "a key of thirty-two bytes or more", "base_url": s.URL})
	if _, err := p.Create(t.Context(), api.CreateRequest{}); err != nil {
		t.Fatal(err)
	}
	// The signature is what Node.js 20 computes with the same package.
	log.wants(t, "answer 200 taken", "token HS256 sandboxes 7200", "refused ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
		"signature AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, "+
			"Signature=9c3c89e828f4763622bd112a94ec72a4a199c497756046691557d13d87586909")
	if body != `{"a":1}` || !strings.HasPrefix(sent.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/") || sent.Get("X-Amz-Date") == "" {
		t.Errorf("%q %v", body, sent)
	}
}

func TestSDKClientWithFetch(t *testing.T) {
	seen := map[string]int{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Method + " " + r.URL.RequestURI()
		seen[key]++
		if r.Header.Get("Authorization") != "Bearer sk-1" {
			w.WriteHeader(http.StatusUnauthorized)
		}
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method == "POST" && seen[key] == 1:
			w.Header().Set("Retry-After-Ms", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		case r.Method == "POST":
			data, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, `{"id":"dbx_1","status":"running","metadata":{"sent":%q}}`, strings.Join(strings.Fields(string(data)), ""))
		case strings.HasSuffix(r.URL.Path, "/none"):
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `{"message":"no such devbox"}`)
		case strings.Contains(r.URL.Path, "stream_stdout"):
			w.Header().Set("Content-Type", "text/event-stream")
			for _, text := range []string{"one", "zwei é", "3"} {
				fmt.Fprintf(w, "data: {\"output\":%q}\n\n", text)
				w.(http.Flusher).Flush()
			}
		case r.URL.Query().Get("starting_after") == "":
			fmt.Fprint(w, `{"devboxes":[{"id":"dbx_1","status":"running"}],"has_more":true}`)
		default:
			fmt.Fprint(w, `{"devboxes":[{"id":"dbx_2","status":"suspended"}],"has_more":false}`)
		}
	}))
	defer s.Close()
	p, log := open(t, built(t, folder(t, "runloop", "@runloop/api-client"), "p/node_modules/"), map[string]any{"api_key": "sk-1", "base_url": s.URL})
	made, err := p.Create(t.Context(), api.CreateRequest{Template: "base", Metadata: map[string]string{"a": "b"}})
	if err != nil {
		t.Fatal(err)
	}
	if made.ID != "dbx_1" || made.Metadata["sent"] != `{"name":"base","metadata":{"a":"b"}}` {
		t.Errorf("%+v", made)
	}
	log.wants(t, "error NotFoundError 404 404 no such devbox", "events one|zwei é|3")
	page, err := p.List(t.Context(), api.ListRequest{})
	if err != nil || len(page.Sandboxes) != 2 || page.Sandboxes[1].ID != "dbx_2" {
		t.Errorf("%+v, %v; asked %v", page, err, seen)
	}
}
