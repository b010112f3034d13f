package rt

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/jtest"
)

// interrupt ends a JVM by a signal.
func interrupt(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait() // the exit code is that of the signal
}

// glob lists the files of the folder.
func (s service) glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(s.dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// put writes a count file.
func (s service) put(t *testing.T, name string, f *counts.File) {
	t.Helper()
	var out bytes.Buffer
	if err := counts.Write(&out, f); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(s.dir, name), out.Bytes())
}

// testServiceDiskFullAtOnce has no room for the first file. Later there is some.
func testServiceDiskFullAtOnce(t *testing.T, s service) {
	path, err := exec.LookPath("prlimit")
	if err != nil {
		t.Skip("no prlimit to limit the size of files")
	}
	cmd := s.command("run")
	cmd.Args = slices.Concat([]string{path, "--fsize=0:", cmd.Path, "-XX:-UsePerfData"}, cmd.Args[1:])
	cmd.Path = path
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stderr).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "jprof: cannot write counts to "+s.dir) {
		t.Errorf("%q, %v", line, err)
	}
	if out, err := exec.Command(path, "--pid", fmt.Sprint(cmd.Process.Pid), "--fsize=unlimited:").
		CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s.await(t, 2, 100)
	interrupt(t, cmd)
	if c := s.counters(t); c[0] != 1 || c[2] != c[3] {
		t.Errorf("counters %v", c)
	}
	if files := s.files(t); len(files) != 1 {
		t.Errorf("files %v", files)
	}
}

// testServiceIdle counts nothing on its last day. The file of that day has the package of its frames all the same.
func testServiceIdle(t *testing.T, s service) {
	library := fakeTime(t)
	clock := filepath.Join(t.TempDir(), "clock")
	write(t, clock, []byte("@2026-03-01 12:00:00\n"))
	cmd := s.start(t, "idle", "LD_PRELOAD="+library, "FAKETIME_TIMESTAMP_FILE="+clock, "FAKETIME_NO_CACHE=1",
		"FAKETIME_DONT_FAKE_MONOTONIC=1", "TZ=UTC")
	s.await(t, 0, 1)
	write(t, clock+".new", []byte("@2026-03-02 12:00:00\n"))
	if err := os.Rename(clock+".new", clock); err != nil {
		t.Fatal(err)
	}
	if !jtest.Await(func() bool { return len(s.glob(t, "*-1.part")) > 0 }) {
		t.Fatal("no file of the second day")
	}
	interrupt(t, cmd)
	paths := s.glob(t, "*-1.counts")
	if len(paths) != 1 {
		t.Fatalf("files %q", s.glob(t, "*"))
	}
	f, err := counts.ReadFile(paths[0])
	if err != nil || len(f.Frames) == 0 || len(f.Sections) != 1 || f.Sections[0].ID != idS ||
		!slices.Equal(f.Sections[0].Counters, make([]uint64, 4)) {
		t.Errorf("%+v, %v", f, err)
	}
}

// testServiceHosts has two hosts in a JVM. Neither frees the lock of the other: another JVM does not join their files.
func testServiceHosts(t *testing.T, s service) {
	cmd := s.start(t, "hosts")
	if !jtest.Await(func() bool { return len(s.glob(t, "*-0.part")) == 2 }) {
		t.Fatalf("files %q", s.glob(t, "*"))
	}
	time.Sleep(300 * time.Millisecond) // several periods, in which each host looks for others
	want := s.glob(t, "*-0.part")
	if got := run(t, s.command("wait")); got.exit != 0 || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	if got := s.glob(t, "*-0.part"); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	interrupt(t, cmd)
	if c := s.counters(t); c[0] != 2 {
		t.Errorf("counters %v", c)
	}
}

