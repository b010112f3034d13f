package helpers

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"hash/crc32"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"jprof/internal/util/atomicfile"
)

// The first bytes of zip files, and of the modules of a JDK, which are zip files after four bytes.
const (
	zipStart  = "PK\x03\x04"
	jmodStart = "JM\x01\x00"
)

// descriptor is the flag of a zip entry whose sizes come after its data.
const descriptor = 0x8

// addition is an entry that an archive lacks.
type addition struct {
	name string
	data []byte
	like *zip.File // the class that needs it
}

// completeArchive adds the helper classes that the classes in an archive need. It does not change a file that is no
// archive or is incomplete.
func (c *Completer) completeArchive(file string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close() // only read
	if !starts(in, zipStart, jmodStart) {
		return nil
	}
	info, err := in.Stat()
	if err != nil {
		return err
	}
	archive, err := zip.NewReader(in, info.Size())
	if err != nil {
		return nil // the build's own affair
	}
	missing := c.missing(file, archive)
	if len(missing) == 0 {
		return nil
	}
	if slices.ContainsFunc(archive.File, isSignature) {
		c.note(file, "it is signed")
		return nil
	}
	err = atomicfile.Write(file, func(out io.Writer) error { return rewrite(out, in, archive, missing) })
	if err != nil {
		return err
	}
	if err := os.Chmod(file, info.Mode()); err != nil {
		return err
	}
	return os.Chtimes(file, info.ModTime(), info.ModTime())
}

// isSignature reports whether an entry is the signature of a jar.
func isSignature(f *zip.File) bool {
	name := strings.ToUpper(f.Name)
	return path.Dir(name) == "META-INF" && path.Ext(name) == ".SF"
}

// missing lists the helper classes that the classes in an archive need, and that are not in it.
func (c *Completer) missing(file string, archive *zip.Reader) []addition {
	names := map[string]bool{}
	for _, f := range archive.File {
		names[f.Name] = true
	}
	var all []addition
	for _, f := range archive.File {
		if !strings.HasSuffix(f.Name, ".class") {
			continue
		}
		own, needed := needs(Content(f))
		root, ok := strings.CutSuffix(f.Name, own+".class")
		if !ok {
			continue
		}
		for _, helper := range needed {
			for _, m := range c.members(file, helper, names[root+helper+".class"]) {
				name := root + m.name + ".class"
				if !names[name] {
					names[name] = true
					all = append(all, addition{name, m.data, f})
				}
			}
		}
	}
	return all
}

// Content returns the content of an entry, nil if it is damaged.
func Content(f *zip.File) []byte {
	in, err := f.Open()
	if err != nil {
		return nil
	}
	defer in.Close() // only read
	data, err := io.ReadAll(in)
	if err != nil {
		return nil
	}
	return data
}

// rewrite writes an archive with more entries. The bytes of the other entries, and the bytes before them, stay as they
// were.
func rewrite(out io.Writer, in io.ReaderAt, archive *zip.Reader, more []addition) error {
	start, err := firstEntry(in, archive)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, io.NewSectionReader(in, 0, start)); err != nil {
		return err
	}
	w := zip.NewWriter(out)
	w.SetOffset(start)
	if err := w.SetComment(archive.Comment); err != nil {
		return err
	}
	for _, f := range archive.File {
		if err := copyEntry(w, f); err != nil {
			return err
		}
	}
	for _, a := range more {
		if err := a.write(w); err != nil {
			return err
		}
	}
	return w.Close()
}

// copyEntry copies an entry. Some archives have folders as compressed data of two bytes. The writer cannot copy these,
// so they are stored without data.
func copyEntry(w *zip.Writer, f *zip.File) error {
	if !f.Mode().IsDir() || f.CompressedSize64 == 0 {
		return w.Copy(f)
	}
	header := f.FileHeader
	header.Method, header.Flags = zip.Store, header.Flags&^descriptor
	header.CompressedSize64, header.UncompressedSize64, header.CRC32 = 0, 0, 0
	_, err := w.CreateRaw(&header)
	return err
}

// firstEntry returns the offset of the first entry of an archive.
func firstEntry(in io.ReaderAt, archive *zip.Reader) (int64, error) {
	first := int64(-1)
	for _, f := range archive.File {
		at, err := f.DataOffset()
		if err != nil {
			return 0, err
		}
		if first < 0 || at < first {
			first = at
		}
	}
	head := make([]byte, min(first, 1<<17+30)) // a header has two texts of up to 64 kB
	if _, err := in.ReadAt(head, first-int64(len(head))); err != nil {
		return 0, err
	}
	return first - int64(len(head)) + int64(bytes.LastIndex(head, []byte(zipStart))), nil
}

// write writes the entry to an archive. No descriptor follows the entry, because some programs that read archives as
// streams reject one.
func (a addition) write(w *zip.Writer) error {
	data := a.data
	if a.like.Method == zip.Deflate {
		var packed bytes.Buffer
		compressor, err := flate.NewWriter(&packed, flate.DefaultCompression)
		if err != nil {
			return err
		}
		if _, err := compressor.Write(data); err != nil {
			return err
		}
		if err := compressor.Close(); err != nil {
			return err
		}
		data = packed.Bytes()
	}
	header := a.like.FileHeader // with its time, which CreateRaw takes from deprecated fields
	header.Name, header.Comment, header.Extra = a.name, "", nil
	header.Flags &^= descriptor
	header.CRC32 = crc32.ChecksumIEEE(a.data)
	header.CompressedSize64, header.UncompressedSize64 = uint64(len(data)), uint64(len(a.data))
	entry, err := w.CreateRaw(&header)
	if err != nil {
		return err
	}
	_, err = entry.Write(data)
	return err
}
