// Package rejections decides which code is compiled without counters because javac rejects it with them. It takes the
// errors of javac (Rejection) and the maps, and returns the code that the next round skips (Skips).
//
// After a compilation that failed, the next round skips the method, constructor, initialiser or field around the line
// that javac names. If that does not help, the round after it skips the file. If javac's stack overflows, javac names
// no line; then the most deeply nested declarations are skipped (depth.go). Some errors cannot come from counters, such
// as a class that is not found. They end the rounds at once, and so does an error that is in the user's own text, too
// (internal/measure, owntext.go). In our corpus of real projects no file is rejected (docs/lab/CORPUS.md).
//
// A test may load a class in a class loader that sees only this class, so that its helper class cannot be found. The
// file of that class is skipped, too (Lost).
//
// Other packages omit code from a report (report/assemble, exclude.go), or omit code that instrument cannot count
// (instrument, refuse.go).
package rejections

import (
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"jprof/buildtools"
	"jprof/internal/format/probe"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
)

// MaxRounds is the maximal number of rounds of a build. Each round skips the code that the compiler has rejected so
// far. Most builds have one round. A further round may find errors that earlier errors had hidden.
const MaxRounds = 6

// Rejection is a place in a file that the compiler did not accept with counters in it, or a file with a class that was
// loaded without its helper class.
type Rejection struct {
	Path    string // relative to the project
	Line    int
	Column  int // as in buildtools.Rejection, 0 if it is not known
	Message string
	Asked   string // the place that loaded the class without its helper class; "" for an error of the compiler
	in      int    // a line of the method or field around Line, if only that need be skipped; else 0
	method  string // the label of that method, "" for a field
	plain   bool   // there are no counters at this place
}

// key returns the key of the skipped part in Skips.
func (r Rejection) key() string {
	if r.in > 0 {
		return r.Path + ":" + strconv.Itoa(r.in)
	}
	return r.Path
}

// Place names the skipped file, or the skipped method or field of a file.
func (r Rejection) Place() string {
	if r.method != "" {
		return r.key() + ": " + r.method
	}
	return r.key()
}

// Reason returns the reason that the report shows.
func (r Rejection) Reason() string {
	if r.Asked != "" {
		return "it is loaded without the class that holds its counters, by " + r.Asked
	}
	message, _, _ := strings.Cut(r.Message, "\n")
	return "javac does not accept it with counters: line " + strconv.Itoa(r.Line) + ": " + message
}

// ownError matches errors that counters never cause. They are about names of types and packages, and about
// declarations.
var ownError = lazyregexp.New(
	`^(package \S+ does not exist|cannot access \S+\n +bad class file: .*|` +
		`.* is already defined in .*|.* is not abstract and does not override .*|` +
		`method does not override or implement a method from a supertype|` +
		`class \S+ is public, should be declared in a file named .*|cannot find symbol\n  symbol: +class [^_].*)`)

// unknownName matches errors about a name that is not found, with the class that is searched. If this is the class of
// the source itself, counters are not the cause. If it is another class, javac may have inferred the class wrongly
// because of counters.
var unknownName = lazyregexp.New(
	`^cannot find symbol\n  symbol: +(?:variable|method) [^_].*\n  location: (?:class|interface|enum|record) (\S+)`)

// Own reports whether the source certainly has the error without counters, too.
func (r Rejection) Own() bool {
	if r.plain || ownError().MatchString(r.Message) {
		return true
	}
	m := unknownName().FindStringSubmatch(r.Message)
	return m != nil && slices.Contains(strings.Split(m[1], "."), strings.TrimSuffix(path.Base(r.Path), ".java"))
}

// Skips lists the code that is compiled without counters, with the reasons. A key is the path of a file, or path:line
// for the declaration around that line (see instrument.Options). Skips grows with each round of a build.
type Skips map[string]string

// Add adds rejections, and returns the new ones in their order. ownErrors is true if a rejected part has no counters,
// or was already skipped: then the user's own code has an error.
func (s Skips) Add(rejected []Rejection) (added []Rejection, ownErrors bool) {
	before := maps.Clone(s)
	for _, r := range rejected {
		if r.plain || before[r.Path] != "" || before[r.key()] != "" {
			ownErrors = true
			continue
		}
		if _, ok := s[r.key()]; !ok {
			s[r.key()] = r.Reason()
			added = append(added, r)
		}
	}
	return added, ownErrors
}

