package e2b

import (
	"encoding/json"
	"strings"
	"unicode"
)

const maxMessage = 300 // characters of a backend's text that are shown

// clean makes text fit for a message: one line, no control characters, at most
// limit characters.
func clean(s string, limit int) string {
	var b strings.Builder
	n, gap := 0, false
	for _, r := range s {
		if unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
			gap = n > 0
			continue
		}
		if gap {
			b.WriteByte(' ')
			gap, n = false, n+1
		}
		if n >= limit {
			return strings.TrimRight(b.String(), " ") + "…"
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// redact takes out what must not be shown: the given secrets, and addresses.
func redact(s string, hide []string) string {
	for _, secret := range hide {
		s = strings.ReplaceAll(s, secret, "****")
	}
	for _, scheme := range []string{"https://", "http://", "wss://", "ws://"} {
		s = cutAddress(s, scheme)
	}
	return s
}

func cutAddress(s, scheme string) string {
	for {
		i := strings.Index(s, scheme)
		if i < 0 {
			return s
		}
		n := strings.IndexFunc(s[i:], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`"'<>)]}`, r) })
		if n < 0 {
			n = len(s) - i
		}
		s = s[:i] + "(address)" + s[i+n:]
	}
}

// reply is the readable part of an error's body.
type reply struct {
	code string // Connect's word, "" where there is none
	text string
	json bool // it was an object, so a service spoke and not a gateway
}

// readReply finds code and message in the shapes that backends use:
// {"code","message"}, {"error":{…}}, {"error":"…"}, {"detail":…}, plain text. A
// page of HTML is not repeated.
func readReply(body []byte) reply {
	var m map[string]any
	if json.Unmarshal(body, &m) != nil {
		text := strings.TrimSpace(string(body))
		if strings.HasPrefix(text, "<") {
			text = ""
		}
		return reply{text: text}
	}
	r := reply{json: true}
	if inner, ok := m["error"].(map[string]any); ok {
		m = inner
	}
	r.code, _ = m["code"].(string)
	for _, key := range []string{"message", "msg", "detail", "error", "reason"} {
		if s, ok := m[key].(string); ok && s != "" {
			r.text = s
			return r
		}
	}
	if d, ok := m["detail"]; ok {
		b, _ := json.Marshal(d)
		r.text = string(b)
	}
	return r
}

// say gives the reply as the end of a message: ": code: text", or "".
func (r reply) say(hide []string) string {
	text := clean(redact(r.text, hide), maxMessage)
	switch {
	case text == "" && r.code == "":
		return ""
	case text == "":
		return ": " + clean(r.code, 60)
	case r.code == "" || strings.HasPrefix(text, r.code):
		return ": " + text
	}
	return ": " + clean(r.code, 60) + ": " + text
}
