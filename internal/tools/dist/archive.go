package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// file is a file of an archive: its slash-separated name there, and its text or the file that has it.
type file struct {
	name string
	from string
	text []byte
	mode int64
}

func (f file) read() ([]byte, error) {
	if f.from == "" {
		return f.text, nil
	}
	return os.ReadFile(f.from)
}

// writeArchive writes the archive of a target: a folder with files in the order of their names, all of the time of the
// commit and of no user, so that equal files give equal archives.
func (r release) writeArchive(name string, t target, files []file) error {
	files = slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
	var b bytes.Buffer
	write := r.writeTar
	if strings.HasSuffix(name, ".zip") {
		write = r.writeZip
	}
	if err := write(&b, r.folder(t), files); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

func (r release) writeTar(w io.Writer, folder string, files []file) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	tw := tar.NewWriter(packed)
	add := func(h tar.Header, text []byte) error {
		h.ModTime, h.Format = r.Time, tar.FormatUSTAR
		if err := tw.WriteHeader(&h); err != nil {
			return err
		}
		_, err := tw.Write(text)
		return err
	}
	for _, d := range folders(folder, files) {
		if err := add(tar.Header{Typeflag: tar.TypeDir, Name: d + "/", Mode: 0o755}, nil); err != nil {
			return err
		}
	}
	for _, f := range files {
		text, err := f.read()
		if err != nil {
			return err
		}
		h := tar.Header{Typeflag: tar.TypeReg, Name: folder + "/" + f.name, Mode: f.mode, Size: int64(len(text))}
		if err := add(h, text); err != nil {
			return err
		}
	}
	if err := tw.Close(); err != nil {
		return err
	}
	return packed.Close()
}

func (r release) writeZip(w io.Writer, folder string, files []file) error {
	zw := zip.NewWriter(w)
	zw.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.BestCompression)
	})
	// The format has no times before 1980.
	when := r.Time
	if first := time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC); when.Before(first) {
		when = first
	}
	for _, f := range files {
		text, err := f.read()
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: when}
		h.SetMode(os.FileMode(f.mode))
		out, err := zw.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := out.Write(text); err != nil {
			return err
		}
	}
	return zw.Close()
}

// writeBundle writes a zip of the artifacts in a repository, without the lists of versions: Maven Central takes it.
func (r release) writeBundle(name, repository string) error {
	var files []file
	err := filepath.WalkDir(repository, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), "maven-metadata") {
			return err
		}
		in, err := filepath.Rel(repository, p)
		files = append(files, file{name: filepath.ToSlash(in), from: p, mode: 0o644})
		return err
	})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := r.writeZip(&b, "", files); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// folders returns the folders that files need, from the outer folders to the inner ones.
func folders(root string, files []file) []string {
	all := []string{root}
	for _, f := range files {
		if d := path.Dir(f.name); d != "." && !slices.Contains(all, root+"/"+d) {
			all = append(all, root+"/"+d)
		}
	}
	return all
}

// writeChecksums writes checksums.txt, as sha256sum does, for all files of a folder.
func writeChecksums(folder string) error {
	const name = "checksums.txt"
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, e := range entries {
		sum, err := checksum(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", sum, e.Name())
	}
	return os.WriteFile(filepath.Join(folder, name), []byte(b.String()), 0o644)
}

// checksum returns the SHA-256 of a file, in hexadecimal digits.
func checksum(name string) (string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), nil
}