// has reports whether a file, or a part of it, is skipped.
func (s Skips) has(path string) bool {
	for key := range s {
		if rest, ok := strings.CutPrefix(key, path); ok && (rest == "" || rest[0] == ':') {
			return true
		}
	}
	return false
}

// skipsWithin reports whether a file is skipped, or a part of it whose line is between first and last.
func (s Skips) skipsWithin(path string, first, last int) bool {
	for key := range s {
		if rest, ok := strings.CutPrefix(key, path); ok {
			line, err := strconv.Atoi(strings.TrimPrefix(rest, ":"))
			if rest == "" || err == nil && first <= line && line <= last {
				return true
			}
		}
	}
	return false
}

// Counted lists the files of a source set that have counters, sorted by path.
func Counted(set *probe.Set) []*probe.File {
	var out []*probe.File
	for _, p := range set.Packages {
		for _, f := range p.Files {
			if f.Counters > 0 {
				out = append(out, f)
			}
		}
	}
	slices.SortFunc(out, func(a, b *probe.File) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// Charge returns the parts to skip because of a rejection. For a file that has counters or was skipped before, it
// returns the part around the line of the rejection. For a helper class, it returns all files with counters in the same
// folder. For other files it returns nothing.
func (s Skips) Charge(r Rejection, counted []*probe.File) []Rejection {
	if !IsHelper(r.Path) {
		i := slices.IndexFunc(counted, func(f *probe.File) bool { return f.Path == r.Path })
		switch {
		case i >= 0:
			r.in, r.method = declarationAround(counted[i], r.Line)
			r.plain = r.in == 0 && plainAround(counted[i], r.Line)
		case s.has(r.Path):
			r.plain = true
		default:
			return nil
		}
		return []Rejection{r}
	}
	var out []Rejection
	for _, f := range counted {
		if path.Dir(f.Path) == path.Dir(r.Path) {
			out = append(out, Rejection{Path: f.Path, Line: r.Line,
				Message: "in the class that holds the counters: " + r.Message})
		}
	}
	return out
}

// ChargeAll returns the parts to skip because of the errors of javac. It uses Charge, or ChargeDeepest for an error
// that names no place. dir is the folder of the project. path turns a file in the arguments of javac into its path in
// the project.
func (s Skips) ChargeAll(errors []buildtools.Rejection, counted []*probe.File, dir string,
	path func(file string) (string, bool)) (all []Rejection) {
	for _, e := range errors {
		if e.Ended() {
			all = append(all, s.ChargeDeepest(e.Message, counted, dir)...)
		} else if path, ok := path(e.File); ok {
			all = append(all, s.Charge(Rejection{Path: path, Line: e.Line, Message: e.Message}, counted)...)
		}
	}
	return all
}

// declarationAround returns a line of the outermost declaration with counters around a line, 0 if there is none. For a
// method it returns the first line and the label of the method, so that all errors in the method have the same key. For
// a field it returns the given line, because a block of fields may have several lines.
func declarationAround(f *probe.File, line int) (in int, method string) {
	start := uint32(math.MaxUint32)
	around := func(s probe.Span) bool {
		return int(s.Start.Line) <= line && line <= int(s.End.Line) && s.Start.Offset < start
	}
	for _, m := range f.Methods {
		if around(m.Span) {
			start, in, method = m.Span.Start.Offset, int(m.Span.Start.Line), m.Label(f.Types)
		}
	}
	for _, b := range f.Blocks {
		if around(b.Span) {
			start, in, method = b.Span.Start.Offset, line, ""
		}
	}
	return in, method
}

// plainAround reports whether the declaration around a line has no counters, such as a method that jprof does not
// understand.
func plainAround(f *probe.File, line int) bool {
	return slices.ContainsFunc(f.Unmeasured, func(u probe.Unmeasured) bool {
		return int(u.Span.Start.Line) <= line && line <= int(u.Span.End.Line)
	})
}

// IsHelper reports whether a path is that of a helper class.
func IsHelper(path string) bool {
	name := path[strings.LastIndexAny(path, `/\`)+1:]
	return strings.HasPrefix(name, probe.HelperPrefix) && paths.IsJava(name)
}
