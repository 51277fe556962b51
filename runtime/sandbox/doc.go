// Package sandbox is the client that Go programs work with: sandboxes as
// handles with programs, files, terminals, ports and a code interpreter, over
// any opened provider (api.Provider). The packages that abxgen generates have
// types of their own in front of it, which know at compile time what their
// provider declares; what is common to all of them is here, once.
//
//	p, err := e2b.FromEnvironment(ctx)              // a generated package
//	s, err := p.Create(ctx, api.CreateRequest{})
//	defer s.Kill(ctx)
//	res, err := s.Exec(ctx, api.Command("uname", "-a"))
//
// A program that is to work with several providers asks for what it needs by
// the interfaces of this package: CanExec, CanFiles and so on. A generated
// Sandbox satisfies those whose features its provider declares, and no others,
// so that a wrong choice of provider does not compile.
//
// Every failure is, or wraps, an *api.Error; a feature that is not declared is
// E8004 (api.ErrFeatureNotSupported), before any I/O. Contexts bound calls:
// the one given to Exec, Start or Terminal ends the program when it ends.
// All types are safe for concurrent use unless they say otherwise.
package sandbox
