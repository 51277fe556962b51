// Package diag holds what abxgen says about a user's files: a diagnostic has a
// place, a code of spec/errors.md, what is wrong and what to write. A List of
// them is what every phase of a build returns, and it prints as text for
// people, as JSON for machines and as workflow commands for GitHub Actions.
//
// Form of a line (spec/errors.md): FILE:LINE:COL: CODE: what is wrong; what to write
package diag
