package packed

import (
	"bytes"
	"io/fs"
	"testing"
	"testing/fstest"
)

func TestAFolderComesBackWithItsModes(t *testing.T) {
	files := []File{{Path: "bin/it's a \u00fc", Content: []byte("\x00\xff"), Executable: true}, {Path: "README", Content: nil}}
	one, err := Pack(files)
	if err != nil {
		t.Fatal(err)
	}
	if two, _ := Pack(files); !bytes.Equal(one, two) {
		t.Error("the same files gave other bytes")
	}
	folder := Open(one)
	if err := fstest.TestFS(folder, files[0].Path, files[1].Path); err != nil {
		t.Error(err)
	}
	for _, f := range files {
		content, err := fs.ReadFile(folder, f.Path)
		info, _ := fs.Stat(folder, f.Path)
		if err != nil || !bytes.Equal(content, f.Content) || (info.Mode()&0o100 != 0) != f.Executable {
			t.Errorf("%s: %q %v %v", f.Path, content, info.Mode(), err)
		}
	}
}

func TestOtherBytesAreAFolderThatFails(t *testing.T) {
	if _, err := fs.ReadDir(Open([]byte("not packed")), "."); err == nil {
		t.Error("no error")
	}
}
