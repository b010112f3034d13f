package rt

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
)

// testServiceWithoutFolder has none, or a file in its place: the program runs, and says once what is wrong.
func testServiceWithoutFolder(t *testing.T, s service) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, nil)
	for dir, want := range map[string]string{
		"":                           "jprof: no counts are kept, as JPROF_COUNTS names no folder for them: ",
		filepath.Join(file, "below"): "jprof: cannot write counts to " + file,
	} {
		got := run(t, s.command("blocks 1", "JPROF_COUNTS="+dir))
		if got.exit != 0 || !strings.HasPrefix(got.stderr, want) || strings.Count(got.stderr, "\n") != 1 {
			t.Errorf("%q: %+v, want %q", dir, got, want)
		}
	}
	got := run(t, s.command("exit", "JPROF_PERIOD=soon", "JPROF_COUNTS="))
	want := "jprof: JPROF_PERIOD is not used, as it is no positive number: soon\njprof: no counts are kept, as " +
		"JPROF_COUNTS names no folder for them: this program was built by jprof --ship\n"
	if got.stderr != want {
		t.Errorf("%q, want %q", got.stderr, want)
	}
}

// testServiceDiskFull limits the size of files for a while. What was counted meanwhile is written later.
func testServiceDiskFull(t *testing.T, s service) {
	if _, err := exec.LookPath("prlimit"); err != nil {
		t.Skip("no prlimit to limit the size of files")
	}
	limit := func(pid int, size string) {
		t.Helper()
		if out, err := exec.Command("prlimit", "--pid", fmt.Sprint(pid), "--fsize="+size).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	cmd := s.command("run")
	pipe, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	s.await(t, 2, 100)
	limit(cmd.Process.Pid, "100:")
	stderr := bufio.NewReader(pipe)
	line, err := stderr.ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "jprof: cannot write counts to "+s.dir) {
		t.Errorf("%q, %v", line, err)
	}
	before := s.counters(t)[2]
	time.Sleep(200 * time.Millisecond)
	if got := s.counters(t)[2]; got != before {
		t.Errorf("the disk is not full: %d, then %d", before, got)
	}
	limit(cmd.Process.Pid, "unlimited:")
	s.await(t, 2, before+50)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	if more, err := io.ReadAll(stderr); err != nil || len(more) > 0 {
		t.Errorf("more than a line: %q, %v", more, err)
	}
	_ = cmd.Wait() // the exit code is that of the signal
	for name, f := range s.files(t) {
		if len(f.Sections) == 0 || !strings.HasSuffix(name, WholeSuffix) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// testServiceFolderGoes removes the folder of a JVM: it goes on in a new one.
func testServiceFolderGoes(t *testing.T, s service) {
	cmd := s.start(t, "run")
	s.await(t, 2, 100)
	if !jtest.Await(func() bool { return os.RemoveAll(s.dir) == nil }) {
		t.Fatal("the folder stays")
	}
	s.await(t, 2, 100)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait() // the exit code is that of the signal
	if files := s.files(t); len(files) != 1 {
		t.Errorf("files %v", files)
	}
}

// testServiceSmallDisk has a limit that the joined files exceed: the oldest are removed, and the JVM says so once.
func testServiceSmallDisk(t *testing.T, s service) {
	const versions = 6
	for v := range versions {
		run(t, s.command("exit", fmt.Sprintf("JPROF_VERSION=%d", v)))
	}
	got := run(t, s.command("wait", "JPROF_DISK=0.001"))
	if want := "jprof: the counts in " + s.dir + " have reached the limit of "; got.exit != 0 ||
		!strings.HasPrefix(got.stderr, want) || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("%+v, want %q", got, want)
	}
	left := 0
	for name := range s.files(t) {
		if strings.HasPrefix(name, "folded-") {
			left++
		}
	}
	if left == 0 || left >= versions {
		t.Errorf("%d joined files are left of %d", left, versions)
	}
}

// testServiceThreads has more threads than there is memory for rows of a class with a million counters.
func testServiceThreads(t *testing.T, s service) {
	dir := t.TempDir()
	uses := Uses{Rows: true, Tests: true, Sums: true}
	ids := []probe.ID{{6}, {7}}
	for _, c := range []Class{
		{"s", "__Counter00000006", ids[0], "", []FileCounters{{"Stress", 0, 2, uses}}},
		{"s", "__Counter00000007", ids[1], "", []FileCounters{{"Large", 0, 1e6, uses}}},
	} {
		write(t, filepath.Join(dir, "s", c.Name+".java"), Source(c))
	}
	javac(t, s.jdk, "-nowarn", "-sourcepath", dir, "-d", dir, "testdata/stress/s/Stress.java")
	sets := []*probe.Set{{Packages: []*probe.Package{{ID: ids[0], Files: []*probe.File{{Counters: 2}}},
		{ID: ids[1], Files: []*probe.File{{Counters: 1e6}}}}}}
	for what, n := range map[string]uint64{"shared": 2000, "memory": 8, "ids": 100} {
		s.dir = filepath.Join(dir, "counts", what)
		cmd := command(s.jdk, dir, s.dir, "", "-Xmx128m")
		cmd.Args = append(cmd.Args[:len(cmd.Args)-2], "s.Stress", what, fmt.Sprint(n))
		if got, want := run(t, cmd), (result{}); got != want {
			t.Fatalf("%+v, want %+v", got, want)
		}
		totals, err := counts.Collect(s.dir, sets, time.Time{})
		if err != nil || len(totals.Problems()) > 0 {
			t.Fatalf("%v, %q", err, totals.Problems())
		}
		want := n * map[string]uint64{"shared": 640, "memory": 10, "ids": 1000}[what]
		if got := totals.Counters(ids[0])[0]; got != want {
			t.Errorf("%s: counted %d, want %d", what, got, want)
		}
		if what == "memory" && totals.Counters(ids[1])[1e6-1] != n {
			t.Errorf("the last of a million counters is %d, want %d", totals.Counters(ids[1])[1e6-1], n)
		}
	}
}

// testServiceGrows appends to a file until it is rewritten. A link in the place of the new file is not followed.
func testServiceGrows(t *testing.T, s service) {
	cmd := s.start(t, "run", "JPROF_PERIOD=0.001")
	s.await(t, 0, 1)
	part, outside := s.glob(t, "*-0.part"), filepath.Join(t.TempDir(), "outside")
	if len(part) != 1 {
		t.Fatalf("files %q", s.glob(t, "*"))
	}
	if err := os.Symlink(outside, strings.TrimSuffix(part[0], "-0.part")+".tmp"); err != nil {
		t.Fatal(err)
	}
	const limit = 1<<18 + 4*8*4 // service.java.tmpl
	grown := int64(0)
	if !jtest.Await(func() bool {
		for name := range s.files(t) {
			info, err := os.Stat(filepath.Join(s.dir, name))
			if err == nil && info.Size() < grown {
				return true
			} else if err == nil {
				grown = info.Size()
			}
		}
		return false
	}) {
		t.Fatalf("the file has %d bytes and was not rewritten", grown)
	}
	if grown > 2*limit {
		t.Errorf("the file had %d bytes", grown)
	}
	if info, err := os.Lstat(part[0]); err != nil || info.Mode() != 0o640 {
		t.Errorf("%v, %v", info, err)
	}
	if _, err := os.Lstat(outside); !os.IsNotExist(err) {
		t.Errorf("a file was made outside of the folder: %v", err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait() // the exit code is that of the signal
	c := s.counters(t)
	if c[0] != 1 || c[2] != c[3] {
		t.Errorf("counters %v", c)
	}
}

// testServiceDays moves the clock: each day has a file, those of days that have passed are joined, and no count is in
// two of them.
func testServiceDays(t *testing.T, s service) {
	library := fakeTime(t)
	clock := filepath.Join(t.TempDir(), "clock")
	set := func(text string) {
		t.Helper()
		write(t, clock+".new", []byte(text))
		if err := os.Rename(clock+".new", clock); err != nil {
			t.Fatal(err)
		}
	}
	set("@2026-03-01 23:59:00\n")
	cmd := s.start(t, "run", "LD_PRELOAD="+library, "FAKETIME_TIMESTAMP_FILE="+clock, "FAKETIME_NO_CACHE=1",
		"FAKETIME_DONT_FAKE_MONOTONIC=1", "TZ=UTC")
	s.await(t, 2, 100)
	days := map[string]bool{}
	for _, day := range []string{"2026-03-02", "2026-03-05", "2026-03-04", "2026-03-06"} { // the third goes back
		set("@" + day + " 12:00:00\n")
		if !jtest.Await(func() bool {
			for _, f := range s.files(t) {
				for _, w := range f.Who {
					days[w.From.Format(time.DateOnly)] = true
				}
			}
			return days[day]
		}) {
			t.Fatalf("days %v, without %s", days, day)
		}
		s.await(t, 2, s.counters(t)[2]+50)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait() // the exit code is that of the signal
	if c := s.counters(t); c[0] != 1 || c[2] != c[3] {
		t.Errorf("counters %v", c)
	}
	byDay := map[string]uint64{}
	jvms := 0
	for _, f := range s.files(t) {
		jvms += int(f.JVMs)
		for _, section := range f.Sections {
			byDay[f.Who[0].From.Format(time.DateOnly)] += section.Counters[2]
		}
	}
	// Where the library misses the file of the clock for a moment, some counts are those of the real day.
	sum := uint64(0)
	for _, n := range byDay {
		sum += n
	}
	for _, day := range []string{"2026-03-01", "2026-03-02", "2026-03-04", "2026-03-05", "2026-03-06"} {
		if byDay[day] == 0 || sum != s.counters(t)[2] {
			t.Errorf("counts by day %v, in all %d", byDay, s.counters(t)[2])
		}
	}
	if jvms != 1 {
		t.Errorf("%d JVMs", jvms)
	}
}

// fakeTime returns the path of the library that gives programs another time.
func fakeTime(t *testing.T) string {
	t.Helper()
	paths, err := filepath.Glob("/usr/lib/*/faketime/libfaketime.so.1")
	if err != nil || len(paths) == 0 {
		t.Skip("no libfaketime, which moves the clock: apt-get install faketime")
	}
	return paths[0]
}
