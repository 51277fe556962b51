//go:build race

package guest_test

const raceDetector = true
