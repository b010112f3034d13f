package live

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
)

// wantSums compares the sums of main sources, and the JVMs.
func wantSums(t *testing.T, u Update, executions uint64, covered, regions, alive, ended int) {
	t.Helper()
	if m := u.Main; m.Executions != executions || m.Covered != covered || m.Regions != regions {
		t.Errorf("got %d executions, %d of %d regions; want %d, %d of %d", m.Executions, m.Covered, m.Regions,
			executions, covered, regions)
	}
	if want := (JVMs{alive, ended}); u.JVMs != want {
		t.Errorf("got JVMs %+v, want %+v", u.JVMs, want)
	}
}

// TestRenamed follows JVMs that write, end while they are followed, and are killed.
func TestRenamed(t *testing.T) {
	p := newProject(t)
	p.write(map[string]string{"p/A.java": three})
	r := p.open()
	wantSums(t, p.poll(r), 0, 0, 0, 0, 0)
	pkg := p.instrument("main").Packages[0]
	u := p.poll(r)
	wantSums(t, u, 0, 0, 1, 0, 0)
	if len(u.Files) != 1 || u.Files[0] != (File{"src/main/java/p/A.java", false, 0, 0, 1}) {
		t.Errorf("got files %+v", u.Files)
	}

	first, second := p.jvm(os.Getpid()), p.jvm(os.Getppid())
	first.part(2, pkg)
	second.part(5, pkg)
	u = p.poll(r)
	wantSums(t, u, 21, 1, 1, 2, 0)
	if u.Reset || len(u.Files) != 1 || u.Files[0].Executions != 21 {
		t.Errorf("got files %+v, reset %t", u.Files, u.Reset)
	}
	if u = p.poll(r); len(u.Files) != 0 {
		t.Errorf("without a change there are files %+v", u.Files)
	}
	first.part(3, pkg)
	wantSums(t, p.poll(r), 24, 1, 1, 2, 0)
	first.end(4, pkg)
	wantSums(t, p.poll(r), 27, 1, 1, 1, 1)
	first.end(6, pkg) // a daemon thread went on
	wantSums(t, p.poll(r), 33, 1, 1, 1, 1)

	killed := p.jvm(deadPID(t))
	killed.part(100, pkg)
	wantSums(t, p.poll(r), 333, 1, 1, 1, 2)
	if !r.jvms.byStem[killed.stem].added || r.jvms.byStem[second.stem].added {
		t.Error("only the files of JVMs that have ended are added once")
	}
	killed.part(101, pkg) // in a container
	wantSums(t, p.poll(r), 336, 1, 1, 2, 1)
	killed.end(102, pkg)
	wantSums(t, p.poll(r), 339, 1, 1, 1, 2)
}

// TestFinal checks that a file is added once some time after its JVM gave it the last name, and that all are read again
// if it changes nevertheless.
func TestFinal(t *testing.T) {
	p := newProject(t)
	p.write(map[string]string{"p/A.java": three})
	pkg := p.instrument("main").Packages[0]
	r := p.open()
	j, other := p.jvm(os.Getpid()), p.jvm(os.Getppid())
	j.end(1, pkg)
	other.part(10, pkg)
	poll := func(after time.Duration) Update {
		u, err := r.poll(time.Now().Add(after))
		p.check(err)
		return u
	}
	wantSums(t, poll(0), 33, 1, 1, 1, 1)
	if r.jvms.byStem[j.stem].added {
		t.Error("the file is final at once")
	}
	wantSums(t, poll(2*settled), 33, 1, 1, 1, 1)
	if !r.jvms.byStem[j.stem].added {
		t.Error("the file is not final")
	}
	other.part(20, pkg)
	wantSums(t, poll(2*settled), 63, 1, 1, 1, 1)
	j.end(2, pkg)
	wantSums(t, poll(2*settled), 66, 1, 1, 1, 1)
}

// TestAgain lets the build begin again: the folder of counts is emptied, and the map written again.
func TestAgain(t *testing.T) {
	p := newProject(t)
	p.write(map[string]string{"p/A.java": three, "q/B.java": "package q;\nclass B {\n    int n = 1;\n}\n"})
	r := p.open()
	set := p.instrument("main")
	p.jvm(deadPID(t)).end(7, set.Packages...)
	if u := p.poll(r); u.Main.Executions < 21 || u.Main.Files != 2 || u.JVMs.Ended != 1 {
		t.Errorf("got %+v", u)
	}
	p.check(os.RemoveAll(p.state.Counts))
	p.check(os.Remove(filepath.Join(p.source, "q/B.java")))
	pkg := p.instrument("main").Packages[0]
	u := p.poll(r)
	wantSums(t, u, 0, 0, 1, 0, 0)
	if !u.Reset || len(u.Files) != 1 || u.Files[0].Executions != 0 {
		t.Errorf("got files %+v, reset %t", u.Files, u.Reset)
	}
	p.jvm(os.Getpid()).part(1, pkg)
	u = p.poll(r)
	wantSums(t, u, 3, 1, 1, 1, 0)
	if u.Reset {
		t.Error("reset again")
	}
}

