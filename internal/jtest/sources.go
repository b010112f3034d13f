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

// CacheDir is the user's folder for files that can be made again.
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

// UnpackSources unpacks the Java files of a zip file, such as lib/src.zip of a JDK, below dir. Files that exist are
// kept.
func UnpackSources(from, dir string) error {
	z, err := zip.OpenReader(from)
	if err != nil {
		return err
	}
	defer z.Close()
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	tmp := dir + ".part"
	if err := os.RemoveAll(tmp); err != nil {
		return err
	}
	for _, f := range z.File {
		name := filepath.FromSlash(f.Name)
		if !strings.HasSuffix(name, ".java") || !filepath.IsLocal(name) {
			continue
		}
		if err := extract(f, filepath.Join(tmp, name)); err != nil {
			return fmt.Errorf("%s: %s: %w", from, f.Name, err)
		}
	}
	return os.Rename(tmp, dir)
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
