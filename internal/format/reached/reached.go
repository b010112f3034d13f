// Package reached reads what JVMs note with jprof's agent in the mode reached: which methods of the application ran
// since then, each once. It knows nothing of how often. Read reads the file of a JVM, ReadDir those of a folder, Join
// joins JVMs. Set.AddJar adds the classes of a jar that no JVM has loaded.
//
// # The file of a JVM
//
// PID-START.reached, with the layout of internal/format/recordfile. The agent (plugins/agent, ReachedFile) replaces it
// as a whole, after 1, 2, 4 seconds and so on, at last each minute where something is new, and at the end. Numbers are
// uvarint, strings a length and UTF-8, where nothing else is said. A list goes on to the end of its record.
//
//	about = flags (uint32: 2 not the last one  4 the JVM ran before, so methods may have run unseen)
//	        PID (uint64)  start (uint64, ms since 1970: of the recording)  written (uint64, ms since 1970)
//	        Java version, main class or jar, application, environment, version, host, instance (strings, "" for none)
//	class = 'C'  loader (byte: 0 boot 1 platform 2 app 3 other)  name (with dots)  source file
//	        place (the URL of a jar or folder)  n x byte of the SHA-256 of the class file; n is 0 or 32
//	        n x (access  name  descriptor  first line  day)
//	        day: of the first execution, in days since 1970 by UTC; 0 if the method did not run
//	loss  = 'L'  class (with dots, "" for none)  reason
//
// The hash is not known of classes that were loaded before the recording began. Application, environment, version, host
// and instance are what the operator of the JVM says: by the properties jprof.app and so on, or the variables JPROF_APP
// and so on. A method that was running when the recording began, in a class that was loaded before, counts as executed
// if its class has line numbers.
package reached

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/recordfile"
	"jprof/internal/util/regular"
)

// Suffix is the end of the names of the files.
const Suffix = ".reached"

// The flags, and the kinds of records.
const (
	flagSnapshot = 2
	flagAttached = 4
	kindClass    = 'C'
	kindLoss     = 'L'
)

// Limits of what files may claim.
const (
	maxLine = 1 << 20
	maxDay  = 1 << 20
)

// Who names what a JVM runs, as its operator has named it.
type Who struct{ App, Env, Version, Host, Instance string }

// JVM describes the recording of a JVM.
type JVM struct {
	Who
	PID      uint64
	Start    time.Time // of the recording
	Written  time.Time
	Attached bool   // it ran before
	Snapshot bool   // it was killed, or still runs
	Java     string // version
	Main     string // the main class, or the name of the jar
}

// Class is a class with its methods that have code.
type Class struct {
	Name    string // with dots
	Source  string // the name of its source file, "" if it is not known
	Place   string // the URL of the jar or folder, or, of classes that were not loaded, the path of the jar
	SHA     string // of the class file, hexadecimal; "" if it is not known
	Loaded  bool   // some JVM has loaded it
	Methods []Method
}

// Method is a method, and the day on which it ran first.
type Method struct {
	Access     uint16
	Name       string
	Descriptor string
	Line       int // of its first instruction, 0 if it is not known
	Day        Day
}

// Day is a day, in days since 1970 by UTC. 0 is none.
type Day uint32

// String returns the day as 2025-01-31, or "" for none.
func (d Day) String() string {
	if d == 0 {
		return ""
	}
	return time.Unix(int64(d)*24*60*60, 0).UTC().Format(time.DateOnly)
}

// Loss is a class whose methods are not noted.
type Loss struct {
	Class  string // "" if it is not one class
	Reason string
}

// File is the file of a JVM.
type File struct {
	JVM
	Classes []Class
	Losses  []Loss
}

// Days returns the days on which a method ran for the first time, in ascending order.
func (f *File) Days() []Day {
	return daysOf(f.Classes)
}

