package cli

import (
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/abxgen/abxgen/runtime/api"
)

func portNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 65535 {
		return 0, usage("%q is no port: write a number from 1 to 65535", text)
	}
	return n, nil
}

// filesRead streams; of a file of any size no more than a buffer is in memory.
func (r *run) filesRead(args []string) error {
	p, id, err := r.sandbox(args[0], fileNeed("read"))
	if err != nil {
		return err
	}
	from, err := p.Read(r.ctx, id, args[1])
	if err != nil {
		return err
	}
	defer from.Close()
	if r.flags.json {
		return r.readJSON(from)
	}
	_, err = io.Copy(r.Stdout, from)
	return err
}

// readJSON gives {"content_b64": …}, as it comes.
func (r *run) readJSON(from io.Reader) error {
	if _, err := io.WriteString(r.Stdout, `{"content_b64":"`); err != nil {
		return err
	}
	enc := base64.NewEncoder(base64.StdEncoding, r.Stdout)
	if _, err := io.Copy(enc, from); err != nil {
		return err
	}
	if err := enc.Close(); err != nil {
		return err
	}
	_, err := io.WriteString(r.Stdout, "\"}\n")
	return err
}

func (r *run) filesWrite(args []string) error {
	p, id, err := r.sandbox(args[0], fileNeed("write"))
	if err != nil {
		return err
	}
	content, name := r.Stdin, "stdin"
	if len(args) == 3 && args[2] != "-" {
		f, err := r.localFile(args[2])
		if err != nil {
			return err
		}
		defer f.Close()
		content, name = f, args[2]
	}
	// Reading a folder fails, but only after the sandbox's file is emptied.
	if f, ok := content.(*os.File); ok && isFolder(f) {
		return usage("%s cannot be read: it is a folder", name)
	}
	if err := p.Write(r.ctx, id, args[1], content); err != nil {
		return err
	}
	return r.wrote(args[1])
}

func isFolder(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.IsDir()
}

func (r *run) localFile(name string) (*os.File, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.Cwd, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, usage("%s cannot be read: %s", name, plainReason(err))
	}
	return f, nil
}

func plainReason(err error) string {
	if os.IsNotExist(err) {
		return "there is no such file"
	}
	if os.IsPermission(err) {
		return "permission denied"
	}
	return "it cannot be opened"
}

// wrote is the answer of a command that changed a path: silence for people.
func (r *run) wrote(path string) error {
	return r.show(map[string]string{"path": path}, func() error { return nil })
}

func (r *run) filesList(args []string) error {
	p, id, err := r.sandbox(args[0], fileNeed("list_dir"))
	if err != nil {
		return err
	}
	list, err := p.ListDir(r.ctx, id, args[1])
	if err != nil {
		return err
	}
	entries := make([]entry, len(list))
	rows := make([][]string, len(list))
	for i := range list {
		entries[i] = entryOf(&list[i])
		rows[i] = entries[i].row()
	}
	return r.show(entries, func() error { return r.table(entryHeader, rows) })
}

func (r *run) filesStat(args []string) error {
	p, id, err := r.sandbox(args[0], fileNeed("stat"))
	if err != nil {
		return err
	}
	f, err := p.Stat(r.ctx, id, args[1])
	if err != nil {
		return err
	}
	e := entryOf(f)
	return r.show(e, func() error {
		return r.table(nil, [][]string{{"path", e.Path}, {"type", e.Type}, {"size", strconv.FormatInt(e.Size, 10)}, {"modified", e.MTime}})
	})
}

func (r *run) filesMkdir(args []string) error {
	return r.change(args, "make_dir", func(p api.Provider, id string) error { return p.MakeDir(r.ctx, id, args[1]) })
}

func (r *run) filesRemove(args []string) error {
	return r.change(args, "remove", func(p api.Provider, id string) error { return p.Remove(r.ctx, id, args[1]) })
}

func (r *run) filesMove(args []string) error {
	return r.change(args, "move", func(p api.Provider, id string) error { return p.Move(r.ctx, id, args[1], args[2]) })
}

func (r *run) change(args []string, method string, do func(api.Provider, string) error) error {
	p, id, err := r.sandbox(args[0], fileNeed(method))
	if err != nil {
		return err
	}
	if err := do(p, id); err != nil {
		return err
	}
	return r.wrote(args[len(args)-1])
}

func (r *run) filesExists(args []string) error {
	p, id, err := r.sandbox(args[0], fileNeed("exists"))
	if err != nil {
		return err
	}
	there, err := p.Exists(r.ctx, id, args[1])
	if err != nil {
		return err
	}
	return r.show(map[string]bool{"exists": there}, func() error { return r.say("%t", there) })
}
