// Package paths answers questions about paths of the project and of the machine. It opens no file.
package paths

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// IsJava reports whether path names a Java source.
func IsJava(path string) bool { return strings.HasSuffix(path, ".java") }

// Exists reports whether there is anything at path. A path that cannot be examined counts as there.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// Rel is path relative to base, as a slash path, or path itself where there is no such form.
func Rel(base, path string) string {
	rel, err := filepath.Rel(base, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

// Real is path without symbolic links, or path itself where that is not known.
func Real(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
