// Package paths answers questions about paths of the project and of the machine. It reads no contents of files.
package paths

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Within returns path relative to dir, and reports whether path is dir or lies in it. Both are absolute.
func Within(dir, path string) (string, bool) {
	rel, err := filepath.Rel(dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return rel, true
}

// Nested reports whether one of the two absolute paths is the other, or lies in it.
func Nested(a, b string) bool {
	_, in := Within(a, b)
	_, around := Within(b, a)
	return in || around
}

// Common returns the deepest folder that holds both a and b, which are absolute.
func Common(a, b string) string {
	for {
		if _, ok := Within(a, b); ok || a == filepath.Dir(a) {
			return a
		}
		a = filepath.Dir(a)
	}
}

// IsFile reports whether path is a regular file, or a link to one.
func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// IsDir reports whether path is a folder, or a link to one.
func IsDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Exists reports whether there is anything at path. A path that cannot be examined counts as there.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// IsJava reports whether path names a Java source.
func IsJava(path string) bool { return strings.HasSuffix(path, ".java") }

// Rel returns path relative to base, as a slash path, or path itself where there is no such form.
func Rel(base, path string) string {
	rel, err := filepath.Rel(base, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

// Absolute returns path as an absolute one: a relative path starts in dir.
func Absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// Real returns path without symbolic links, as far as it exists.
func Real(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return filepath.Clean(path)
}

// Canonical returns a folder that exists as an absolute path without symbolic links.
func Canonical(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}
