package live

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/report"
	"jprof/report/assemble"
)

// TestSumsOfReport compares sums, methods and lines with those of the report, for all sources that tests of counting
// have, with random counters and excluded code.
func TestSumsOfReport(t *testing.T) {
	p := newProject(t)
	p.check(os.CopyFS(p.source, os.DirFS("../../../testdata/java")))
	p.check(os.WriteFile(filepath.Join(p.store.Project, "jprof.yaml"),
		[]byte("exclude:\n  methods: ['**.main', '**.toString']\n"), 0o666))
	set := p.instrument("main")
	r := p.open()
	random := rand.New(rand.NewPCG(1, 2))
	j := p.jvm(os.Getpid())
	all := map[probe.ID][]uint64{}
	for _, pkg := range set.Packages {
		s := counts.Section{ID: pkg.ID, Counters: make([]uint64, pkg.Counters())}
		for i := range s.Counters {
			s.Counters[i] = uint64(random.IntN(3)) * uint64(random.IntN(50))
		}
		all[pkg.ID] = s.Counters
		j.file.Sections = append(j.file.Sections, s)
	}
	j.write(".part")
	u := p.poll(r)
	model, err := assemble.Model(assemble.Input{Sets: []*probe.Set{set}, Source: r.source, Exclude: r.exclude,
		Counters: func(id probe.ID) []uint64 { return all[id] }})
	p.check(err)
	if len(model.Files) < 15 {
		t.Fatalf("only %d files", len(model.Files))
	}

	files := map[string]File{}
	for _, f := range u.Files {
		files[f.Path] = f
	}
	methods := map[string]uint64{}
	for _, m := range r.Methods(Query{}) {
		methods[m.Path+" "+m.Name] += m.Executions
	}
	omitted := 0
	for _, f := range model.Files {
		if len(f.Omitted) > 0 {
			omitted++
		}
		if !f.Measured {
			continue
		}
		m := f.Totals.Metrics
		want := File{f.Path, false, m.Executed, m.Regions.Covered, m.Regions.Total}
		if files[f.Path] != want {
			t.Errorf("got %+v, want %+v", files[f.Path], want)
		}
		for _, m := range f.Methods {
			if m.Measured && m.Executed > 0 {
				methods[f.Path+" "+m.Title()] -= m.Executed
			}
		}
	}
	if omitted < 3 {
		t.Errorf("only %d files have omitted code", omitted)
	}
	for name, n := range methods {
		if n != 0 {
			t.Errorf("%s differs by %d", name, int64(n))
		}
	}
	if m := model.Totals; u.Main.Executions != m.Executed || u.Main.Covered != m.Regions.Covered ||
		u.Main.Regions != m.Regions.Total {
		t.Errorf("got %+v, want %+v", u.Main, m.Metrics)
	}
	for _, f := range model.Files {
		compareLines(t, r, f)
	}
}

// compareLines compares the counts of methods that are beside the lines of a source.
func compareLines(t *testing.T, r *Run, f *report.File) {
	s, err := r.Source(f.Path)
	if err != nil {
		t.Error(err)
		return
	}
	for _, m := range f.Methods {
		if line := s.Lines[m.Name.Line-1]; m.Measured {
			if _, ok := line.Count(); !ok || !slices.Contains(line.Counts, m.Invocations) {
				t.Errorf("%s:%d: got %v, want %d: %s", f.Path, line.Number, line.Counts, m.Invocations, line.Text)
			}
		}
	}
}

func TestSource(t *testing.T) {
	p := newProject(t)
	p.write(map[string]string{"p/A.java": three, "p/B.java": strings.ReplaceAll(three, "class A", "class B")})
	pkg := p.instrument("main").Packages[0]
	r := p.open()
	p.poll(r)
	lines := func(path string) string {
		s, err := r.Source(path)
		p.check(err)
		var all strings.Builder
		for _, l := range s.Lines {
			if n, ok := l.Count(); ok {
				all.WriteString(string(rune('0' + n)))
			} else {
				all.WriteByte('-')
			}
		}
		return all.String()
	}
	if got := lines("src/main/java/p/B.java"); got != "---0000--" {
		t.Errorf("before a JVM there is %s", got)
	}
	p.jvm(os.Getpid()).part(4, pkg)
	p.poll(r)
	for _, path := range []string{"src/main/java/p/B.java", "src/main/java/p/A.java"} {
		if got := lines(path); got != "---4444--" {
			t.Errorf("%s: got %s", path, got)
		}
	}
	if _, err := r.Source("src/main/java/p/C.java"); !errors.Is(err, ErrNoSource) {
		t.Errorf("got %v", err)
	}
	if _, err := r.Source("../../../etc/passwd"); !errors.Is(err, ErrNoSource) {
		t.Errorf("got %v", err)
	}
}
