package runs

import (
	"encoding/hex"

	"jprof/internal/util/lineends"
)

// ExcludedHash returns the value in Run.Excluded for a source with the given text.
func ExcludedHash(text []byte) string {
	sum := lineends.Hash(text)
	return hex.EncodeToString(sum[:])
}

// Excludes reports whether the build of the run, or of one of its parts, excluded a Java file with this content.
func (r Run) Excludes(path string, text []byte) bool {
	for _, leaf := range r.Leaves() {
		if hash, ok := leaf.Excluded[path]; ok && hash == ExcludedHash(text) {
			return true
		}
	}
	return false
}
