//go:build unix

package atomicfile

import (
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// otherOwner returns the user that owns a path. It returns "" if the owner is the user uid, or is not known.
func otherOwner(path string, uid int) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(stat.Uid) == uid {
		return ""
	}
	id := strconv.FormatUint(uint64(stat.Uid), 10)
	if u, err := user.LookupId(id); err == nil {
		return u.Username
	}
	return id
}
