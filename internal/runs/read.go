package runs

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"jprof/internal/util/term"
	"jprof/internal/util/version"
)

// maxDescription limits run.json, in bytes. A merged run takes about a kilobyte for each run in it, and may have
// 100,000.
const maxDescription = 256 << 20

// ReadFile reads a regular file of up to limit bytes; links are followed. Names in descriptions of runs may come from
// anywhere, and lead to devices and pipes, which never end or never begin.
func ReadFile(path string, limit int64) ([]byte, error) {
	// Before it is opened: to open a pipe is to wait for its other end.
	info, err := os.Stat(path)
	if err == nil {
		err = fit(path, info, limit)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err == nil {
		err = fit(path, info, limit) // it may be another one by now
	}
	if err != nil {
		return nil, err
	}
	// No more than its size: files that the system makes up have size 0, and never end.
	return io.ReadAll(io.LimitReader(f, info.Size()))
}

func fit(path string, info os.FileInfo, limit int64) error {
	switch {
	case !info.Mode().IsRegular():
		return unfit{path + ": not a regular file"}
	case info.Size() > limit:
		return unfit{fmt.Sprintf("%s: larger than %d MB", path, limit>>20)}
	}
	return nil
}

// unfit is the error of a file that exists but must not be read.
type unfit struct{ text string }

func (u unfit) Error() string { return u.text }

// place is the place of a run: a folder, or an archive that was unpacked.
type place struct {
	dir      string
	unpacked string // the folder that the archive was unpacked to, "" for none
	archive  string
}

// name replaces the unpacked folder by the archive in a text: the folder is deleted when the user reads it.
func (p place) name(text string) string {
	if p.archive == "" {
		return text
	}
	return strings.ReplaceAll(text, p.unpacked, p.archive)
}

// broken returns the error of a damaged run.
func (p place) broken(err error) error { return &brokenError{place: p, err: err} }

// isNewer reports whether an error is that of a file of a newer jprof.
func isNewer(err error) bool { return errors.As(err, new(*version.Newer)) }

type brokenError struct {
	place
	err   error
	label string // of the run, where it is one of a newer jprof
}

var _ term.Hinter = (*brokenError)(nil)

func (b *brokenError) Error() string { return b.name(b.err.Error()) }
func (b *brokenError) Unwrap() error { return b.err }

// Is has a run that cannot be read be none, whoever reads it.
func (b *brokenError) Is(target error) bool { return target == ErrNoRun }

func (b *brokenError) Hints() []string {
	if isNewer(b.err) { // nothing is wrong with it
		return nil
	}
	if b.archive != "" {
		return []string{"remove " + b.archive + ", and make or fetch it again"}
	}
	return []string{"remove " + b.dir + ", and run jprof again, or fetch it again"}
}
