package gitinfo

import (
	"os/exec"
	"strings"
)

// Has reports whether the repository around a folder has a commit: clones may be shallow.
func Has(dir, commit string) bool {
	if strings.HasPrefix(commit, "-") {
		return false
	}
	_, err := local(dir, "cat-file", "-e", commit+"^{commit}")
	return err == nil
}

// File returns a file of a commit, the first of what Git may have written to a working tree that right accepts: its bytes in the repository, and
// those with ends of lines, encodings and filters as the user's Git checks them out now. path is a slash path relative to dir, which has to be there;
// it may lead out of it, but not out of the repository. The result is nil where there is no such file.
func File(dir, commit, path string, right func([]byte) bool) []byte {
	if strings.HasPrefix(commit, "-") {
		return nil
	}
	object := commit + ":./" + path
	text, err := local(dir, "cat-file", "blob", object)
	if err != nil {
		return nil
	}
	if right(text) {
		return text
	}
	if text, err = local(dir, "cat-file", "--filters", object); err == nil && right(text) {
		return text
	}
	return nil
}

// local runs a Git that fetches nothing, also where the clone is a partial one: recent versions do not try, others may use no protocol.
func local(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(environment(), "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=")
	return cmd.Output()
}
