package counts

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"
	"time"

	"jprof/internal/format/ancestors"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
	"jprof/internal/util/lazyregexp"
)

// MaxCount is the value at which counters saturate.
const MaxCount = math.MaxInt64

const flagMerged = 1

// javaVersion matches the property java.version: 1.8.0_392, 17.0.2, 25-ea, 11.0.21+9-Debian.
var javaVersion = lazyregexp.New(`^[0-9][0-9A-Za-z._+~-]{0,99}$`)

// File is the content of one file of counts.
type File struct {
	Merged        bool
	JVMs          uint32
	PID           uint64    // 0 if it is not known, and in a merged file
	Start         time.Time // in milliseconds; zero if it is not known
	Ancestors     []uint64  // the processes that started the JVM, the nearest first
	Java          []string  // version, such as 17.0.2; several in a merged file; none if it is not known
	Sections      []Section // in a merged file: those of no test step
	Steps         []Step    // in a merged file, by ascending name
	Frames        []Frame
	FramesMissing bool     // the JVM could not list its frames, or not all of them
	FramesHashed  bool     // the frames have the hashes of names: see HashName
	Who           []Who    // in files of programs that were shipped with counters
	Folded        []string // the names of the files that this one was made of, and that are to be ignored
}

// jvm returns the identity of the JVM that wrote the file.
func (f *File) jvm() ancestors.JVM {
	return ancestors.JVM{PID: f.PID, Start: f.Start, Ancestors: f.Ancestors}
}

// Section holds the counters of a package.
type Section struct {
	ID       probe.ID
	Counters []uint64
}

// Step holds the counts of a test step. Names have 1 to 100 letters, digits and ".", "_", "-".
type Step struct {
	Name     string
	Sections []Section
}

var stepName = lazyregexp.New(`^[A-Za-z0-9._-]{1,100}$`)

// all returns the sections with the names of their steps, "" for no step.
func (f *File) all() iter.Seq2[string, Section] {
	return func(yield func(string, Section) bool) {
		for _, step := range append([]Step{{Sections: f.Sections}}, f.Steps...) {
			for _, s := range step.Sections {
				if !yield(step.Name, s) {
					return
				}
			}
		}
	}
}

// Read reads a file of counts. name is its name in errors.
//
// If a file is cut short or damaged, Read returns the complete sections before the fault together with a
// *recordfile.Error. If not even the header is complete, JVMs is 0. For a file of another kind or version, and if r
// fails, it returns nil and the error.
func Read(r io.Reader, name string) (*File, error) {
	fr, err := recordfile.NewReader(r, name, recordfile.Counts)
	if err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return &File{}, err
		}
		return nil, err
	}
	f, err := readAbout(fr.About())
	if err != nil {
		return &File{}, err
	}
	records := &reader{File: f}
	err = fr.Each(records.read)
	if _, bad := errors.AsType[*recordfile.Error](err); err != nil && !bad {
		return nil, err
	}
	return f, err
}

// readAbout reads the first record.
func readAbout(d *recordfile.Decoder) (*File, error) {
	flags := d.Uint32()
	f := &File{Merged: flags&flagMerged != 0, JVMs: d.Uint32(), PID: d.Uint64(), Start: d.Time()}
	if flags&^uint32(flagMerged) != 0 {
		d.Fail("unknown flags")
	}
	most := uint32(ancestors.Max)
	if f.Merged {
		most = 0
	}
	f.Ancestors = ancestors.Read(d, most)
	if java := string(d.Raw(d.Len())); java != "" {
		f.Java = strings.Split(java, ", ")
	}
	for _, v := range f.Java {
		if !javaVersion().MatchString(v) {
			d.Fail("no version of Java")
		}
	}
	return f, d.Close()
}

// reader reads the records of a file after the first.
type reader struct {
	*File
	framed bool // the record of frames has been read
}

// read reads one record: a section, the frames, or the start of a test step.
func (f *reader) read(d *recordfile.Decoder) error {
	var id probe.ID
	copy(id[:], d.Raw(len(id)))
	switch {
	case id != probe.ID{}:
		return f.readSection(id, d)
	case f.Merged:
		return f.readStep(d)
	}
	return f.readOther(d)
}

// readSection reads the rest of a section: its counters.
func (f *reader) readSection(id probe.ID, d *recordfile.Decoder) error {
	s := Section{ID: id}
	if f.Merged {
		s.Counters = make([]uint64, 0, d.Len())
		for d.Len() > 0 {
			s.Counters = append(s.Counters, d.Uvarint(MaxCount))
		}
	} else {
		if d.Len()%8 != 0 {
			d.Fail("half a counter")
		}
		s.Counters = make([]uint64, d.Len()/8)
		d.Uint64s(s.Counters)
		for i, n := range s.Counters {
			s.Counters[i] = min(n, MaxCount)
		}
	}
	if err := d.Close(); err != nil {
		return err
	}
	to := &f.Sections
	if n := len(f.Steps); n > 0 {
		to = &f.Steps[n-1].Sections
	}
	*to = append(*to, s)
	return nil
}

