package config

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

const digits = `[0-9](?:_?[0-9])*`

var (
	intForm   = regexp.MustCompile(`^[+-]?` + digits + `$`)
	wholeForm = regexp.MustCompile(`^[+-]?[0-9]+\.0*$`)
	floatForm = regexp.MustCompile(`(?i)^[+-]?(?:(?:(?:` + digits + `)(?:\.(?:` + digits + `)?)?|\.` + digits + `)(?:e[+-]?` + digits + `)?|inf|infinity|nan)$`)
)

// parseInt takes "3", "+3", "1_000" and "3.0"; false for the rest and for what
// an int64 does not hold.
func parseInt(text string) (int64, bool) {
	text = asciiDigits(text)
	if wholeForm.MatchString(text) {
		f, err := strconv.ParseFloat(text, 64)
		return int64(f), err == nil && math.Abs(f) < 1<<63
	}
	if !intForm.MatchString(text) {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 64)
	return n, err == nil
}

// parseFloat takes decimal numbers, inf and nan; one that is too large is inf.
func parseFloat(text string) (float64, bool) {
	text = asciiDigits(text)
	if !floatForm.MatchString(text) {
		return 0, false
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	return f, err == nil || errors.Is(err, strconv.ErrRange)
}

// asciiDigits writes the decimal digits of other scripts as ASCII's.
func asciiDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 || !unicode.IsDigit(r) {
			return r
		}
		return '0' + digitValue(r)
	}, text)
}

// digitValue uses that Unicode lays its decimal digits in runs of ten.
func digitValue(r rune) rune {
	for _, run := range unicode.Nd.R16 {
		if lo := rune(run.Lo); r >= lo && r <= rune(run.Hi) {
			return (r - lo) % 10
		}
	}
	for _, run := range unicode.Nd.R32 {
		if lo := rune(run.Lo); r >= lo && r <= rune(run.Hi) {
			return (r - lo) % 10
		}
	}
	return 0
}
