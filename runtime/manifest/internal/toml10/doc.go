// Package toml10 reads TOML 1.0 into a tree in which every key and value knows
// its place. It accepts what Python's tomllib accepts, since that is what the
// hosts read manifests with (cases/13): tokens come from go-toml's parser,
// which reads TOML 1.1 and leaves duplicates to its caller, so the three things
// that only 1.1 has are refused here, and so is a key or table that comes twice.
//
// Two things that tomllib takes are refused: an integer beyond 64 bits, and
// nesting so deep that a host's stack decides whether it reads the file.
package toml10