func daysOf(classes []Class) []Day {
	var days []Day
	for _, c := range classes {
		for _, m := range c.Methods {
			if m.Day > 0 {
				days = append(days, m.Day)
			}
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// Read reads the file of a JVM. If it is cut short or damaged, Read returns what is whole, and an error.
func Read(path string) (*File, error) {
	in, err := regular.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reached: %w", err)
	}
	defer in.Close()
	return decode(in, filepath.Base(path))
}

func decode(in io.Reader, name string) (*File, error) {
	r, err := recordfile.NewReader(in, name, recordfile.Reached)
	if err != nil {
		return nil, err
	}
	f := &File{}
	d := r.About()
	flags := d.Uint32()
	f.Attached, f.Snapshot = flags&flagAttached != 0, flags&flagSnapshot != 0
	f.PID, f.Start, f.Written = d.Uint64(), d.Time(), d.Time()
	for _, to := range []*string{&f.Java, &f.Main, &f.App, &f.Env, &f.Who.Version, &f.Host, &f.Instance} {
		*to = d.String()
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return f, r.Each(f.record)
}

// record reads a record.
func (f *File) record(d *recordfile.Decoder) error {
	switch kind := d.Uint8(); kind {
	case kindClass:
		c := Class{Loaded: true}
		d.Uint8() // the class loader
		c.Name, c.Source, c.Place = d.String(), d.String(), d.String()
		c.SHA = hex.EncodeToString([]byte(d.String()))
		for d.Len() > 0 {
			m := Method{Access: uint16(d.Uvarint(math.MaxUint16)), Name: d.String(), Descriptor: d.String(),
				Line: int(d.Uvarint(maxLine))}
			m.Day = Day(d.Uvarint(maxDay))
			c.Methods = append(c.Methods, m)
		}
		if err := d.Close(); err != nil {
			return err
		}
		f.Classes = append(f.Classes, c)
	case kindLoss:
		f.Losses = append(f.Losses, Loss{d.String(), d.String()})
		return d.Close()
	default:
		d.Fail(fmt.Sprintf("a record of unknown kind %q", kind))
	}
	return d.Err()
}

// ReadDir reads all files in a folder. problems names the files that are damaged: what is whole in them is used.
func ReadDir(dir string) (files []*File, problems []error, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("reached: %w", err)
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != Suffix {
			continue
		}
		f, err := Read(filepath.Join(dir, e.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // its JVM replaces it at the moment
		}
		if err != nil {
			problems = append(problems, err)
		}
		if f != nil {
			files = append(files, f)
		}
	}
	return files, problems, nil
}

// Set holds the notes of several JVMs.
type Set struct {
	JVMs    []JVM
	Classes []Class // sorted by name, then by hash
	Losses  []Loss  // each once, sorted
}

// Join joins the files of JVMs. Classes are the same if their names and hashes are. One whose hash is not known is the
// same as the first of its name that has the same methods. The day of a method is the first one of all JVMs.
func Join(files []*File) *Set {
	s := &Set{}
	var unknown []Class
	by := map[string]int{} // by name and hash
	for _, f := range files {
		s.JVMs = append(s.JVMs, f.JVM)
		s.Losses = append(s.Losses, f.Losses...)
		for _, c := range f.Classes {
			if c.SHA == "" {
				unknown = append(unknown, c)
				continue
			}
			key := c.Name + " " + c.SHA
			i, known := by[key]
			if !known {
				by[key] = len(s.Classes)
				c.Methods = slices.Clone(c.Methods)
				s.Classes = append(s.Classes, c)
				continue
			}
			s.Classes[i].join(c)
		}
	}
	named := map[string][]int{}
	for i, c := range s.Classes {
		named[c.Name] = append(named[c.Name], i)
	}
	for _, c := range unknown {
		i := slices.IndexFunc(named[c.Name], func(i int) bool { return s.Classes[i].same(c) })
		if i >= 0 {
			s.Classes[named[c.Name][i]].join(c)
			continue
		}
		c.Methods = slices.Clone(c.Methods)
		named[c.Name] = append(named[c.Name], len(s.Classes))
		s.Classes = append(s.Classes, c)
	}
	s.sort()
	return s
}

// Days returns the days on which a method ran for the first time, in ascending order.
func (s *Set) Days() []Day { return daysOf(s.Classes) }

// Reached returns the number of methods that ran, and of all methods.
func (s *Set) Reached() (reached, methods int) {
	for _, c := range s.Classes {
		for _, m := range c.Methods {
			if methods++; m.Day > 0 {
				reached++
			}
		}
	}
	return reached, methods
}

func (s *Set) sort() {
	slices.SortStableFunc(s.Classes, func(a, b Class) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.SHA, b.SHA))
	})
	slices.SortFunc(s.Losses, func(a, b Loss) int {
		return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.Reason, b.Reason))
	})
	s.Losses = slices.Compact(s.Losses)
}

// same reports whether two classes have the same methods.
func (c *Class) same(other Class) bool {
	return slices.EqualFunc(c.Methods, other.Methods, func(a, b Method) bool {
		return a.Name == b.Name && a.Descriptor == b.Descriptor
	})
}

// join adds the days of a class with the same methods.
func (c *Class) join(other Class) {
	for i := range c.Methods {
		if day := other.Methods[min(i, len(other.Methods)-1)].Day; day > 0 &&
			(c.Methods[i].Day == 0 || day < c.Methods[i].Day) {
			c.Methods[i].Day = day
		}
	}
}
