package jtest

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// CacheDir returns the user's folder for files that can be made again.
func CacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return os.TempDir()
	}
	return dir
}

// ErrNoSources means that no JDK with its sources was found.
var ErrNoSources = errors.New(
	"no JDK with lib/src.zip found: Temurin brings it along, for Debian's there is the package openjdk-17-source")

// UnpackSources unpacks the Java files of a zip file, such as lib/src.zip of a JDK, into dir, unless that exists.
func UnpackSources(from, dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	tmp := dir + ".part"
	if err := os.RemoveAll(tmp); err != nil {
		return err
	}
	if err := Unzip(from, tmp, func(name string) bool { return strings.HasSuffix(name, ".java") }); err != nil {
		return err
	}
	return os.Rename(tmp, dir)
}

// Unzip extracts those files of an archive for whose slash path in the archive the function wanted returns true.
func Unzip(archive, to string, wanted func(name string) bool) error {
	r, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, f := range r.File {
		if f.FileInfo().IsDir() || !wanted(f.Name) {
			continue
		}
		if !filepath.IsLocal(f.Name) {
			return fmt.Errorf("%s: the path %q leads out of it", archive, f.Name)
		}
		if err := extract(f, filepath.Join(to, filepath.FromSlash(f.Name))); err != nil {
			return fmt.Errorf("%s: %s: %w", archive, f.Name, err)
		}
	}
	return nil
}

func extract(f *zip.File, to string) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o666)
}
