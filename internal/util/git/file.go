package git

import (
	"strings"
)

// Has reports whether the repository around a folder has a commit. A shallow clone may lack it.
func Has(dir, commit string) bool {
	if strings.HasPrefix(commit, "-") {
		return false
	}
	_, err := local(dir, "cat-file", "-e", commit+"^{commit}")
	return err == nil
}

// File returns a file of a commit. It passes the bytes of the file to the function take: first those in the repository,
// and then those that the user's Git checks out now, with ends of lines, encodings and filters. The result is the first
// one that is not nil. path is a slash path relative to dir, which exists. It may lead out of dir, but not out of the
// repository. If there is no such file, the result is nil.
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
