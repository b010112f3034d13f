package git

import (
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

// File returns a file of a commit, as take makes it of its bytes in the repository, or of those that the user's Git
// checks out now, with ends of lines, encodings and filters: the first that is not nil. path is a slash path relative
// to dir, which exists; it may lead out of dir, but not out of the repository. The result is nil if there is no such
// file.
func File(dir, commit, path string, take func([]byte) []byte) []byte {
	if strings.HasPrefix(commit, "-") {
		return nil
	}
	object := commit + ":./" + path
	text, err := local(dir, "cat-file", "blob", object)
	if err != nil {
		return nil
	}
	if taken := take(text); taken != nil {
		return taken
	}
	if text, err = local(dir, "cat-file", "--filters", object); err != nil {
		return nil
	}
	return take(text)
}
