package plan

import (
	"strconv"
	"strings"
	"unicode"
)

// A scope hands out each name once.
type scope struct{ taken map[string]bool }

func newScope(reserved []string) *scope {
	s := &scope{taken: map[string]bool{}}
	for _, name := range reserved {
		s.taken[name] = true
	}
	return s
}

// claim gives the first of the wanted names that is free; where none is, the
// first with the least number from 2 that makes it so.
func (s *scope) claim(wanted ...string) string {
	for _, name := range wanted {
		if !s.taken[name] {
			s.taken[name] = true
			return name
		}
	}
	for n := 2; ; n++ {
		if name := wanted[0] + strconv.Itoa(n); !s.taken[name] {
			s.taken[name] = true
			return name
		}
	}
}

// initialisms are the words that Go writes in capitals: those of Go's own
// linters and of this field, the countable ones in the plural too.
var initialisms = words("ai ak api ascii aws ca cidr cli cpu css dns e2b ecs eof gpu guid html http https id iam ip json jwt lhs mtls oauth oidc os oss qps ram rhs "+
	"rpc sdk sk sla smtp sql ssh ssl sso sts tcp tls ttl udp ui uid uri url utf8 uuid vcpu vm vpc xml",
	"api cidr cpu gpu id ip uid uri url uuid vcpu vm vpc")

func words(single, countable string) map[string]string {
	m := map[string]string{}
	for _, w := range strings.Fields(single) {
		m[w] = strings.ToUpper(w)
	}
	for _, w := range strings.Fields(countable) {
		m[w+"s"] = strings.ToUpper(w) + "s"
	}
	m["oauth"] = "OAuth"
	return m
}

// exported makes an exported Go identifier of a text: its words (letters and
// digits; all else parts them) joined in Go's style, api_key to APIKey. A
// number after a number keeps an underscore between. It is "" for a text
// without a letter or digit, and starts with a capital for a field's key.
func exported(text string) string {
	var b strings.Builder
	last := ' '
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		first := []rune(word)[0]
		if unicode.IsDigit(last) && unicode.IsDigit(first) {
			b.WriteByte('_')
		}
		b.WriteString(capital(strings.ToLower(word)))
		last = []rune(word)[len([]rune(word))-1]
	}
	return b.String()
}

func capital(word string) string {
	if w, ok := initialisms[word]; ok {
		return w
	}
	runes := []rune(word)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}
