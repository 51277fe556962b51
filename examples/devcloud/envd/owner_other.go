//go:build !unix

package envd

import "io/fs"

func owner(fs.FileInfo) (string, string) { return "", "" }
