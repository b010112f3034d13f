package rt

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
)

const frameProgram = "testdata/frames/F.java"

var (
	frameMark    = regexp.MustCompile(`// (\w+): ([\w$]+)\.([\w$<>]+) > ([\w.$]*)\.([\w$<>]*) (\d+)$`)
	proxyNumber  = regexp.MustCompile(`\$\$Lambda\$\d+$`) // up to Java 17
	lambdaNumber = regexp.MustCompile(`^(lambda\$.*\$)\d+$`)
)

// TestFrames runs the programs of frameProgram, and compares the frames that their
// JVMs wrote with the marks.
func TestFrames(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			classes := buildFrames(t, jdk, dir)
			for _, program := range []string{"nothing", "exit", "recursion", "daemons", "lambda", "twoPackages",
				"initializer", "forbidden"} {
				t.Run(program, func(t *testing.T) {
					var jvmArgs []string
					if program == "forbidden" {
						if jdk.Version >= 24 {
							t.Skipf("Java %d has no security managers", jdk.Version)
						}
						jvmArgs = append(jvmArgs, "-Djava.security.manager=allow")
					}
					countsDir := filepath.Join(dir, "counts", program)
					cmd := command(jdk, classes, countsDir, program, jvmArgs...)
					cmd.Args[slices.Index(cmd.Args, "p.Main")] = "f.F"
					if got := run(t, cmd); got.exit != 0 || got.stdout != "" ||
						(got.stderr == "") != (program != "forbidden") {
						t.Errorf("%+v", got)
					}
					got := onlyFile(t, countsDir)
					if got.FramesMissing != (program == "forbidden") {
						t.Errorf("frames missing: %v", got.FramesMissing)
					}
					if got, want := userFrames(t, got.Frames), markedFrames(t, program); !reflect.DeepEqual(got, want) {
						t.Errorf("got  %v\nwant %v", got, want)
					}
				})
			}
		})
	}
}

// buildFrames compiles frameProgram and returns the class path.
func buildFrames(t *testing.T, jdk jtest.JDK, dir string) string {
	t.Helper()
	counted := FileCounters{Method: "F", N: 3}
	counted.Lambdas = true
	sources := []string{frameProgram, "testdata/programs/q/Q.java"}
	for _, c := range []Class{
		{Package: "f", Name: "__Counter00000006", CountsDir: dir, ID: probe.ID{6}, Files: []FileCounters{counted}},
		{Package: "q", Name: "__Counter00000002", CountsDir: dir, ID: idQ,
			Files: []FileCounters{{Method: "Q", N: 300}}},
	} {
		path := filepath.Join(dir, c.Package, c.Name+".java")
		write(t, path, Source(c))
		sources = append(sources, path)
	}
	classes := filepath.Join(dir, "classes")
	javac(t, jdk, append([]string{"-nowarn", "-Xlint:none", "-d", classes}, sources...)...)
	return classes
}

// onlyFile reads the only file of counts in a folder, which must be whole.
func onlyFile(t *testing.T, dir string) *counts.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) != 1 || !strings.HasSuffix(names[0], WholeSuffix) {
		t.Fatalf("files %q, %v", names, err)
	}
	r, err := os.Open(names[0])
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	f, err := counts.Read(r, names[0])
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// userFrames counts the frames of the classes of f, with lambdas that have no numbers. All others must be the
// platform's.
func userFrames(t *testing.T, frames []counts.Frame) map[string]uint32 {
	t.Helper()
	times := map[string]uint32{}
	for _, fr := range frames {
		switch {
		case strings.HasPrefix(fr.Class, "f."):
			times[describe(fr)] += fr.Times
		case !strings.HasPrefix(fr.Class, "sun."), strings.Contains(fr.Class, "__Counter"):
			t.Errorf("a frame of %s", fr.Class)
		}
	}
	return times
}

func describe(fr counts.Frame) string {
	for _, name := range []*string{&fr.Method, &fr.CalledMethod} {
		*name = lambdaNumber.ReplaceAllString(*name, "$1")
	}
	fr.CalledClass, _, _ = strings.Cut(fr.CalledClass, "/") // f.F$$Lambda/0x00007f3b2c0009f0
	fr.CalledClass = proxyNumber.ReplaceAllString(fr.CalledClass, "$$$$Lambda")
	return fmt.Sprintf("%d: %s.%s > %s.%s", fr.Line, fr.Class, fr.Method, fr.CalledClass, fr.CalledMethod)
}

// markedFrames returns the frames that the marks of a program expect.
func markedFrames(t *testing.T, program string) map[string]uint32 {
	t.Helper()
	r, err := os.Open(frameProgram)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	times := map[string]uint32{}
	s := bufio.NewScanner(r)
	for line := int32(1); s.Scan(); line++ {
		m := frameMark.FindStringSubmatch(s.Text())
		if m == nil || m[1] != program {
			continue
		}
		fr := counts.Frame{Class: "f." + m[2], Method: m[3], Line: line, CalledClass: m[4], CalledMethod: m[5]}
		if _, err := fmt.Sscan(m[6], &fr.Times); err != nil {
			t.Fatal(err)
		}
		times[describe(fr)] += fr.Times
	}
	return times
}