// TestLateMap checks that counts are shown when their map comes after them, and that maps of earlier builds are shown
// only where they have counts.
func TestLateMap(t *testing.T) {
	p := newProject(t)
	p.write(map[string]string{"p/A.java": three})
	late := p.instrument("main").Packages[0]
	name := filepath.Join(p.state.Maps, "g+a-main.map")
	text, err := os.ReadFile(name)
	p.check(err)
	p.check(os.Remove(name))
	p.write(map[string]string{"p/A.java": three + "// another\n"})
	old := p.instrument("old").Packages[0]
	p.write(map[string]string{"p/A.java": three + "// and another\n"})
	p.instrument("unused")
	for _, set := range []string{"old", "unused"} {
		before := time.Now().Add(-time.Hour)
		p.check(os.Chtimes(filepath.Join(p.state.Maps, "g+a-"+set+".map"), before, before))
	}
	r := p.open()
	wantSums(t, p.poll(r), 0, 0, 0, 0, 0)
	j := p.jvm(deadPID(t))
	j.end(2, late)
	wantSums(t, p.poll(r), 0, 0, 0, 0, 1)
	p.check(os.WriteFile(name, text, 0o666))
	wantSums(t, p.poll(r), 6, 1, 1, 0, 1)
	p.jvm(os.Getpid()).part(3, old)
	wantSums(t, p.poll(r), 15, 2, 2, 1, 1)
}

// TestWrongFiles checks that wrong files are named, and that their whole sections are used.
func TestWrongFiles(t *testing.T) {
	p := newProject(t)
	p.write(map[string]string{"p/A.java": three})
	pkg := p.instrument("main").Packages[0]
	r := p.open()
	p.jvm(os.Getpid()).part(1, pkg)

	damaged := p.jvm(os.Getppid())
	damaged.part(2, pkg, pkg)
	text, err := os.ReadFile(damaged.stem + ".part")
	p.check(err)
	text[len(text)-1]++ // of the second section
	damaged.bytes(".part", text)

	version := p.jvm(os.Getppid())
	version.part(4, pkg)
	text, err = os.ReadFile(version.stem + ".part")
	p.check(err)
	text[len(recordfile.Counts)+3]++
	version.bytes(".part", text)

	earlier := p.jvm(os.Getppid())
	earlier.file.Start = time.Now().Add(-time.Hour)
	earlier.part(8, pkg)

	short := p.jvm(deadPID(t))
	short.part(16, pkg)
	p.check(os.Rename(short.stem+".part", short.stem+".counts"))
	p.check(os.WriteFile(filepath.Join(p.state.Maps, "x.map"), []byte("jprofmap"), 0o666))

	u := p.poll(r)
	wantSums(t, u, 3+6+48, 1, 1, 2, 1)
	for _, want := range []string{"wrong check sum", "in format 7 by a newer jprof; this is jprof ",
		"x.map: at byte 8: the file is cut", ".counts: at byte"} {
		if !slices.ContainsFunc(u.Problems, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("no problem has %q: %q", want, u.Problems)
		}
	}
	if len(u.Problems) != 4 {
		t.Errorf("got problems %q", u.Problems)
	}
}

// TestShared follows a folder that other projects write to as well.
func TestShared(t *testing.T) {
	p := newProject(t)
	p.write(map[string]string{"p/A.java": three})
	pkg := p.instrument("main").Packages[0]
	shared := t.TempDir()
	p.check(p.pub.Phase(p.pub.state.Phase, func(s *State) { s.Shared = shared }))
	r := p.open()
	p.jvm(os.Getpid()).part(1, pkg)
	own := p.state.Counts
	p.state.Counts = shared
	p.jvm(deadPID(t)).end(2, pkg, &probe.Package{ID: probe.ID{1}, Files: []*probe.File{{Counters: 3}}})
	p.jvm(deadPID(t)).end(4, &probe.Package{ID: probe.ID{2}, Files: []*probe.File{{Counters: 3}}})
	p.state.Counts = own
	wantSums(t, p.poll(r), 9, 1, 1, 1, 1)
	if len(r.jvms.packages) != 1 {
		t.Errorf("counts of %d packages are kept", len(r.jvms.packages))
	}
}

// TestEnd follows a run to its end, and one without counts.
func TestEnd(t *testing.T) {
	p := newProject(t)
	p.check(p.pub.Phase(p.pub.state.Phase, func(s *State) { s.Contexts, s.Round = true, 2 }))
	r := p.open()
	p.check(p.pub.Phase(Reporting))
	if u := p.poll(r); u.Ended || u.State.Phase != Reporting || u.State.Round != 2 || u.Wait != leastWait {
		t.Errorf("got %+v", u)
	}
	p.pub.End()
	if u := p.poll(r); !u.Ended || u.State.Phase != Reporting {
		t.Errorf("got %+v", u)
	}
}

