package counts

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
	"jprof/internal/util/regular"
)

// Flags of the records that are no sections. WhoFlag and FoldedFlag mark records that hold no frames.
const (
	FramesMissing = 1 // some frames may be missing
	FramesHashed  = 2 // frames have the hashes of names (HashName)
	WhoFlag       = 4 // a Who
	FoldedFlag    = 8 // File.Folded
)

// Who describes the program that counted, and when. Texts that are not known are "".
type Who struct {
	From, To    time.Time
	Application string
	Environment string
	Version     string
	Host        string
	Instance    string // "" in a file of several JVMs
}

// readOther reads the rest of a record that is no section: frames, a Who, or names of folded files.
func (f *reader) readOther(d *recordfile.Decoder) error {
	switch flags := d.Uint32(); flags {
	case WhoFlag:
		w := Who{From: d.Time(), To: d.Time(), Application: text(d), Environment: text(d), Version: text(d),
			Host: text(d), Instance: text(d)}
		if err := d.Close(); err != nil {
			return err
		}
		f.addWho(w)
		return nil
	case FoldedFlag:
		for d.Len() > 0 {
			f.Folded = append(f.Folded, text(d))
		}
		return d.Close()
	default:
		return f.readFrames(flags, d)
	}
}

// addWho adds a Who. A later one of the same JVM replaces an earlier one, as it covers a longer time.
func (f *reader) addWho(w Who) {
	for i, other := range f.Who {
		if other.From, other.To = w.From, w.To; other == w {
			f.Who[i] = w
			return
		}
	}
	f.Who = append(f.Who, w)
}

// text reads a text with its length.
func text(d *recordfile.Decoder) string { return string(d.Raw(int(d.Uint32()))) }

// foldedPrefix is the start of the names of files that shipped programs have made of those of JVMs that have ended.
const foldedPrefix = "folded-"

// Folded returns the names of the files in a folder whose counts are in another file of the folder as well. Such files
// are there if a JVM has ended before it could remove them. What cannot be read names none.
func Folded(dir string, entries []fs.DirEntry) map[string]bool {
	folded := map[string]bool{}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), foldedPrefix) || !strings.HasSuffix(e.Name(), wholeSuffix) {
			continue
		}
		for _, name := range foldedIn(filepath.Join(dir, e.Name())) {
			folded[name] = true
		}
	}
	return folded
}

// foldedIn returns the names of the files that a file was made of, which are in the first record after its head.
func foldedIn(path string) []string {
	r, err := regular.Open(path)
	if err != nil {
		return nil
	}
	defer r.Close()
	fr, err := recordfile.NewReader(r, path, recordfile.Counts)
	if err != nil {
		return nil
	}
	d, err := fr.Item()
	if err != nil || probe.ID(d.Raw(len(probe.ID{}))) != (probe.ID{}) {
		return nil
	}
	f := reader{File: &File{}}
	if f.readOther(d) != nil {
		return nil
	}
	return f.Folded
}

// addText appends a text with its length.
func addText(e *recordfile.Encoder, s string) {
	e.Uint32(uint32(len(s)))
	e.Raw([]byte(s))
}

// writeWho writes the records of Folded and Who.
func (f *File) writeWho(fw *recordfile.Writer) error {
	record := func(flag uint32) *recordfile.Encoder {
		e := &recordfile.Encoder{}
		e.Raw(make([]byte, len(probe.ID{})))
		e.Uint32(flag)
		return e
	}
	add := func(e *recordfile.Encoder) error {
		payload, err := e.Bytes()
		if err == nil {
			err = fw.Item(payload)
		}
		if err != nil {
			return fmt.Errorf("who counted: %w", err)
		}
		return nil
	}
	if len(f.Folded) > 0 {
		e := record(FoldedFlag)
		for _, name := range f.Folded {
			addText(e, name)
		}
		if err := add(e); err != nil {
			return err
		}
	}
	for _, w := range f.Who {
		e := record(WhoFlag)
		e.Time(w.From)
		e.Time(w.To)
		for _, text := range []string{w.Application, w.Environment, w.Version, w.Host, w.Instance} {
			addText(e, text)
		}
		if err := add(e); err != nil {
			return err
		}
	}
	return nil
}

// lambda is the start of the names of methods that javac makes for lambdas. Hashes are those of the start alone.
const lambda = "lambda$"

// HashName returns the hash of the name of a class or method, as files of shipped programs have it instead of the name:
// FNV-1a with 64 bits, big-endian.
func HashName(name string) string {
	if name == "" {
		return ""
	}
	if strings.HasPrefix(name, lambda) {
		name = lambda
	}
	h := fnv.New64a()
	h.Write([]byte(name))
	return string(binary.BigEndian.AppendUint64(nil, h.Sum64()))
}

// unhash replaces the hashes in the frames of a file by the names that the maps have, and by the words of the sources
// of these classes. Other names become "?".
func (c *collector) unhash(frames []Frame, used map[probe.ID]bool) []Frame {
	names := map[string]string{"": ""}
	know := func(name string) { names[HashName(name)] = name }
	for _, name := range []string{lambda, "<init>", "<clinit>", Monitor} {
		know(name)
	}
	for name := range passes {
		know(name)
	}
	for name := range c.types() {
		know(name)
	}
	read := map[*probe.File]bool{}
	for _, fr := range frames {
		for _, p := range c.places(names[fr.Class], used) {
			if read[p.file] {
				continue
			}
			read[p.file] = true
			helper := decl.Qualified(p.pkg.Name, p.pkg.Helper)
			know(helper)
			know(helper + "$Rows")
			for _, m := range p.file.Methods {
				know(m.Name)
			}
			src := c.source(p.file)
			for _, t := range lex.AppendTokens(nil, src) {
				know(string(t.Text))
			}
		}
	}
	name := func(hash string) string {
		if name, ok := names[hash]; ok {
			return name
		}
		return "?"
	}
	list := make([]Frame, len(frames))
	for i, fr := range frames {
		list[i] = Frame{name(fr.Class), name(fr.Method), fr.Line, name(fr.CalledClass), name(fr.CalledMethod), fr.Times}
	}
	return list
}
