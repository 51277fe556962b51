// Package plan turns what manifests say into the intermediate representation
// that gen/emit and gen/link work from: final Go names, typed options, the
// methods with what they are gated by, the E8004 table. It is pure: it reads
// no file, runs nothing, and gives the same plan for the same sources in any
// order of time and place.
package plan
