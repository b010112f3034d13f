package runs

import (
	"errors"
	"strings"

	"jprof/internal/util/bucket"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
)

// maxDescription limits run.json, in bytes. A merged run takes about a kilobyte for each of its runs, and may have
// 100,000.
const maxDescription = 256 << 20

// place is the place of a run: a folder, or an archive that was unpacked.
type place struct {
	dir      string
	unpacked string // the folder that the archive was unpacked to, "" for none
	archive  string
}

// name replaces the unpacked folder in a text by the path of the archive. The folder is removed before the user reads
// the text.
func (p place) name(text string) string {
	if p.archive == "" {
		return text
	}
	return strings.ReplaceAll(text, p.unpacked, p.archive)
}

// broken returns the error of a damaged run.
func (p place) broken(err error) error { return &brokenError{place: p, err: err} }

// Broken returns the error of a file of the run that is damaged or missing. It wraps ErrNoRun.
func (o *Opened) Broken(err error) error { return NoRun(o.in.broken(err)) }

// isNewer reports whether an error is about a file of a newer jprof.
func isNewer(err error) bool { return errors.As(err, new(*version.Newer)) }

type brokenError struct {
	place
	err   error
	label string // of the run, if a newer jprof wrote it
}

var _ term.Hinter = (*brokenError)(nil)

func (b *brokenError) Error() string { return b.name(b.err.Error()) }
func (b *brokenError) Unwrap() error { return b.err }

// Is makes each error about a run that cannot be read an ErrNoRun.
func (b *brokenError) Is(target error) bool { return target == ErrNoRun }

func (b *brokenError) Hints() []string {
	if isNewer(b.err) { // then the run is not damaged
		return nil
	}
	if bucket.IsURL(b.archive) {
		return []string{"push the run again, with --again, where it was made"}
	}
	if b.archive != "" {
		return []string{"remove " + b.archive + ", and make or fetch it again"}
	}
	return []string{"remove " + b.dir + ", and run jprof again, or fetch it again"}
}
