package shadow

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/atomicfile"
	"jprof/internal/probe"
)

// LongMethods is a note about a source set: classes that may have a method which only counters make too long for
// HotSpot to compile. The class files say whether they have one.
type LongMethods struct {
	Folder  string   // of the class files
	Classes []string // top-level ones, by the paths of their files without the ending, sorted
}

// longText is the length of a method in bytes of source, from which on its bytecode may exceed 8,000 bytes. Real code
// with counters has at most 0.8 bytes of bytecode for each.
const longText = 4000

// longMethodsDir is the folder beside a hook file with the notes: a file for each source set that has one. It stays
// when a build ends, as a source set may be up to date in the next one. Hooks look whether it has files.
func longMethodsDir(hookFile string) string {
	return filepath.Join(filepath.Dir(hookFile), "long-methods")
}

// ReadLongMethods reads the notes about all source sets.
func ReadLongMethods(hookFile string) ([]LongMethods, error) {
	dir := longMethodsDir(hookFile)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []LongMethods
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" { // one that is being written
			continue
		}
		var note LongMethods
		if err := atomicfile.ReadJSON(filepath.Join(dir, e.Name()), &note); errors.Is(err, fs.ErrNotExist) {
			continue // its source set has just been instrumented again
		} else if err != nil {
			return nil, err
		}
		all = append(all, note)
	}
	return all, nil
}

// noteLongMethods writes the note about a source set whose map has just been written, or removes it where no method is
// long.
func (s Hooked) noteLongMethods(hookFile, mapPath string) error {
	set, err := probe.ReadFile(mapPath)
	if err != nil {
		return err
	}
	file := filepath.Join(longMethodsDir(hookFile), s.FileName()+".json")
	note := LongMethods{Folder: s.Classes, Classes: longClasses(set)}
	if len(note.Classes) == 0 || note.Folder == "" {
		if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return atomicfile.WriteJSON(file, note)
}

// longClasses are the top-level classes with a method that may be too long.
func longClasses(set *probe.Set) []string {
	var all []string
	for _, p := range set.Packages {
		dir := strings.ReplaceAll(p.Name, ".", "/")
		for _, f := range p.Files {
			for _, i := range longTypes(f) {
				for f.Types[i].Parent >= 0 {
					i = f.Types[i].Parent
				}
				all = append(all, path.Join(dir, f.Types[i].Name))
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// longTypes are the types of a file with a method that may be too long, by their index. javac puts all initialisers of
// a class into each constructor, or into one method.
func longTypes(f *probe.File) []int32 {
	longest := make([]uint32, len(f.Types))
	initialisers := make([]uint32, len(f.Types))
	for _, m := range f.Methods {
		if m.Kind == probe.StaticInit || m.Kind == probe.InstanceInit {
			initialisers[m.Type] += length(m.Span)
		} else {
			longest[m.Type] = max(longest[m.Type], length(m.Span))
		}
	}
	for _, b := range f.Blocks {
		if b.Kind == probe.FieldBlock {
			if i := typeAround(f, b.Span); i >= 0 {
				initialisers[i] += length(b.Span)
			}
		}
	}
	var long []int32
	for i := range f.Types {
		if longest[i]+initialisers[i] > longText {
			long = append(long, int32(i))
		}
	}
	return long
}

func length(s probe.Span) uint32 { return s.End.Offset - s.Start.Offset }

// typeAround is the index of the innermost type around a part of a file, -1 for none.
func typeAround(f *probe.File, s probe.Span) int32 {
	for i, t := range slices.Backward(f.Types) {
		if t.Span.Start.Offset <= s.Start.Offset && s.End.Offset <= t.Span.End.Offset {
			return int32(i)
		}
	}
	return -1
}
