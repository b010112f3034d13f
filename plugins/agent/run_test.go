package agent

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/recordfile"
	"jprof/internal/jtest"
)

// TestPrograms runs programs on each JDK and compares calls by context.
func TestPrograms(t *testing.T) {
	const noRoom = "calls lost: "
	opens := []string{"--add-opens=java.base/java.lang=ALL-UNNAMED"}
	tests := []struct {
		program
		from    int // the first release of Java
		exit    int
		calls   map[string]uint64 // some of the contexts
		stopped uint64            // activations
		problem string            // the text of the only one
		maybe   bool              // or there is none: it depends on frames, and so on the compiler
		nodes   int               // all of them, 0 for any number
		trees   int               // of threads that came one after the other, or at the same time; 0 for any number
	}{
		{program: program{name: "threads", options: []string{"-Xverify:all"}}, calls: map[string]uint64{
			"even-N/Main.lambda$threads/Main.loop/Main.work": 400_000,
			"odd/Main.lambda$threads/Main.loop/Main.work":    400_000,
		}},
		{program: program{name: "reuse"}, calls: map[string]uint64{"short-N/Main.work": 2000}, trees: 10},
		{program: program{name: "names"}, calls: map[string]uint64{
			"thread aa/Main.work": 1, "(others)/Main.work": 26*4 - 63}},
		{program: program{name: "virtual"}, from: 21, calls: map[string]uint64{
			"(virtual)/Main.slowly": 100_000, "(virtual)/Main.slowly/Main.work": 100_000,
			"(virtual)/Main.slowly/Main.leaf": 100_000}, trees: 20},
		{program: program{name: "deep"},
			calls: map[string]uint64{"deep/Main.lambda$deep/Main.down": 1}, nodes: 100_004},
		{program: program{name: "deep", settings: []string{"recursion=folded"}},
			calls: map[string]uint64{"deep/Main.lambda$deep/Main.down": 100_001}, nodes: 4},
		{program: program{name: "exit"}, exit: 3,
			calls: map[string]uint64{"main/Main.main/Main.exit/Main.exit/Main.exit/Main.exit": 1}, stopped: 5},
		{program: program{name: "exit", settings: []string{"recursion=folded"}}, exit: 3,
			calls: map[string]uint64{"main/Main.main/Main.exit": 4}, stopped: 5},
		// A stack trace of the JVM ends at 1,024 frames.
		{program: program{name: "exitDeep"}, exit: 3,
			calls: map[string]uint64{"main/Main.main/Main.exit/Main.exit/Main.exit/Main.exit": 1}, stopped: 3002},
		{program: program{name: "exitDeep", settings: []string{"recursion=folded"}}, exit: 3,
			calls: map[string]uint64{"main/Main.main/Main.exit": 3001}, stopped: 3002},
		{program: program{name: "halt"}, exit: 4, calls: map[string]uint64{"main/Main.main/Main.work": 1}, stopped: 1},
		{program: program{name: "stackEnd"}, calls: map[string]uint64{"main/Main.main/Main.stackEnd/Main.work": 3},
			problem: noRoom, maybe: true},
		{program: program{name: "outOfMemory", options: []string{"-Xmx64m"}},
			calls:   map[string]uint64{"main/Main.main/Main.outOfMemory/Main.work": 1},
			problem: noRoom},
		{program: program{name: "loaders osgi pool garbage hooks"}, calls: map[string]uint64{
			"main/Main.main/Main.loaders/Task.run/Task.step":                                                      3,
			"main/Main.main/Main.loaders/Task.run/Task.step/Task.step":                                            3,
			"hook/Main.lambda$hooks/Main.work":                                                                    1,
			"holds N/Main$1.run/Main.work":                                                                        10,
			"pool-N-thread-N/Main.lambda$pool":                                                                    5,
			"pool-N-thread-N/Main.lambda$pool/Main.work":                                                          5,
			"pool-N-thread-N/Main.lambda$pool/Main.make/Main.leaf":                                                5,
			"pool-N-thread-N/Main.lambda$pool/Main.make/Main$Derived.<init>":                                      5,
			"pool-N-thread-N/Main.lambda$pool/Main.make/Main$Derived.<init>/Main$Derived.<init>":                  5,
			"pool-N-thread-N/Main$Derived.<init>":                                                                 5,
			"pool-N-thread-N/Main$Derived.<init>/Main$Derived.<init>/Main$Base.<init>":                            5,
			"pool-N-thread-N/Main.lambda$pool/Main.make/Main$Derived.<init>/Main$Derived.<init>/Main$Base.<init>": 5}},
		{program: program{name: "outside"}, calls: outside},
		{program: program{name: "daemon"},
			calls: map[string]uint64{"waiting/Main.lambda$daemon/Main.waiting/Main.work": 1}, stopped: 2},
		{program: program{name: "locals", options: opens}, from: 9, calls: map[string]uint64{
			"erased/Main.lambda$locals/Main.erase/Main.work": 10, "other/Main.work": 1280}},
		{program: program{name: "reuse", settings: []string{"exclude=p.*"}}, calls: map[string]uint64{}, nodes: 0},
		{program: program{name: "osgi", settings: []string{"include=p.Task"}}, calls: map[string]uint64{
			"main/Task.<init>": 1, "main/Task.run/Task.step/Task.step/Task.step": 1}, nodes: 5},
	}
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			for _, tt := range tests {
				// The JVM ends the path of the agent at the first =.
				name := strings.ReplaceAll(strings.Join(append([]string{tt.name}, tt.settings...), " "), "=", " ")
				t.Run(name, func(t *testing.T) {
					if jdk.Version < tt.from {
						t.Skipf("it is for Java %d and later", tt.from)
					}
					out := filepath.Join(t.TempDir(), "größe \"x\"")
					got := run(t, tt.command(t, jdk, out))
					if got.exit != tt.exit || got.stderr != "" ||
						(tt.exit == 0) != (got.stdout == "end of "+strings.ReplaceAll(tt.name, " ", "\nend of ")+"\n") {
						t.Errorf("%+v, want exit status %d", got, tt.exit)
					}
					r := collect(t, out)
					for path, n := range tt.calls {
						if r.calls[path] != n {
							t.Errorf("%s has %d calls, want %d", path, r.calls[path], n)
						}
					}
					if stopped := r.Profile.Source().Head().Stopped; stopped != tt.stopped {
						t.Errorf("%d activations have not ended, want %d", stopped, tt.stopped)
					}
					if tt.nodes > 0 && r.nodes != tt.nodes || len(tt.calls) == 0 && r.nodes > 0 {
						t.Errorf("%d contexts, want %d", r.nodes, tt.nodes)
					}
					if n := trees(t, out); tt.trees > 0 && (n == 0 || n > tt.trees) {
						t.Errorf("%d trees, want at most %d", n, tt.trees)
					}
					if none := len(r.Lacks()) == 0; !(none && tt.maybe) && ((tt.problem == "") != none ||
						!strings.Contains(strings.Join(r.Lacks(), "\n"), tt.problem)) {
						t.Errorf("problems %q, want %q", r.Lacks(), tt.problem)
					}
					if t.Failed() {
						t.Logf("contexts %v", r.calls)
					}
				})
			}
		})
	}
}

