package api

// Support is one row of a provider's E8004 table: what a call of one of
// Methods meets. A method that stands behind two features (Sandbox.Exec, behind
// exec.run and exec.stream) is refused only where neither is declared.
type Support struct {
	Feature  Feature
	Declared bool
	// Methods are the methods of the generated package behind the feature, as
	// Type.Method (Files.Watch, of package runtime/sandbox); none for the
	// features that only Require answers for (spec/errors.md).
	Methods []string
}
