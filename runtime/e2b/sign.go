package e2b

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

// UploadURL gives an address to which anyone who has it may POST the file. It
// is signed where the sandbox has a token; nothing is sent.
func (c *Client) UploadURL(_ context.Context, t api.Target, path string) (string, error) {
	return c.signedURL(t, path, "write", time.Time{})
}

// DownloadURL gives an address from which anyone who has it may GET the file.
// It is signed where the sandbox has a token; nothing is sent.
func (c *Client) DownloadURL(_ context.Context, t api.Target, path string) (string, error) {
	return c.signedURL(t, path, "read", time.Time{})
}

// signedURL makes the address by spec/e2b-wire.md, "Signed URL". The path is
// signed as it was given; expires may be zero.
func (c *Client) signedURL(t api.Target, path, operation string, expires time.Time) (string, error) {
	base, err := c.EnvdURL(t)
	if err != nil {
		return "", err
	}
	user := c.cfg.EnvdAuth.user()
	out := base + "/files?path=" + queryEscape(path) + "&username=" + queryEscape(user)
	if t.Token == "" {
		if !c.cfg.EnvdAuth.AllowMissing {
			return "", api.Errorf(api.CodeTokenExpired, "the backend gave no access token to sign the address with")
		}
		return out, nil
	}
	signed := path + ":" + operation + ":" + user + ":" + t.Token
	if !expires.IsZero() {
		signed += ":" + strconv.FormatInt(expires.Unix(), 10)
	}
	sum := sha256.Sum256([]byte(signed))
	out += "&signature=" + queryEscape("v1_"+base64.RawStdEncoding.EncodeToString(sum[:]))
	if !expires.IsZero() {
		out += "&signature_expiration=" + strconv.FormatInt(expires.Unix(), 10)
	}
	return out, nil
}
