//go:build race

package confine

// raceDetector: its shadow memory counts as data, so no limit can be set.
const raceDetector = true