// testServiceMany finds the files of many JVMs, and of one that could not join its own.
func testServiceMany(t *testing.T, s service) {
	const jvms, files = 250, 1100
	now := time.Now().UTC().Truncate(time.Millisecond)
	f := &counts.File{JVMs: 1, PID: 1, Start: now, Who: []counts.Who{{From: now, To: now, Application: "shop"}},
		Sections: []counts.Section{{ID: idS, Counters: []uint64{1, 0, 0, 0}}}}
	for i := range jvms {
		write(t, filepath.Join(s.dir, fmt.Sprintf("%d-1-a.lock", i)), nil)
		s.put(t, fmt.Sprintf("%d-1-a-0.counts", i), f)
	}
	write(t, filepath.Join(s.dir, "1-1-b.lock"), nil)
	for i := range files {
		s.put(t, fmt.Sprintf("1-1-b-%d.counts", i), f)
	}
	cmd := s.start(t, "idle")
	if !jtest.Await(func() bool { return len(s.glob(t, "*-1-*")) == 0 && len(s.glob(t, "*-0.part")) == 1 }) {
		t.Errorf("%d files are left", len(s.glob(t, "*-1-*")))
	}
	interrupt(t, cmd)
	if c := s.counters(t); c[0] != jvms+files+1 {
		t.Errorf("counters %v", c)
	}
}

// testServiceDamaged damages a file that the JVM appends to. It is not rewritten, as the rest would be lost.
func testServiceDamaged(t *testing.T, s service) {
	cmd := s.start(t, "run", "JPROF_PERIOD=0.001")
	const offset = 10000
	var path string
	if !jtest.Await(func() bool {
		for _, path = range s.glob(t, "*-0.part") {
			info, err := os.Stat(path)
			return err == nil && info.Size() > 2*offset
		}
		return false
	}) {
		t.Fatal("the file does not grow")
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteAt([]byte("damage"), offset); err != nil {
		t.Error(err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	if !jtest.Await(func() bool { return len(s.glob(t, "*-1.part")) == 1 }) {
		t.Fatalf("files %q", s.glob(t, "*"))
	}
	interrupt(t, cmd)
	if info, err := os.Stat(path); err == nil && info.Size() < 2*offset {
		t.Errorf("the damaged file has %d bytes", info.Size())
	}
}

// testServiceLeft cannot remove what is in a joined file. The next joined file names it, too.
func testServiceLeft(t *testing.T, s service) {
	run(t, s.command("exit"))
	run(t, s.command("wait"))
	const left = "7-1-a-0.part"
	joined := s.glob(t, "folded-*")
	if len(joined) != 1 {
		t.Fatalf("files %q", s.glob(t, "*"))
	}
	f, err := counts.ReadFile(joined[0])
	if err != nil {
		t.Fatal(err)
	}
	f.Folded = append(f.Folded, left)
	s.put(t, filepath.Base(joined[0]), f)
	write(t, filepath.Join(s.dir, left, "file"), nil) // a folder with a file cannot be removed
	run(t, s.command("wait"))
	joined = s.glob(t, "folded-*")
	if len(joined) != 1 {
		t.Fatalf("files %q", s.glob(t, "*"))
	}
	if f, err := counts.ReadFile(joined[0]); err != nil || f.JVMs != 2 || !slices.Contains(f.Folded, left) {
		t.Errorf("%+v, %v", f, err)
	}
}

// testServiceShares has a folder with a large file of another program, which the limit is not for.
func testServiceShares(t *testing.T, s service) {
	write(t, filepath.Join(s.dir, "large.log"), make([]byte, 2<<20))
	run(t, s.command("exit"))
	if got := run(t, s.command("wait", "JPROF_DISK=1")); got.exit != 0 || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	if c := s.counters(t); c[0] != 2 {
		t.Errorf("counters %v", c)
	}
}

// testServiceBusy loads a class while the host is writing, which may take long. The class does not wait for it.
func testServiceBusy(t *testing.T, s service) {
	cmd := s.start(t, "busy")
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	if !jtest.Await(func() bool { return len(ended) > 0 }) {
		t.Error("the class waits for the host")
		return
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for _, f := range s.files(t) {
		if len(f.Sections) < 2 {
			t.Errorf("%+v lacks a class", f)
		}
	}
}

// testServiceLoads loads a class again and again, as a server of applications does. Rows of classes that were unloaded
// take no bytes from those that follow.
func testServiceLoads(t *testing.T, s service) {
	few, many := run(t, s.command("loads 2")), run(t, s.command("loads 20"))
	if few.exit != 0 || few.stdout == "" || few != many {
		t.Errorf("%+v, then %+v", few, many)
	}
	if c := s.counters(t); c[0] != 2 {
		t.Errorf("counters %v", c)
	}
}
