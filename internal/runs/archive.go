package runs

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/util/term"
)

// Limits of the files that an archive may unpack to: an archive of a few kilobytes from an unknown source can fill a
// disk. Archives of runs are a third to a tenth of the runs.
const (
	maxUnpacked = 8 << 30 // bytes
	maxSmall    = 256 << 20
	maxGrowth   = 50      // further bytes for each byte of the archive
	maxEntries  = 100_000 // a run of the sources of a JDK has 15,000
)

// IsArchive reports whether a file is an archive of runs, by its name.
func IsArchive(name string) bool {
	return strings.HasSuffix(name, ".tar.gz") || strings.HasSuffix(name, ".tgz")
}

// unpack writes the files of an archive to the folder dest, which exists. It skips files whose names the function ours
// rejects. It fails if anything in the archive is wrong, or is not a file or folder below the root of the archive.
func unpack(archive, dest string, ours func(name string) bool) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	left := min(maxUnpacked, maxSmall+maxGrowth*info.Size())
	tooMuch := fmt.Errorf("it unpacks to more than %d MB, and has %d MB", left>>20, info.Size()>>20)
	wrong := func(err error) error {
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF):
			err = errors.New("it is cut short")
		case errors.Is(err, errTooMuch):
			err = tooMuch
		}
		return term.Errorf(
			"make an archive of runs with jprof merge -o NAME.tar.gz, or with tar czf NAME.tar.gz -C .jprof/runs ID",
			"%s: %w", archive, err)
	}
	zipped, err := gzip.NewReader(f)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return wrong(err)
	}
	limited := &limit{zipped, left}
	in := tar.NewReader(limited)
	for entries := 0; ; entries++ {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return wrong(err)
		}
		name := path.Clean(h.Name)
		switch {
		case entries == maxEntries:
			return wrong(fmt.Errorf("it has more than %d entries", maxEntries))
		case !filepath.IsLocal(filepath.FromSlash(name)) || strings.Contains(h.Name, `\`):
			return wrong(fmt.Errorf("its entry %q points outside of the archive", h.Name))
		case isSparse(h):
			return wrong(fmt.Errorf("its entry %q is sparse", h.Name))
		case h.Typeflag == tar.TypeDir || h.Typeflag == tar.TypeXGlobalHeader:
			continue
		case h.Typeflag != tar.TypeReg:
			return wrong(fmt.Errorf("its entry %q is not a file", h.Name))
		case !ours(name):
			continue
		case h.Size > left:
			return wrong(errTooMuch)
		case path.Base(name) == "run.json" && h.Size > maxDescription:
			return wrong(fmt.Errorf("its entry %q is larger than %d MB", h.Name, maxDescription>>20))
		}
		n, err := unpackFile(filepath.Join(dest, filepath.FromSlash(name)), in, left)
		if left -= n; err != nil {
			failed := (*fs.PathError)(nil)
			switch {
			case errors.Is(err, fs.ErrExist):
				err = fmt.Errorf("it has two entries %q", h.Name)
			case errors.As(err, &failed): // the message must not name dest, which is a temporary folder
				err = fmt.Errorf("its entry %q cannot be unpacked: %w", h.Name, failed.Err)
			}
			return wrong(err)
		}
	}
	// Read on after the end of the tar file, because the check sum of the gzip file follows.
	if _, err := io.Copy(io.Discard, limited); err != nil {
		return wrong(err)
	}
	return nil
}

// HoldsRuns reports whether a file is an archive of runs, by the names of its first entries.
func HoldsRuns(archive string) bool {
	f, err := os.Open(archive)
	if err != nil {
		return false
	}
	defer f.Close()
	zipped, err := gzip.NewReader(f)
	if err != nil {
		return false
	}
	const first = 4 << 20 // bytes
	in := tar.NewReader(io.LimitReader(zipped, first))
	for {
		h, err := in.Next()
		if err != nil {
			return false
		}
		if ok, _ := path.Match("*/run.json", h.Name); ok || h.Name == "run.json" {
			return true
		}
	}
}

// isOurs reports whether a file belongs to a run, by its name.
func isOurs(name string) bool {
	dir := path.Base(path.Dir(name))
	switch {
	case strings.Contains("/"+name, "/"+TestReportsDir+"/"):
		return strings.HasPrefix(path.Base(name), "TEST-") && path.Ext(name) == ".xml"
	case slices.Contains([]string{"run.json", CountsFile, TestsFile, FilesFile, TimesFile, ContextsFile, ClassesFile,
		ServicesFile}, path.Base(name)):
		return true
	case dir == "maps":
		return strings.HasSuffix(name, ".map")
	case dir == SourcesDir:
		return isSourceName(path.Base(name))
	case dir == "parts":
		return slices.Contains([]string{".counts", ".tests", ".files", ".contexts", "." + reportsFile,
			"." + ServicesFile}, path.Ext(name))
	}
	return false
}

// isSparse reports whether a file has holes. Such a file may be larger than its size in the archive. No run has one.
func isSparse(h *tar.Header) bool {
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return h.Typeflag == tar.TypeGNUSparse
}

// unpackFile writes a new file and returns the number of bytes that it wrote. It fails if there are more than limit.
func unpackFile(name string, from io.Reader, limit int64) (int64, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return 0, err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(f, io.LimitReader(from, limit+1))
	if n > limit {
		err = errTooMuch
	}
	return n, errors.Join(err, f.Close())
}

var errTooMuch = errors.New("it unpacks to too much")

// limit is a reader that fails if more than n bytes are read from it.
type limit struct {
	r io.Reader
	n int64
}

func (l *limit) Read(p []byte) (int, error) {
	if l.n <= 0 {
		return 0, errTooMuch
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.n)])
	l.n -= int64(n)
	return n, err
}

// pack writes the files below a folder, sorted by name, to an archive. Equal folders make equal archives.
func pack(dir string, to io.Writer) error {
	var names []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			name, err = filepath.Rel(dir, name)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(names)
	return Pack(dir, names, to)
}

func packFile(out *tar.Writer, dir, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(dir, name)
	if err != nil {
		return err
	}
	h := &tar.Header{Typeflag: tar.TypeReg, Name: filepath.ToSlash(rel), Size: info.Size(), Mode: 0o644,
		Format: tar.FormatPAX}
	if err := out.WriteHeader(h); err != nil {
		return err
	}
	_, err = io.Copy(out, f)
	return err
}

// isMergedArchive reports whether Merge wrote this archive. It returns an error if the archive cannot be read.
func isMergedArchive(name string) (bool, error) {
	scratch, err := NewScratch()
	if err != nil {
		return false, err
	}
	defer scratch.Remove()
	dir := scratch.Dir
	if err := unpack(name, dir, func(entry string) bool { return entry == "run.json" }); err != nil {
		return false, err
	}
	o, err := Store{}.Open(dir)
	if b := (*brokenError)(nil); errors.As(err, &b) {
		b.unpacked, b.archive = dir, name
	}
	return err == nil && len(o.Parts) > 0, err
}

// packTo packs a folder into a new file.
func packTo(name, dir string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(pack(dir, f), f.Close())
}
