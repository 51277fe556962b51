// In the place that it takes the module is older than this Go.

//go:build go1.22

// Package collate stands in for golang.org/x/text/collate in the programs that
// abxgen links: goja needs it for String.prototype.localeCompare only, and the
// tables of x/text are 1.3 MB in a guest that may have 10 MiB. This one needs no
// tables of its own. What it does with words is what the root order of CLDR
// does for European scripts, in three levels:
//
//  1. letters, digits and signs, without regard to case and accents: blanks,
//     punctuation, symbols, currencies, digits, letters, in that order;
//  2. accents, in the order of the text: a plain letter before its accented
//     forms (ä is an a, ø an o, ß an ss);
//  3. case: lower before upper, wide and raised forms after both.
//
// Letters of the scripts beyond Latin and Cyrillic stand in the order of their
// code points, which is the alphabet's for Greek, Hebrew, Arabic and Thai, and
// the radicals' for Chinese. Locales and options have no say; goja gives none.
package collate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// Option is there for x/text's sake; there is none.
type Option interface{ option() }

// Collator compares texts.
type Collator struct{}

// New gives the one collator there is.
func New(language.Tag, ...Option) *Collator { return &Collator{} }

// CompareString gives -1, 0 or 1 as a stands before, with or behind b.
func (*Collator) CompareString(a, b string) int {
	x, y := weigh(a), weigh(b)
	for level := range x {
		if c := slices.Compare(x[level], y[level]); c != 0 {
			return c
		}
	}
	return 0
}

// weights are a text's, level by level. Every letter has one of the first and
// of the third level, and one of the second that its accents' follow.
type weights [3][]uint32

const (
	plain uint32 = iota // of the third level
	upper
	variant // a wide or a raised form
)

func weigh(s string) (w weights) {
	for _, r := range norm.NFD.String(s) {
		w.add(r, plain)
	}
	return w
}

func (w *weights) add(r rune, form uint32) {
	if r < utf8.RuneSelf {
		if r >= 'A' && r <= 'Z' {
			r, form = r+'a'-'A', max(form, upper)
		}
		w.letter(ascii[r], form)
		return
	}
	if low := unicode.ToLower(r); low != r {
		r, form = low, max(form, upper)
	}
	switch compatible := norm.NFKD.String(string(r)); {
	case marked[r] != "":
		w.addAll(marked[r], form)
	case r == 'ς': // Greek has a form for the end of a word
		w.add('σ', variant)
	case compatible != string(r):
		w.addAll(compatible, max(form, variant))
	case r == breve && len(w[0]) > 0 && w[0][len(w[0])-1] == listed['и']:
		w[0][len(w[0])-1] = listed['й']
	case unicode.Is(unicode.Mn, r):
		w[1] = append(w[1], accent(r))
	default:
		w.letter(order(r), form)
	}
}

// letter adds a letter's weights; what has the order 0 counts for nothing.
func (w *weights) letter(order, form uint32) {
	if order == 0 {
		return
	}
	w[0], w[1], w[2] = append(w[0], order), append(w[1], 0), append(w[2], form)
}

func (w *weights) addAll(s string, form uint32) {
	for _, r := range s {
		w.add(r, form)
	}
}

// marked are letters that are read as others with something added, and have no
// decomposition in Unicode.
var marked = map[rune]string{
	'æ': "a\u0336e", 'œ': "o\u0336e", 'ß': "s\u0336s",
	'ø': "o\u0338", 'ð': "d\u0336", 'đ': "d\u0335", 'ħ': "h\u0335", 'ł': "l\u0335", 'ґ': "г\u0335",
}

// accents in their order; the others follow by code point.
const accents = "\u0301\u0300\u0306\u0302\u030C\u030A\u0308\u030B\u0303\u0307\u0338\u0335\u0336\u0327\u0328\u0304"

func accent(r rune) uint32 {
	if i := strings.IndexRune(accents, r); i >= 0 {
		return 1 + uint32(i)
	}
	return uint32(r)
}

// The groups of the first level.
const (
	groupBlank uint32 = (1 + iota) << 29
	groupPunctuation
	groupSymbol
	groupCurrency
	groupDigit
	groupLetter
)

// listed are the signs that have a place of their own within their group, and
// the alphabets that are not in the order of their code points.
var listed = func() map[rune]uint32 {
	table := map[rune]uint32{}
	for _, row := range []struct {
		first uint32
		signs string
	}{
		{groupBlank, "\t\n\v\f\r "},
		{groupPunctuation, "_-–—―,;:!¡?¿.·'‘’‚‹›\"“”„«»()[]{}§¶@*/\\&#%†‡•"},
		{groupSymbol, "`´¨^¯°©®+±÷×<=>|¦~"},
		{groupCurrency, "¤¢$£¥"},
		{groupDigit, "0123456789"},
		{groupLetter + 'a'<<8, "abcdefghiıjklmnŋopqĸrstŧuvwxyzʒþ"},
		{groupLetter + 'а'<<8, "абвгдђеєжзѕиійјклљмнњопрстћуфхцчџшщъыьэюя"},
	} {
		for i, r := range row.signs {
			table[r] = row.first + 1 + uint32(i)
		}
	}
	return table
}()

// ascii are the listed signs that are met most.
var ascii = func() (table [utf8.RuneSelf]uint32) {
	for r := range rune(utf8.RuneSelf) {
		table[r] = listed[r]
	}
	return table
}()

const breve = '\u0306' // й decomposes, but is no accented и

// order gives a letter's weight of the first level, 0 for what is not seen.
func order(r rune) uint32 {
	if n, ok := listed[r]; ok {
		return n
	}
	switch {
	case unicode.IsSpace(r) || unicode.Is(unicode.Zs, r):
		return groupBlank + uint32(r)<<8
	case unicode.IsPunct(r):
		return groupPunctuation + uint32(r)<<8
	case unicode.Is(unicode.Sc, r):
		return groupCurrency + uint32(r)<<8
	case unicode.IsSymbol(r):
		return groupSymbol + uint32(r)<<8
	case unicode.IsNumber(r):
		return groupDigit + uint32(r)<<8
	case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
		return 0
	}
	return groupLetter + uint32(r)<<8
}
