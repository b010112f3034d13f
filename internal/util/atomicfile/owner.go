package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// OwnerHint returns a hint if err denies a permission and one of some paths belongs to another user. The hint names the
// first such path. In other cases it is "".
func OwnerHint(err error, paths ...string) string { return ownerHint(err, os.Geteuid(), paths) }

// ownerHint does the work of OwnerHint for the user with the number uid.
func ownerHint(err error, uid int, paths []string) string {
	if !errors.Is(err, fs.ErrPermission) || uid == 0 {
		return ""
	}
	for _, path := range paths {
		if owner := otherOwner(path, uid); owner != "" {
			return fmt.Sprintf("%s belongs to the user %s: as root, run chown -R %d %s", path, owner, uid, path)
		}
	}
	return ""
}
