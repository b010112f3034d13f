package rt

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
)

// idS is the ID of the package of the service.
var idS = probe.ID{0xa}

// serviceMaps has the package of testdata/service.
var serviceMaps = []*probe.Set{{Packages: []*probe.Package{{ID: idS, Name: "s", Files: []*probe.File{{Counters: 4}}}}}}

// service is a program that is shipped with counters.
type service struct {
	jdk     jtest.JDK
	classes string
	dir     string // of its counts
}

// buildService compiles testdata/service.
func buildService(t *testing.T, jdk jtest.JDK) service {
	t.Helper()
	dir := t.TempDir()
	for digit, id := range map[string]probe.ID{"a": idS, "b": {0xb}, "c": {0xc}} {
		c := Class{Package: "s", Name: "__Counter0000000" + digit, ID: id, Files: []FileCounters{{Method: "Service",
			N: 4, Uses: Uses{Endings: true}}}}
		source := Source(c)
		if digit == "c" { // of another version of jprof
			source = bytes.ReplaceAll(source, fmt.Appendf(nil, "jprof-counts-%d ", hostVersion),
				[]byte("jprof-counts-0 "))
		}
		write(t, filepath.Join(dir, "s", c.Name+".java"), source)
	}
	javac(t, jdk, "-nowarn", "-Xlint:none", "-sourcepath", dir, "-d", dir, "testdata/service/s/Service.java")
	return service{jdk, dir, filepath.Join(dir, "counts")}
}

// command returns the command for a JVM of the service that writes every 50 ms.
func (s service) command(program string, env ...string) *exec.Cmd {
	cmd := command(s.jdk, s.classes, s.dir, "")
	cmd.Args = append(append(cmd.Args[:len(cmd.Args)-2], "s.Service"), strings.Fields(program)...)
	cmd.Env = append(cmd.Env, "JPROF_PERIOD=0.05", "JPROF_APP=shop", "JPROF_ENV=prod", "JPROF_VERSION=1.2",
		"JPROF_HOST=a1")
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// start starts a JVM that counts until it is ended.
func (s service) start(t *testing.T, program string, env ...string) *exec.Cmd {
	t.Helper()
	cmd := s.command(program, env...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	})
	return cmd
}

// counters returns the sums of all files.
func (s service) counters(t *testing.T) []uint64 {
	t.Helper()
	totals, err := counts.Collect(s.dir, serviceMaps, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return totals.Counters(idS)
}

// files reads the count files, by name.
func (s service) files(t *testing.T) map[string]*counts.File {
	t.Helper()
	all := map[string]*counts.File{}
	for _, suffix := range []string{PartSuffix, WholeSuffix} {
		paths, err := filepath.Glob(filepath.Join(s.dir, "*"+suffix))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				continue // it was renamed
			}
			f, err := counts.Read(bytes.NewReader(data), path)
			if f == nil || suffix == WholeSuffix && err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			all[filepath.Base(path)] = f
		}
	}
	return all
}

// await waits until the sum of a counter is at least n.
func (s service) await(t *testing.T, counter int, n uint64) {
	t.Helper()
	if !jtest.Await(func() bool {
		c := s.counters(t)
		return len(c) > counter && c[counter] >= n
	}) {
		t.Fatalf("counter %d is %v, and does not come to %d", counter, s.counters(t), n)
	}
}

// TestService runs a shipped program on each JDK.
func TestService(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals on Windows")
	}
	tests := map[string]func(*testing.T, service){
		"ends": testServiceEnds, "is killed": testServiceKilled, "folds again": testServiceFoldsAgain,
		"has no folder": testServiceWithoutFolder, "has a full disk": testServiceDiskFull,
		"has a folder that goes": testServiceFolderGoes, "has a small disk": testServiceSmallDisk,
		"has many threads": testServiceThreads, "grows": testServiceGrows, "sees days": testServiceDays,
		"has a full disk at once": testServiceDiskFullAtOnce, "is idle on its last day": testServiceIdle,
		"has two hosts": testServiceHosts, "finds many files": testServiceMany,
		"has a damaged file": testServiceDamaged, "cannot remove a file": testServiceLeft,
		"shares its folder": testServiceShares, "is busy": testServiceBusy, "loads again": testServiceLoads,
		"has links in its folder": testServiceLinks, "has a link as its file": testServiceOwnLinks,
		"makes its lock again": testServiceLocks, "makes folders": testServiceNewFolders,
	}
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			built := buildService(t, jdk)
			for name, test := range tests {
				t.Run(name, func(t *testing.T) {
					s := built
					s.dir = filepath.Join(t.TempDir(), "größe x", "counts")
					test(t, s)
				})
			}
		})
	}
}

