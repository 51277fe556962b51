package plan

import (
	"strconv"
	"strings"
	"unicode"
)

// A scope hands out each name once, and none of the reserved ones.
type scope struct{ reserved, taken map[string]bool }

func newScope(reserved []string) *scope {
	s := &scope{reserved: map[string]bool{}, taken: map[string]bool{}}
	for _, name := range reserved {
		s.reserved[name] = true
	}
	return s
}

// claim gives the wanted name, with Option behind it where it is reserved, and
// with the least number from 2 that makes it free where it is taken.
func (s *scope) claim(wanted string) string {
	if s.reserved[wanted] {
		wanted += "Option"
	}
	name := wanted
	for n := 2; s.taken[name] || s.reserved[name]; n++ {
		name = wanted + strconv.Itoa(n)
	}
	s.taken[name] = true
	return name
}

// initialisms are the words that Go writes in capitals: those of Go's own
// linters and of this field, the countable ones in the plural too.
var initialisms = words("ai ak api ascii aws ca cidr cli cpu css dns e2b ecs eof gpu guid html http https id iam ip json jwt lhs mtls oauth oidc os oss qps ram rhs "+
	"rpc sdk sk sla smtp sql ssh ssl sso sts tcp tls ttl udp ui uid uri url utf8 uuid vcpu vm vpc xml us eu uk cn kb mb gb",
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
