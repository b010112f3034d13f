package oracle

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Line is a line for which jprof and the oracle have different counts.
type Line struct {
	File   string // as in the LCOV file
	Line   int
	Text   string
	Oracle uint64
	Jprof  uint64
	Cause  string // "" if no cause is known
}

func (l Line) String() string {
	return fmt.Sprintf("%s:%d: oracle %d, jprof %d: %s", l.File, l.Line, l.Oracle, l.Jprof, strings.TrimSpace(l.Text))
}

// Result is the outcome of a comparison.
type Result struct {
	Same         int
	Differ       []Line         // without a known cause first
	Missing      []Line         // statements that jprof has no count for
	Incomparable map[string]int // lines with bytecode, by the reason why they are not compared
}

// Input holds the two sides of a comparison.
type Input struct {
	Root  string // the folder that paths in LCOV are relative to
	LCOV  map[string]map[int]uint64
	Runs  []*Counts // runs of the oracle; lines whose counts differ between these runs are not compared
	Scale uint64    // times that jprof's run repeated the work of the oracle's run; 0 means 1
	// Explain returns the cause of a difference, "" if no cause is known. Explain may be nil.
	Explain func(Line) string
}

var packageDecl = regexp.MustCompile(`(?m)^\s*package\s+([\w.]+)\s*;`)

// Compare compares all files that have records in the LCOV file. The sources are read as Latin-1 or
// UTF-8: only the bytes of ASCII matter.
func Compare(in Input) (*Result, error) {
	r := &Result{Incomparable: map[string]int{}}
	keys := map[string][]string{} // package/Source.java -> paths
	texts := map[string]string{}
	for _, p := range slices.Sorted(maps.Keys(in.LCOV)) {
		data, err := os.ReadFile(filepath.Join(in.Root, filepath.FromSlash(p)))
		if err != nil {
			return nil, err
		}
		texts[p] = string(data)
		key := path.Base(p)
		if m := packageDecl.FindStringSubmatch(texts[p]); m != nil {
			key = strings.ReplaceAll(m[1], ".", "/") + "/" + key
		}
		keys[key] = append(keys[key], p)
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		paths := keys[key]
		lines := in.Runs[0].Lines[key]
		if len(paths) > 1 {
			r.Incomparable[ambiguous] += len(lines)
			continue
		}
		if lines == nil {
			in.unseen(r, paths[0], texts[paths[0]])
			continue
		}
		in.file(r, key, paths[0], texts[paths[0]])
	}
	slices.SortStableFunc(r.Differ, func(a, b Line) int { return strings.Compare(a.Cause, b.Cause) })
	return r, nil
}

// unseen adds to r a file that jprof counted, but of which no class was loaded.
func (in Input) unseen(r *Result, p, text string) {
	for _, n := range slices.Sorted(maps.Keys(in.LCOV[p])) {
		if c := in.LCOV[p][n]; c > 0 {
			r.Differ = append(r.Differ, in.explained(Line{File: p, Line: n, Text: lineOf(text, n), Jprof: c,
				Cause: notMatched}))
		}
	}
}

func (in Input) file(r *Result, key, p, text string) {
	s := scan(text)
	var runs []map[int][]Entry
	for _, r := range in.Runs {
		runs = append(runs, s.placed(r.Lines[key]))
	}
	for _, n := range slices.Sorted(maps.Keys(runs[0])) {
		want, reason := s.expected(n, runs[0][n])
		for _, again := range runs[1:] {
			if reason == "" && !slices.Equal(runs[0][n], again[n]) {
				reason = unstable
			}
		}
		if reason != "" {
			r.Incomparable[reason]++
			continue
		}
		want *= max(in.Scale, 1)
		got, ok := in.LCOV[p][n]
		l := Line{File: p, Line: n, Text: lineOf(text, n), Oracle: want, Jprof: got}
		switch {
		case !ok:
			r.Missing = append(r.Missing, l)
		case got == want:
			r.Same++
		default:
			r.Differ = append(r.Differ, in.explained(l))
		}
	}
}

func (in Input) explained(l Line) Line {
	if in.Explain != nil && l.Cause == "" {
		l.Cause = in.Explain(l)
	}
	return l
}

func lineOf(text string, n int) string {
	lines := strings.Split(text, "\n")
	if n > len(lines) {
		return ""
	}
	return lines[n-1]
}

// Unexplained returns the lines that differ without a known cause, and the statements without a count.
func (r *Result) Unexplained() []Line {
	out := slices.Clone(r.Missing)
	for _, l := range r.Differ {
		if l.Cause == "" {
			out = append(out, l)
		}
	}
	return out
}

// Causes returns the number of differences for each cause.
func (r *Result) Causes() map[string]int {
	out := map[string]int{}
	for _, l := range r.Differ {
		out[l.Cause]++
	}
	return out
}

// Print writes the numbers, and up to limit examples of each kind.
func (r *Result) Print(w io.Writer, limit int) {
	fmt.Fprintf(w, "lines compared: %d, equal: %d, different: %d; without a count: %d\n", r.Same+len(r.Differ), r.Same,
		len(r.Differ), len(r.Missing))
	for _, reason := range slices.Sorted(maps.Keys(r.Incomparable)) {
		fmt.Fprintf(w, "not compared: %d: %s\n", r.Incomparable[reason], reason)
	}
	examples := func(what string, lines []Line) {
		for i, l := range lines {
			if i == limit {
				fmt.Fprintf(w, "... and %d more\n", len(lines)-limit)
				break
			}
			fmt.Fprintf(w, "%s: %v\n", what, l)
		}
	}
	byCause := map[string][]Line{}
	for _, l := range r.Differ {
		byCause[l.Cause] = append(byCause[l.Cause], l)
	}
	for _, cause := range slices.Sorted(maps.Keys(byCause)) {
		what := "differs"
		if cause != "" {
			what += " (" + cause + ")"
		}
		examples(what, byCause[cause])
	}
	examples("without a count", r.Missing)
}

// Packages lists the packages of the Java sources below root, sorted, without folders whose name starts with a dot.
func Packages(root string) ([]string, error) {
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != root && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(p) != ".java" {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		name := ""
		if m := packageDecl.FindSubmatch(text); m != nil {
			name = string(m[1])
		}
		found[name] = true
		return nil
	})
	return slices.Sorted(maps.Keys(found)), err
}
