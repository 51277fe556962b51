package link

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/abxgen/abxgen/runtime/diag"
)

// checkOutput refuses an output that could not be written in the end.
func (l *Linker) checkOutput() diag.List {
	if l.Output == "" || strings.HasSuffix(l.Output, "/") || strings.HasSuffix(l.Output, string(filepath.Separator)) {
		return problem("-o "+l.Output+" names no file", "write -o DIR/NAME")
	}
	if info, err := os.Stat(l.Output); err == nil {
		switch {
		case info.IsDir():
			return problem("-o "+l.Output+" is a folder", "write -o "+filepath.Join(l.Output, "abx"))
		case !info.Mode().IsRegular():
			return problem("-o "+l.Output+" is no regular file", "name a file, or a name that is free")
		}
	}
	dir := filepath.Dir(l.Output)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return problem("-o "+l.Output+": there is no folder "+dir, "make it first: mkdir -p "+dir)
	}
	beside, err := l.beside()
	if err != nil {
		return problem("-o "+l.Output+": cannot write into the folder "+dir+": "+reason(err), "choose another folder")
	}
	beside.Close()
	os.Remove(beside.Name())
	return nil
}

// beside opens a new file in the output's folder, where a rename is one step.
func (l *Linker) beside() (*os.File, error) {
	return os.CreateTemp(filepath.Dir(l.Output), "."+filepath.Base(l.Output)+"-*")
}

// reason is an error without the path of a file that nobody knows.
func reason(err error) string {
	if p, ok := err.(*os.PathError); ok {
		return p.Err.Error()
	}
	return err.Error()
}

// checkTarget says what a Windows program is called.
func (l *Linker) checkTarget(t toolchain) diag.List {
	if t.OS != "windows" || strings.EqualFold(filepath.Ext(l.Output), ".exe") {
		return nil
	}
	return diag.List{{Severity: diag.SeverityNote, Msg: "-o " + l.Output + " is a program for Windows, which starts it only by a name that ends in .exe"}}
}

// install copies the finished program beside the output and renames it there,
// so that the old one is whole until the new one is.
func (r *Ready) install(program string) (*Result, error) {
	src, err := os.Open(program)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	dst, err := r.beside()
	if err != nil {
		return nil, err
	}
	defer os.Remove(dst.Name()) // after the rename there is nothing to remove
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(dst, sum), src)
	if err == nil {
		err = dst.Chmod(0o755)
	}
	if closing := dst.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(dst.Name(), r.Output)
	}
	if err != nil {
		return nil, err
	}
	return &Result{
		Output: r.Output, Size: size, Target: r.Platform().String(),
		Digest: "sha256:" + hex.EncodeToString(sum.Sum(nil)),
	}, nil
}
