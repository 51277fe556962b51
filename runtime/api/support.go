package api

// Support is one row of a provider's E8004 table: what a call of one of
// Methods meets. A method that stands behind two features (Start, behind
// exec.run and exec.stream) is refused only where neither is declared.
type Support struct {
	Feature  Feature
	Declared bool
	// Methods are the methods of Provider behind the feature; none for the
	// seven that only Require answers for (spec/errors.md).
	Methods []string
}
