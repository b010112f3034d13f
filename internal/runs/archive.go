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

	"jprof/internal/ui"
)

// What an archive may unpack to. It comes from somewhere else, and a few kilobytes can be made to unpack to a full disk.
const (
	maxUnpacked = 8 << 30 // bytes
	maxEntries  = 1 << 20
)

// IsArchive tells the names of archives.
func IsArchive(name string) bool {
	return strings.HasSuffix(name, ".tar.gz") || strings.HasSuffix(name, ".tgz")
}

// unpack puts the maps, counts and descriptions of an archive into the folder dest, which is there. All of the archive has to be
// right, and in it may be nothing but files and folders below its own root. Test reports, and whatever else is in it, stay out.
// Of what is in it, ours tells what is wanted.
func unpack(archive, dest string, ours func(name string) bool) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	wrong := func(err error) error {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("it is cut short")
		}
		return ui.Errorf("make an archive of runs with jprof merge -o NAME.tar.gz, or with tar czf NAME.tar.gz -C .jprof/runs ID", "%s: %w", archive, err)
	}
	zipped, err := gzip.NewReader(f)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return wrong(err)
	}
	limited := &limit{zipped, maxUnpacked}
	in := tar.NewReader(limited)
	left := int64(maxUnpacked)
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
			case errors.As(err, &failed): // on a file in dest, which is nobody's business
				err = fmt.Errorf("its entry %q cannot be unpacked: %w", h.Name, failed.Err)
			}
			return wrong(err)
		}
	}
	// What follows the end of the tar file is part of the zipped one, with its check sum.
	if _, err := io.Copy(io.Discard, limited); err != nil {
		return wrong(err)
	}
	return nil
}

// isOurs tells the files that a run is made of.
func isOurs(name string) bool {
	dir := path.Base(path.Dir(name))
	switch {
	case path.Base(name) == "run.json", path.Base(name) == "counts":
		return !strings.Contains(name, "test-reports/")
	case dir == "maps":
		return strings.HasSuffix(name, ".map")
	case dir == "parts":
		return strings.HasSuffix(name, ".counts")
	}
	return false
}

// isSparse tells files with holes, which have no size in the archive and any in the folder. No run has them.
func isSparse(h *tar.Header) bool {
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return h.Typeflag == tar.TypeGNUSparse
}

// unpackFile gives up after limit bytes, and tells how many it has written.
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

var errTooMuch = fmt.Errorf("it unpacks to more than %d GB", maxUnpacked>>30)

// limit is a reader of which no more than n bytes can be read.
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
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(names)
	zipped := gzip.NewWriter(to)
	out := tar.NewWriter(zipped)
	for _, name := range names {
		if err := packFile(out, dir, name); err != nil {
			return err
		}
	}
	return errors.Join(out.Close(), zipped.Close())
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
	h := &tar.Header{Typeflag: tar.TypeReg, Name: filepath.ToSlash(rel), Size: info.Size(), Mode: 0o644, Format: tar.FormatPAX}
	if err := out.WriteHeader(h); err != nil {
		return err
	}
	_, err = io.Copy(out, f)
	return err
}