// trees counts the trees in the file of a JVM.
func trees(t *testing.T, out string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(out, "*.contexts"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	f, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := recordfile.NewReader(f, files[0], recordfile.Contexts)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; ; {
		d, err := r.Item()
		if errors.Is(err, io.EOF) {
			return n
		}
		if err != nil {
			t.Fatal(err)
		}
		if d.Uint8() == 'T' && d.Uint8() == 0 {
			n++
		}
	}
}

// TestLimit has the sums of all methods whatever the limit.
func TestLimit(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			var all recorded
			for _, limit := range []string{"2000000", "1000", "3"} {
				out := t.TempDir()
				got := run(t, program{name: "many", settings: []string{"limit=" + limit}}.command(t, jdk, out))
				if got != (result{0, "end of many\n", ""}) {
					t.Fatalf("%+v", got)
				}
				r := collect(t, out)
				if limit == "2000000" {
					all = r
					if r.nodes != 4096+4095+31+2 || r.Profile.Source().Head().Lost != 0 {
						t.Errorf("%d contexts, %d calls lost", r.nodes, r.Profile.Source().Head().Lost)
					}
					continue
				}
				if !reflect.DeepEqual(r.byMethod(), all.byMethod()) {
					t.Errorf("limit %s: calls %v, want %v", limit, r.byMethod(), all.byMethod())
				}
				if limit == "1000" && r.nodes != 1000 || limit == "3" && r.nodes != 3 {
					t.Errorf("limit %s: %d contexts", limit, r.nodes)
				}
			}
		})
	}
}