// readStep reads the rest of the record of a test step: its name.
func (f *reader) readStep(d *recordfile.Decoder) error {
	name := string(d.Raw(d.Len()))
	if !stepName().MatchString(name) || len(f.Steps) > 0 && name <= f.Steps[len(f.Steps)-1].Name {
		d.Fail("no name of a test step, or out of order")
	}
	if err := d.Close(); err != nil {
		return err
	}
	f.Steps = append(f.Steps, Step{Name: name})
	return nil
}

// readFrames reads the frames of a record.
func (f *reader) readFrames(flags uint32, d *recordfile.Decoder) error {
	if f.framed {
		d.Fail("a second record of frames")
	}
	f.framed = true
	if flags&^uint32(FramesMissing|FramesHashed) != 0 {
		d.Fail("unknown flags of frames")
	}
	var frames []Frame
	for d.Len() > 0 {
		frames = append(frames, Frame{
			Class: text(d), Method: text(d), Line: int32(d.Uint32()),
			CalledClass: text(d), CalledMethod: text(d), Times: d.Uint32(),
		})
	}
	if err := d.Close(); err != nil {
		return err
	}
	f.Frames, f.FramesMissing, f.FramesHashed = frames, flags&FramesMissing != 0, flags&FramesHashed != 0
	return nil
}

// Write writes a file of counts.
func Write(w io.Writer, f *File) error {
	if err := f.write(w); err != nil {
		return fmt.Errorf("counts: %w", err)
	}
	return nil
}

func (f *File) write(w io.Writer) error {
	about, err := f.about()
	if err != nil {
		return err
	}
	fw, err := recordfile.NewWriter(w, recordfile.Counts, about)
	if err != nil {
		return err
	}
	if err := f.writeWho(fw); err != nil {
		return err
	}
	if len(f.Frames) > 0 || f.FramesMissing {
		frames, err := f.frames()
		if err != nil {
			return fmt.Errorf("frames: %w", err)
		}
		if err := fw.Item(frames); err != nil {
			return fmt.Errorf("frames: %w", err)
		}
	}
	if err := f.writeSections(fw, f.Sections); err != nil {
		return err
	}
	for _, step := range f.Steps {
		if !f.Merged || !stepName().MatchString(step.Name) {
			return fmt.Errorf("%q is not the name of a test step", step.Name)
		}
		if err := fw.Item(append(make([]byte, len(probe.ID{})), step.Name...)); err != nil {
			return err
		}
		if err := f.writeSections(fw, step.Sections); err != nil {
			return err
		}
	}
	return fw.Close()
}

// about returns the payload of the first record.
func (f *File) about() ([]byte, error) {
	var e recordfile.Encoder
	var flags uint32
	if f.Merged {
		flags |= flagMerged
	}
	e.Uint32(flags)
	e.Uint32(f.JVMs)
	e.Uint64(f.PID)
	e.Time(f.Start)
	ancestors.Write(&e, f.Ancestors)
	e.Raw([]byte(strings.Join(f.Java, ", ")))
	return e.Bytes()
}

// writeSections writes sections, one record each.
func (f *File) writeSections(fw *recordfile.Writer, sections []Section) error {
	for _, s := range sections {
		if s.ID == (probe.ID{}) {
			return errors.New("a section without an ID")
		}
		if len(s.Counters) > probe.MaxCounters {
			return fmt.Errorf("section %x: %d counters are more than the limit of %d",
				s.ID, len(s.Counters), probe.MaxCounters)
		}
		var section recordfile.Encoder
		section.Raw(s.ID[:])
		for _, c := range s.Counters {
			if f.Merged {
				section.Uvarint(min(c, MaxCount))
			} else {
				section.Uint64(min(c, MaxCount))
			}
		}
		payload, err := section.Bytes()
		if err != nil {
			return fmt.Errorf("section %x: %w", s.ID, err)
		}
		if err := fw.Item(payload); err != nil {
			return fmt.Errorf("section %x: %w", s.ID, err)
		}
	}
	return nil
}

// frames returns the payload of the record of frames.
func (f *File) frames() ([]byte, error) {
	var e recordfile.Encoder
	e.Raw(make([]byte, len(probe.ID{})))
	var flags uint32
	if f.FramesMissing {
		flags |= FramesMissing
	}
	if f.FramesHashed {
		flags |= FramesHashed
	}
	e.Uint32(flags)
	text := func(s string) { addText(&e, s) }
	for _, fr := range f.Frames {
		text(fr.Class)
		text(fr.Method)
		e.Uint32(uint32(fr.Line))
		text(fr.CalledClass)
		text(fr.CalledMethod)
		e.Uint32(fr.Times)
	}
	return e.Bytes()
}
