// Package recordfile is the common layout of jprof's own binary files: a header, records that are checked one by one,
// limits for all sizes that a file can claim, and errors with a hint for the user. Maps (package probe), files of
// counts (package counts) and the others of the Magic constants use it. A new kind of file needs a Magic, and a codec
// beside its data.
//
//	file    = header record... end
//	header  = magic (8 bytes ASCII)  version (uint32)
//	record  = tag (1 byte)  length (uint32)  payload (length bytes)  check (uint32)
//	end     = the record with tag TagEnd; its payload is the number of records of tag TagItem (uint32)
//
// Fixed-size numbers are big-endian. The check is the CRC-32 (IEEE, as java.util.zip.CRC32 has it) of tag, length and
// payload. The first record has TagAbout and describes the file as a whole; all others before the end have TagItem.
// Nothing follows the end. From version 7 on, a record with TagWriter is the first, before that about the file: its
// payload is the version of jprof that wrote the file, for older ones to name. The comments of packages probe (maps)
// and counts describe the payloads.
//
// If a file is cut short at any byte, readers recognise it, and its complete records can be used. The magic comes first
// and the version right after it, so that later versions can be distinguished from damage.
//
// A count file without a section, written by the JVM with PID 4242 at the start of 2025:
//
//	6a 70 72 6f 66 63 6e 74   magic "jprofcnt"
//	00 00 00 06               version 6
//	01 00 00 00 1c            tag about, 28 bytes
//	00 00 00 00               flags
//	00 00 00 01               JVMs
//	00 00 00 00 00 00 10 92   PID 4242
//	00 00 01 94 1f 29 7c 00   2025-01-01T00:00:00Z in ms
//	00 00 00 00               number of ancestors
//	45 48 e3 02               check
//	03 00 00 00 04            tag end, 4 bytes
//	00 00 00 00               sections
//	2a 04 8e ab               check
package recordfile

import (
	"fmt"
	"io"
	"strings"

	"jprof/internal/util/version"
)

// Version is the version of all formats. A file of another version is refused with a VersionError. Files of released
// versions have to be read. Version 6 is that of jprof 0.1, so a new version needs readers for both. It also needs
// writers, here and in Java, of the record with TagWriter, a line in the changelog, and changes of the example above
// (TestWorkedExample) and of TestWrongFiles. The helper classes need no change.
const Version = 6

// Magic identifies a kind of file. It has 8 bytes.
type Magic string

// The kinds of files.
const (
	Map      Magic = "jprofmap" // see internal/format/probe
	Counts   Magic = "jprofcnt" // see internal/format/counts
	Contexts Magic = "jprofctx" // see internal/format/contexts
	Classes  Magic = "jprofcls" // see internal/format/contexts
	Tests    Magic = "jproftst" // see internal/format/testcounts
	Services Magic = "jprofsvc" // see internal/format/services
	Reached  Magic = "jprofrch" // see internal/format/reached
)

var kinds = map[Magic]string{Map: "map", Counts: "file of counts", Contexts: "file of contexts",
	Classes: "file of classes", Tests: "file of counts by test",
	Reached: "file of methods that ran"}

// String returns the name of the kind in messages.
func (m Magic) String() string {
	if name, known := kinds[m]; known {
		return name
	}
	return fmt.Sprintf("file of kind %q", string(m))
}

// The tags of records.
const (
	TagAbout = 1 // describes the file: the first record, once
	TagItem  = 2 // a package of a map, a section of counts
	TagEnd   = 3 // the last record, once
	// TagWriter holds the version of jprof that wrote the file. It precedes the other records in files of version 7 and
	// later.
	TagWriter = 4
)

// Limits, far above the needs of real projects: they prevent that a damaged file claims the memory of the machine.
// Writers refuse to exceed them.
const (
	HeaderSize = 12      // bytes of magic and version
	FrameSize  = 9       // bytes of a record around its payload
	MaxRecord  = 1 << 28 // bytes of a payload
	MaxString  = 1 << 20 // bytes of a string
)

// VersionError is the error for a file that another version of jprof wrote. It wraps a *version.Newer if that version
// is newer.
type VersionError struct {
	File             string
	Found, Supported uint32
	Writer           string // the version of a newer jprof, "" if it is not known
}

func (e *VersionError) Error() string {
	if newer := e.Unwrap(); newer != nil {
		return e.File + ": " + newer.Error()
	}
	return fmt.Sprintf("%s: written by another version of jprof (format %d, this one reads %d): "+
		"run the build again with this one", e.File, e.Found, e.Supported)
}

// Unwrap returns a *version.Newer, or nil for a file of an older jprof.
func (e *VersionError) Unwrap() error {
	if e.Found <= e.Supported {
		return nil
	}
	return &version.Newer{Format: int(e.Found), Reads: int(e.Supported), Writer: e.Writer}
}

// Error is the error for a file that is cut short, damaged, or of another kind. A file that is cut short wraps
// io.ErrUnexpectedEOF.
type Error struct {
	File   string
	Offset int64 // in bytes, of the record or field that is wrong
	What   string
	Err    error // the cause, or nil
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: at byte %d: %s", e.File, e.Offset, e.What)
}

// again ends errors about files that builds write.
const again = ": run the build again"

// Fault returns the text of an error about a file that no build writes again.
func Fault(err error) string { return strings.TrimSuffix(err.Error(), again) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// cutShort returns the error for a file that ends before its end record.
func cutShort(file string, offset int64) error {
	return &Error{file, offset, "the file is cut short" + again, io.ErrUnexpectedEOF}
}

// damaged returns the error for a file whose bytes have changed since they were written.
func damaged(file string, offset int64, what string) error {
	return &Error{file, offset, what + ": the file is damaged" + again, nil}
}