// TestKnownLater follows a build from its beginning, when it is not known yet whether tests report to jprof.
func TestKnownLater(t *testing.T) {
	p := newProject(t)
	p.write(map[string]string{"p/A.java": three})
	pkg := p.instrument("main").Packages[0]
	p.check(p.pub.Phase(Copying))
	r := p.open()
	p.jvm(os.Getpid()).part(1, pkg)
	if u := p.poll(r); u.Tests != nil {
		t.Errorf("a run that is not by test has %+v tests", *u.Tests)
	}
	p.check(p.pub.Phase(p.pub.state.Phase, func(s *State) { s.ByTest = true }))
	if u := p.poll(r); u.Tests == nil {
		t.Error("the run is by test, and has no tests")
	}
}

// TestRate checks rates, and the order of methods.
func TestRate(t *testing.T) {
	p := newProject(t)
	p.write(map[string]string{"p/A.java": three, "q/B.java": strings.ReplaceAll(three, "package p", "package q")})
	set := p.instrument("main")
	r := p.open()
	a, b := p.jvm(os.Getpid()), p.jvm(os.Getppid())
	a.part(1000, set.Packages[0])
	now := time.Now()
	poll := func(seconds float64) Update {
		u, err := r.poll(now.Add(time.Duration(seconds * float64(time.Second))))
		p.check(err)
		return u
	}
	if u := poll(0); u.Main.Rate != 0 || len(u.Methods) != 1 || u.Methods[0].Rate != 0 {
		t.Errorf("at first there is a rate of %v, and %+v", u.Main.Rate, u.Methods)
	}
	b.part(10, set.Packages[1])
	u := poll(1)
	if u.Main.Rate != 30 || len(u.Methods) != 2 {
		t.Fatalf("got a rate of %v, and %+v", u.Main.Rate, u.Methods)
	}
	if m := u.Methods[0]; m != (Method{"src/main/java/p/A.java", 4, "A::f()", false, 3000, 0}) {
		t.Errorf("got %+v", m)
	}
	if m := r.Methods(Query{N: 1, ByRate: true}); len(m) != 1 || m[0].Path != "src/main/java/q/B.java" ||
		m[0].Rate != 30 {
		t.Errorf("got %+v", m)
	}
	in := func(path, name string) bool { return strings.Contains(path, "/q/") && name == "A::f()" }
	if m := r.Methods(Query{Match: in}); len(m) != 1 || m[0].Executions != 30 {
		t.Errorf("got %+v", m)
	}
	poll(2)
	poll(4)
	if u := poll(6); u.Main.Rate != 0 {
		t.Errorf("when nothing runs, there is a rate of %v", u.Main.Rate)
	}
}

// TestSteadyCost checks that nothing is read while nothing changes.
func TestSteadyCost(t *testing.T) {
	p := newProject(t)
	p.write(map[string]string{"p/A.java": three})
	pkg := p.instrument("main").Packages[0]
	r := p.open()
	j := p.jvm(os.Getpid())
	j.part(1, pkg)
	p.poll(r)
	info, err := os.Stat(j.stem + ".part")
	p.check(err)
	text, err := os.ReadFile(j.stem + ".part")
	p.check(err)
	p.check(os.WriteFile(j.stem+".part", make([]byte, len(text)), 0o666))
	p.check(os.Chtimes(j.stem+".part", info.ModTime(), info.ModTime()))
	if u := p.poll(r); u.Main.Executions != 3 || len(u.Problems) > 0 {
		t.Errorf("a file that has not changed was read: %+v", u)
	}
}

// TestChangedSections checks that only packages whose sections have changed are added up again, and that all JVMs are
// in them then.
func TestChangedSections(t *testing.T) {
	p := newProject(t)
	p.write(map[string]string{"p/A.java": three, "q/B.java": strings.ReplaceAll(three, "package p", "package q")})
	set := p.instrument("main")
	r := p.open()
	a, b := p.jvm(os.Getpid()), p.jvm(os.Getppid())
	a.part(1, set.Packages[0])
	b.part(10, set.Packages...)
	wantSums(t, p.poll(r), 33+30, 2, 2, 2, 0)
	first, second := r.jvms.of(set.Packages[0].ID), r.jvms.of(set.Packages[1].ID)
	second.shown[0] += 1000 // it stays where the package is not added up again
	a.part(2, set.Packages[0])
	u := p.poll(r)
	wantSums(t, u, 36+30, 2, 2, 2, 0)
	if len(u.Files) != 1 || u.Files[0].Path != "src/main/java/p/A.java" || second.shown[0] < 1000 {
		t.Errorf("got files %+v, counters %d", u.Files, second.shown)
	}
	a.part(3, set.Packages...) // a section comes
	wantSums(t, p.poll(r), 39+39, 2, 2, 2, 0)
	p.check(os.Remove(b.stem + ".part")) // a JVM goes
	wantSums(t, p.poll(r), 9+9, 2, 2, 1, 0)
	a.part(4, set.Packages[1]) // its file is another one
	wantSums(t, p.poll(r), 12, 1, 2, 1, 0)
	if first.shown[0] != 0 || second.shown[0] != 4 {
		t.Errorf("the counters are %d and %d", first.shown, second.shown)
	}
}