// testServiceEnds has one JVM that ends. Its file says who counted, and has no name of the program.
func testServiceEnds(t *testing.T, s service) {
	before := time.Now().Add(-time.Second)
	if got, want := run(t, s.command("exit", "JPROF_INSTANCE=i7")), (result{3, "", ""}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	files := s.files(t)
	if len(files) != 1 {
		t.Fatalf("files %v", files)
	}
	for name, f := range files {
		for _, file := range []string{name, strings.TrimSuffix(name, "-0"+WholeSuffix) + ".lock"} {
			info, err := os.Stat(filepath.Join(s.dir, file))
			if err != nil || info.Mode().Perm() != 0o640 {
				t.Errorf("%s: %v, %v", file, info, err)
			}
		}
		text, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil || bytes.Contains(text, []byte("Service")) || bytes.Contains(text, []byte(s.classes)) {
			t.Errorf("%s has a name of the program", name)
		}
		if len(f.Who) != 1 {
			t.Fatalf("%+v", f.Who)
		}
		w := f.Who[0]
		if w.From.Before(before) || w.To.Before(w.From) || w.To.After(time.Now()) {
			t.Errorf("from %v to %v", w.From, w.To)
		}
		w.From, w.To = time.Time{}, time.Time{}
		if want := (counts.Who{Application: "shop", Environment: "prod", Version: "1.2", Host: "a1",
			Instance: "i7"}); w != want {
			t.Errorf("%+v, want %+v", w, want)
		}
		if !f.FramesHashed || !slices.ContainsFunc(f.Frames, func(fr counts.Frame) bool {
			return fr.Class == counts.HashName("s.Service") && fr.Method == counts.HashName("main")
		}) {
			t.Errorf("frames %+v", f.Frames)
		}
	}
	if got := s.counters(t); !slices.Equal(got, []uint64{1, 5, 0, 0}) {
		t.Errorf("counters %v", got)
	}
}

// testServiceKilled kills JVMs. The next one joins what they have left, and continues to count.
func testServiceKilled(t *testing.T, s service) {
	for i := range 3 {
		cmd := s.start(t, "run", fmt.Sprintf("JPROF_HOST=a%d", i))
		s.await(t, 0, uint64(i+1))
		s.await(t, 2, uint64(100*(i+1)))
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait() // killed
	}
	before := s.counters(t)
	if got := run(t, s.command("wait")); got.exit != 0 || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	after := s.counters(t)
	if before[0] != 3 || after[0] != 4 || after[1] != before[1]+1 || after[2] != before[2] {
		t.Errorf("counters %v, then %v", before, after)
	}
	files := s.files(t)
	joined := 0
	for name, f := range files {
		if strings.HasPrefix(name, "folded-") {
			joined += int(f.JVMs)
			if len(f.Folded) == 0 || len(f.Who) == 0 || f.Who[0].Instance != "" {
				t.Errorf("%s: %+v of %q", name, f.Who, f.Folded)
			}
		}
	}
	if joined != 3 || len(files) != 2 {
		t.Errorf("%d of 3 JVMs are joined, files %v", joined, files)
	}
	locks, err := filepath.Glob(filepath.Join(s.dir, "*.lock"))
	if err != nil || len(locks) != 2 { // that of the last JVM, and that for joining
		t.Errorf("%q, %v", locks, err)
	}
}

// testServiceFoldsAgain has a file that is in a joined one, as if the JVM that has joined them had ended too early.
func testServiceFoldsAgain(t *testing.T, s service) {
	run(t, s.command("exit"))
	var name string
	for name = range s.files(t) {
		t.Logf("the file %s", name)
	}
	left, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, s.command("wait")); got.exit != 0 || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(filepath.Join(s.dir, name)); err == nil {
		t.Fatal("the file was not joined")
	}
	want := s.counters(t)
	write(t, filepath.Join(s.dir, name), left)
	if got := s.counters(t); !slices.Equal(got, want) {
		t.Errorf("counters %v, want %v", got, want)
	}
	if got := run(t, s.command("wait")); got.exit != 0 || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	if got := s.counters(t); got[0] != want[0]+1 || got[1] != want[1]+1 {
		t.Errorf("counters %v, want one more than %v", got, want)
	}
	if _, err := os.Stat(filepath.Join(s.dir, name)); err == nil {
		t.Error("the file was not removed")
	}
}
