package instrument

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
)

// TestTargets instruments, compiles and runs the programs of testdata/java with every JDK that
// knows their Java level, and compares the count of each line on which a statement starts with the
// mark on it, unless that says that any count may be right. Where a target marks branches, it marks all.
func TestTargets(t *testing.T) {
	files, err := filepath.Glob("../testdata/java/*.java")
	if err != nil || len(files) == 0 {
		t.Fatalf("no targets: %v", err)
	}
	for _, jdk := range jtest.JDKs(t) {
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimSuffix(filepath.Base(file), ".java")
			t.Run(jdk.String()+"/"+name, func(t *testing.T) {
				level := targetLevel(t, src)
				if jdk.Version < level {
					t.Skipf("%s is written in Java %d", name, level)
				}
				compareMarks(t, src, runTarget(t, jdk, name, src, level))
			})
		}
	}
}

var (
	levelMark  = regexp.MustCompile(`^// level (\d+)\n`)
	countMark  = regexp.MustCompile(`// (?:.* )?count=(\d+|any)\b`)
	branchMark = regexp.MustCompile(`// (?:.* )?branch=([\d/,]+|any)$`)
)

func targetLevel(t *testing.T, src []byte) int {
	m := levelMark.FindSubmatch(src)
	if m == nil {
		t.Fatal("the first line is not // level N")
	}
	level, _ := strconv.Atoi(string(m[1]))
	return level
}

// lines holds measured counts: of the first statement that starts on a line, and of the branches that start there, as
// the numbers of true/false or taken.
type lines struct {
	counts   map[int]int64
	branches map[int][]string
}

func runTarget(t *testing.T, jdk jtest.JDK, name string, src []byte, level int) lines {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "src", name+".java"), string(src))
	set := instrumentTree(t, []Root{{Src: filepath.Join(dir, "src"), Dst: filepath.Join(dir, "out")}},
		Options{Level: level, CountsDir: filepath.Join(dir, "counts")})
	sources, err := filepath.Glob(filepath.Join(dir, "out", "*.java"))
	if err != nil {
		t.Fatal(err)
	}
	javac(t, jdk, append([]string{"--release", strconv.Itoa(level), "-Xlint:-options", "-encoding", "UTF-8", "-d",
		filepath.Join(dir, "classes")}, sources...)...)
	java(t, jdk, "-ea", "-cp", filepath.Join(dir, "classes"), name)
	return lineCounts(t, set, filepath.Join(dir, "counts"))
}

// java runs a program that must end well.
func java(t *testing.T, jdk jtest.JDK, args ...string) {
	t.Helper()
	cmd := exec.Command(jdk.Java(), append(slices.Clone(jtest.QuickStart), args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
}

// javac compiles what must be right.
func javac(t *testing.T, jdk jtest.JDK, args ...string) {
	t.Helper()
	if out, err := jdk.Run("javac", args...); err != nil {
		t.Fatalf("javac %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// instrumentTree runs Tree and returns the map that it wrote, checked.
func instrumentTree(t *testing.T, roots []Root, o Options) *probe.Set {
	t.Helper()
	var b bytes.Buffer
	w, err := probe.NewWriter(&b, "test", o.Module, o.SourceSet)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Tree(context.Background(), roots, o, w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "test.map")
	write(t, path, b.String())
	set, err := probe.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// lineCounts gives what was measured in the set's only file.
func lineCounts(t *testing.T, set *probe.Set, countsDir string) lines {
	t.Helper()
	totals, err := counts.Collect(countsDir, []*probe.Set{set}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if problems := totals.Problems(); len(problems) > 0 || totals.JVMs() != 1 {
		t.Fatalf("counts of %d JVMs, problems: %v", totals.JVMs(), problems)
	}
	got := lines{map[int]int64{}, map[int][]string{}}
	first := map[int]uint32{}
	for _, p := range set.Packages {
		for _, f := range p.Files {
			values := totals.Counters(p.ID)[f.Base:][:f.Counters]
			for _, r := range f.Regions {
				for _, s := range r.Statements {
					at := s.Span.Start
					line := int(at.Line)
					if offset, seen := first[line]; !seen || at.Offset < offset {
						first[line] = at.Offset
						got.counts[line] = s.Count.Value(values)
					}
				}
			}
			for _, e := range f.Expressions {
				line := int(e.Span.Start.Line)
				if offset, seen := first[line]; !seen || e.Span.Start.Offset < offset {
					first[line] = e.Span.Start.Offset
					got.counts[line] = e.Count.Value(values)
				}
			}
			for _, b := range f.Branches {
				text := strconv.FormatInt(b.True.Value(values), 10)
				if b.Kind.Outcomes() == 2 {
					text += "/" + strconv.FormatInt(b.False.Value(values), 10)
				}
				line := int(b.Span.Start.Line)
				got.branches[line] = append(got.branches[line], text)
			}
		}
	}
	return got
}

// compareMarks fails for each mark that is not met, and for what has no mark.
func compareMarks(t *testing.T, src []byte, got lines) {
	t.Helper()
	marksBranches := bytes.Contains(src, []byte(" branch="))
	for i, text := range strings.Split(string(src), "\n") {
		line := i + 1
		n, counted := got.counts[line]
		m := countMark.FindStringSubmatch(text)
		switch {
		case m == nil && counted:
			t.Errorf("line %d has no mark and the count %d: %s", line, n, text)
		case m != nil && !counted:
			t.Errorf("line %d has a mark, but no statement starts there: %s", line, text)
		case m != nil && m[1] != "any" && m[1] != strconv.FormatInt(n, 10):
			t.Errorf("line %d was counted %d times: %s", line, n, text)
		}
		if !marksBranches {
			continue
		}
		want := ""
		if m := branchMark.FindStringSubmatch(text); m != nil {
			want = m[1]
		}
		if branches := strings.Join(got.branches[line], ","); branches != want && want != "any" {
			t.Errorf("line %d has the branches %q: %s", line, branches, text)
		}
	}
}
