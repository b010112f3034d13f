package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// OwnerHint returns a hint if err denies a permission and one of some paths belongs to another user: it names the
// first that does. It is "" otherwise.
func OwnerHint(err error, paths ...string) string { return ownerHint(err, os.Geteuid(), paths) }

// ownerHint is OwnerHint for the user uid.
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
