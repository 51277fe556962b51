package diag

import (
	"fmt"
	"slices"
	"strings"
)

// Nearest gives the candidate that word was most likely meant to be, or "" if
// none is near: at most a third of the word's characters (and at least one)
// may be wrong, missing, added or swapped with a neighbour, or one is how the
// other begins (entrypoint, entry); letter case, '-' and '_' count for nothing.
// A tie goes to the candidate that sorts first.
func Nearest(word string, candidates []string) string {
	best, bestDistance := "", -1
	w := fold(word)
	limit := max(1, len(w)/3)
	for _, c := range candidates {
		d := limit + 1
		if f := fold(c); max(len(w)-len(f), len(f)-len(w)) <= limit {
			d = distance(w, f)
		} else if begins(w, f) || begins(f, w) {
			d = limit
		}
		if d > limit || c == word {
			continue
		}
		if bestDistance < 0 || d < bestDistance || d == bestDistance && c < best {
			best, bestDistance = c, d
		}
	}
	return best
}

// DidYouMean gives `did you mean "x"?`, or "" where nothing is near.
func DidYouMean(word string, candidates []string) string {
	if n := Nearest(word, candidates); n != "" {
		return fmt.Sprintf("did you mean %q?", n)
	}
	return ""
}

func fold(s string) []rune {
	return []rune(strings.ReplaceAll(strings.ToLower(s), "-", "_"))
}

func begins(long, short []rune) bool {
	return len(short) >= 4 && len(long) > len(short) && slices.Equal(long[:len(short)], short)
}

// distance is the optimal string alignment distance: Levenshtein's with a swap
// of neighbours as one step.
func distance(a, b []rune) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	before, prev, cur := rows[0], rows[1], rows[2]
	for j := range cur {
		cur[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, prev, cur = prev, cur, before
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
	}
	return cur[len(b)]
}