// TestKill kills a JVM: what it did until the last snapshot is there.
func TestKill(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			out := t.TempDir()
			cmd := program{name: "kill"}.command(t, jdk, out)
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			line, err := bufio.NewReader(stdout).ReadString('\n')
			if err != nil || line != "ready\n" {
				t.Errorf("%q, %v", line, err)
			}
			const work = "main/Main.main/Main.kill/Main.work"
			if !jtest.Await(func() bool { return collect(t, out).calls[work] == 1 }) {
				t.Error("no snapshot")
			}
			cmd.Process.Kill()
			cmd.Wait()
			r := collect(t, out)
			if r.calls[work] != 1 || len(r.Lacks()) != 1 || r.Lacks()[0] != "JVMs killed: 1" {
				t.Errorf("%d calls, problems %q", r.calls[work], r.Lacks())
			}
		})
	}
}

// TestRefused runs programs where the agent cannot work: they run, and a line says why nothing is recorded.
func TestRefused(t *testing.T) {
	jdk := jtest.Newest(t)
	missing := filepath.Join(t.TempDir(), "missing.properties")
	empty := filepath.Join(t.TempDir(), "empty.properties")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for settings, want := range map[string]string{
		missing: "missing.properties", empty: "must name the folder for the contexts", "": "names no properties file"} {
		cmd := program{name: "osgi"}.plain(t, jdk, strings.TrimSuffix("-javaagent:"+jar(t)+"="+settings, "="))
		got := run(t, cmd)
		if got.exit != 0 || got.stdout != "end of osgi\n" || strings.Count(got.stderr, "\n") != 1 ||
			!strings.HasPrefix(got.stderr, "jprof: contexts of this JVM are not recorded: ") ||
			!strings.Contains(got.stderr, want) {
			t.Errorf("%q: %+v", settings, got)
		}
	}
}

// TestTwice gives the agent to a JVM twice: by its own options and by JAVA_TOOL_OPTIONS.
func TestTwice(t *testing.T) {
	jdk := jtest.Newest(t)
	out := t.TempDir()
	cmd := program{name: "osgi"}.command(t, jdk, out)
	for _, arg := range cmd.Args {
		if strings.HasPrefix(arg, "-javaagent:") {
			cmd.Env = append(cmd.Env, "JAVA_TOOL_OPTIONS="+arg)
		}
	}
	got := run(t, cmd)
	if got.exit != 0 || regexp.MustCompile(`(?m)^Picked up .*\n`).ReplaceAllString(got.stderr, "") != "" {
		t.Errorf("%+v", got)
	}
	if r := collect(t, out); r.calls["main/Main.main"] != 1 || r.Profile.Source().Head().JVMs != 1 {
		t.Errorf("contexts %v of %d JVMs", r.calls, r.Profile.Source().Head().JVMs)
	}
}

