package cli

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/paths"
	"jprof/internal/probe"
	"jprof/internal/ui"
	"jprof/internal/words"
)

// maxRounds is how often a build is tried in all, each time with the files left as they are that
// the compiler rejected before. Usually it is done after one; each further round takes a kind of
// error that the one before had hidden.
const maxRounds = 6

// rejection is a place in a file that the compiler did not accept with counters in it.
type rejection struct {
	path    string // relative to the project
	line    int
	message string
	part    bool // leaving the method or field around the line as it is will do
	plain   bool // what stands there has no counters
}

// key names what has to be left as it is.
func (r rejection) key() string {
	if r.part {
		return r.path + ":" + strconv.Itoa(r.line)
	}
	return r.path
}

// reason is what the report says of the file.
func (r rejection) reason() string {
	message, _, _ := strings.Cut(r.message, "\n")
	return "javac does not accept it with counters: line " + strconv.Itoa(r.line) + ": " + message
}

// Errors that counters cause under no circumstances: names of types and packages, and what is declared.
var ownError = regexp.MustCompile(`^(package \S+ does not exist|.* is already defined in .*|.* is not abstract and does not override .*|` +
	`method does not override or implement a method from a supertype|class \S+ is public, should be declared in a file named .*|cannot find symbol\n  symbol: +class [^_].*)`)

// A name that is not found in the class that it stands in; in another it may be one that javac has inferred.
var unknownName = regexp.MustCompile(`^cannot find symbol\n  symbol: +(?:variable|method) [^_].*\n  location: (?:class|interface|enum|record) (\S+)`)

// own reports whether the error is certainly one of the source without counters, too.
func (r rejection) own() bool {
	if r.plain || ownError.MatchString(r.message) {
		return true
	}
	m := unknownName.FindStringSubmatch(r.message)
	return m != nil && slices.Contains(strings.Split(m[1], "."), strings.TrimSuffix(path.Base(r.path), ".java"))
}

// skips says what is compiled without counters, and why: the path of a file, or path:line for what is declared
// around that line (see instrument.Options). It grows with each round of a build.
type skips map[string]string

// add takes in what was rejected. It returns what is new, in its order. What was rejected although it was skipped
// is an error of the user's own.
func (s skips) add(rejected []rejection) (added []rejection, ownErrors bool) {
	before := maps.Clone(s)
	for _, r := range rejected {
		if before[r.path] != "" || before[r.path+":"+strconv.Itoa(r.line)] != "" {
			ownErrors = true
			continue
		}
		if _, ok := s[r.key()]; !ok {
			s[r.key()] = r.reason()
			added = append(added, r)
		}
	}
	return added, ownErrors
}

// has reports whether a file, or a part of it, is skipped.
func (s skips) has(path string) bool {
	for key := range s {
		if rest, ok := strings.CutPrefix(key, path); ok && (rest == "" || rest[0] == ':') {
			return true
		}
	}
	return false
}

// maxErrors is how many errors of the user's own are repeated: all are in the output of the build.
const maxErrors = 20

// tellRejected ends the rounds of a build. What the compiler does not accept even without counters
// is told again, as the build named files of the instrumented copy, in which no one should mend it.
// The other files that were left as they are, are those that are not measured.
func (b *toolBuild) tellRejected(u *ui.UI) {
	own := b.ownErrors()
	for _, r := range b.left {
		if !slices.ContainsFunc(own, func(o rejection) bool { return o.path == r.path }) {
			u.Info("unmeasured: %s: %s", r.path, r.reason())
		}
	}
	if len(own) == 0 {
		return
	}
	lines := []string{"errors of javac, with the paths of the project:"}
	for _, r := range own[:min(len(own), maxErrors)] {
		lines = append(lines, fmt.Sprintf("%s:%d: error: %s", r.path, r.line, r.message))
	}
	if more := len(own) - maxErrors; more > 0 {
		lines = append(lines, fmt.Sprintf("and %s more", words.Plural(more, "error")))
	}
	u.Info("%s", strings.Join(lines, "\n"))
}

// ownErrors lists what the compiler did not accept in the last round of a build that failed of it,
// each once.
func (b *toolBuild) ownErrors() []rejection {
	if b.result.ExitCode == 0 && len(b.events.Failed) == 0 || b.result.Interrupted() {
		return nil
	}
	var own []rejection
	for _, f := range b.events.Failures {
		for _, r := range f.Rejections {
			path, ok := b.projectPath(r.File)
			if e := (rejection{path: path, line: r.Line, message: r.Message}); ok && !isHelper(path) && !slices.Contains(own, e) {
				own = append(own, e)
			}
		}
	}
	return own
}

// countedFiles lists the files of a source set that have counters in them, by path.
func countedFiles(set *probe.Set) []*probe.File {
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

// charged lists what a complaint of the compiler is laid to: the part of the file that it names, if the
// file is among those counted or was left as it is before; all of the folder for the class that counts
// for them; nothing for others.
func (s skips) charged(r rejection, counted []*probe.File) []rejection {
	if !isHelper(r.path) {
		i := slices.IndexFunc(counted, func(f *probe.File) bool { return f.Path == r.path })
		if i >= 0 {
			r.part = declaresAround(counted[i], r.line)
			r.plain = !r.part && leftAround(counted[i], r.line)
		}
		if i >= 0 || s.has(r.path) {
			return []rejection{r}
		}
		return nil
	}
	var out []rejection
	for _, f := range counted {
		if path.Dir(f.Path) == path.Dir(r.path) {
			out = append(out, rejection{path: f.Path, line: r.line, message: "in the class that holds the counters: " + r.message})
		}
	}
	return out
}

// declaresAround reports whether something with counters is declared around a line.
func declaresAround(f *probe.File, line int) bool {
	holds := func(s probe.Span) bool { return int(s.Start.Line) <= line && line <= int(s.End.Line) }
	return slices.ContainsFunc(f.Methods, func(m probe.Method) bool { return holds(m.Span) }) ||
		slices.ContainsFunc(f.Blocks, func(b probe.Block) bool { return holds(b.Span) })
}

// leftAround reports whether what is declared around a line has no counters, such as a method that jprof does not understand.
func leftAround(f *probe.File, line int) bool {
	return slices.ContainsFunc(f.Unmeasured, func(u probe.Unmeasured) bool {
		return int(u.Span.Start.Line) <= line && line <= int(u.Span.End.Line)
	})
}

// isHelper reports whether a path is that of a generated class that holds counters.
func isHelper(path string) bool {
	name := path[strings.LastIndexAny(path, `/\`)+1:]
	return strings.HasPrefix(name, probe.HelperPrefix) && paths.IsJava(name)
}
