//go:build unix

package envd

import (
	"io/fs"
	"os/user"
	"syscall"
)

// owner names a file's user and group, by number where they have no name.
func owner(info fs.FileInfo) (string, string) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", ""
	}
	uid, gid := id(st.Uid), id(st.Gid)
	if u, err := user.LookupId(uid); err == nil {
		uid = u.Username
	}
	if g, err := user.LookupGroupId(gid); err == nil {
		gid = g.Name
	}
	return uid, gid
}