// TestEnvironment has the environment name the folder.
func TestEnvironment(t *testing.T) {
	jdk := jtest.Newest(t)
	out, other := t.TempDir(), t.TempDir()
	cmd := program{name: "osgi"}.command(t, jdk, out)
	cmd.Env = append(cmd.Env, "JPROF_COUNTS="+other)
	start := time.Now()
	if got := run(t, cmd); got.exit != 0 {
		t.Fatalf("%+v", got)
	}
	if files, err := os.ReadDir(out); err != nil || len(files) > 0 {
		t.Errorf("files %v, %v", files, err)
	}
	about := collect(t, other).Profile.Source().Head().About
	if about.JVMs != 1 || about.Start.Before(start.Truncate(time.Millisecond)) || about.Start.After(time.Now()) {
		t.Errorf("%+v, started at %v", about, start)
	}
}

// TestFindIsLarge keeps the method that searches children too large for HotSpot to inline, without which it does not
// inline its caller, the hot path.
func TestFindIsLarge(t *testing.T) {
	jdk := jtest.Newest(t)
	out, err := jdk.Run("javap", "-c", "-p", "-cp", jar(t), "java.lang.JprofNode")
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, code, _ := strings.Cut(string(out), " find(int, int);")
	code, _, _ = strings.Cut(code, "Exception table:")
	last := regexp.MustCompile(`(?m)^ +([0-9]+): `).FindAllStringSubmatch(code, -1)
	if len(last) == 0 {
		t.Fatalf("no find in %s", out)
	}
	if n, err := strconv.Atoi(last[len(last)-1][1]); err != nil || n < 330 {
		t.Errorf("it has %d bytes of code, want more than the 325 that HotSpot inlines", n)
	}
}

// TestJava8 checks that all classes of the jar are for Java 8.
func TestJava8(t *testing.T) {
	r, err := zip.OpenReader(jar(t))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n := 0
	for _, f := range r.File {
		if !strings.HasSuffix(f.Name, ".class") {
			continue
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var head struct {
			Magic        uint32
			Minor, Major uint16
		}
		if err := binary.Read(in, binary.BigEndian, &head); err != nil || head.Magic != 0xCAFEBABE || head.Major > 52 {
			t.Errorf("%s: %+v, %v", f.Name, head, err)
		}
		in.Close()
		n++
	}
	if n < 100 {
		t.Errorf("%d classes", n)
	}
}

// outside are contexts where the platform makes objects whose superclasses, of the platform too, fail.
var outside = map[string]uint64{
	"main/Main.main/Outside.run/Outside.caught/Main.work":                                             2,
	"main/Main.main/Outside.run/Outside.caught/Outside$Failing.<init>/Main.leaf":                      1,
	"main/Main.main/Outside.run/Outside.swallowed/Outside$Failing.<init>":                             1,
	"main/Main.main/Outside.run/Outside.swallowed/Outside$Twice.<init>":                               1,
	"main/Main.main/Outside.run/Outside.swallowed/Outside$Twice.<init>/Outside$Twice.<init>":          1,
	"main/Main.main/Outside.run/Outside.swallowed/Main.leaf":                                          1,
	"main/Main.main/Outside.run/Outside.swallowed/Main.work":                                          2,
	"main/Main.main/Outside.run/Outside.called/Main.work":                                             1,
	"main/Main.main/Outside.run/Outside.called/Outside$Copy.<init>/Main.work":                         2,
	"main/Main.main/Outside.run/Outside.called/Outside$Copy.<init>/Outside$Key.hashCode":              8,
	"main/Main.main/Outside.run/Outside.called/Outside.copy/Outside$Copy.<init>/Outside$Key.hashCode": 4,
	"main/Main.main/Outside.run/Outside.called/Outside.copy/Main.work":                                1,
	"pool-N-thread-N/Outside$Failing.<init>":                                                          3,
	"pool-N-thread-N/Outside$Failing.<init>/Main.leaf":                                                3,
	"pool-N-thread-N/Outside$Twice.<init>":                                                            3,
	"pool-N-thread-N/Main.work":                                                                       3,
	"pool-N-thread-N/Outside.caught/Main.work":                                                        6,
}
