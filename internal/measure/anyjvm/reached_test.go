package anyjvm

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/format/reached"
	"jprof/internal/java/attach"
	"jprof/internal/jtest"
	"jprof/internal/measure/agent"
	"jprof/internal/util/term"
)

// TestReached notes which methods run, in a JVM that runs. The newest JDK waits until calls have been taken out.
func TestReached(t *testing.T) {
	systems(t)
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			b := begin(t, jdk)
			v := b.open()
			ctx := context.Background()
			a, _, err := v.Start(ctx, agent.Settings{Coverage: agent.Reached, Change: time.Second}, 0)
			if err != nil {
				t.Fatal(err)
			}
			if a.Classes < 4 || a.Refused > 0 || !a.Reached {
				t.Errorf("%+v", a)
			}
			quiet(t, b.pid())
			begun := time.Now()
			var f *reached.File
			if !jtest.Await(func() bool {
				if a, err = v.Snapshot(ctx); err != nil {
					t.Fatal(err)
				}
				if f, err = reached.Read(a.Stem + reached.Suffix); err != nil {
					t.Fatal(err)
				}
				return len(ran(f)) == 9 && (jdk != jtest.Newest(t) || time.Since(begun) > 5*time.Second)
			}) {
				t.Errorf("%q ran", ran(f))
			}
			checkReached(t, f)
			if !f.Attached || f.PID != uint64(b.pid()) || f.Main != "Busy" || f.Java == "" {
				t.Errorf("%+v", f.JVM)
			}
			if a, err = v.Stop(ctx); err != nil {
				t.Fatal(err)
			}
			if jdk == jtest.Newest(t) && a.Classes != 2 {
				t.Errorf("%d classes still have calls, want 2: all methods of the others ran", a.Classes)
			}
			gone(t, v, a, b.pid())
			b.end()
		})
	}
}

// ran lists the methods that ran.
func ran(f *reached.File) []string {
	var names []string
	for _, c := range f.Classes {
		for _, m := range c.Methods {
			if m.Day > 0 {
				names = append(names, c.Name+"."+m.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// checkReached checks the methods of the program: all ran but one, and those of one class that is not loaded. main and
// work ran before.
func checkReached(t *testing.T, f *reached.File) {
	t.Helper()
	if want := strings.Fields("Busy$1.run Busy$Base.<init> Busy$Boom.<init> Busy$Sub.<init> Busy.fib Busy.main " +
		"Busy.round Busy.thrower Busy.work"); !slices.Equal(ran(f), want) {
		t.Errorf("%q ran, want %q", ran(f), want)
	}
	var names []string
	for _, c := range f.Classes {
		for _, m := range c.Methods {
			if m.Day == 0 {
				names = append(names, c.Name+"."+m.Name+m.Descriptor+" "+strconv.Itoa(m.Line))
			}
		}
	}
	slices.Sort(names)
	const long = "Ljava/util/concurrent/atomic/AtomicLong;"
	if want := []string{"Busy$1.<init>(" + long + long + ")V 50", "Busy.<init>()V 4",
		"Busy.never()V 42"}; !slices.Equal(names, want) {
		t.Errorf("%q did not run, want %q", names, want)
	}
	if today, days := reached.Day(time.Now().Unix()/(24*60*60)), f.Days(); len(days) != 1 ||
		days[0] != today && days[0] != today-1 { // midnight
		t.Errorf("on the days %v", days)
	}
}

// TestRefused names processes that jprof cannot attach to.
func TestRefused(t *testing.T) {
	systems(t)
	jdk := jtest.Newest(t)
	disabled, rs := begin(t, jdk, "-XX:+DisableAttachMechanism"), begin(t, jdk, "-Xrs")
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	for pid, want := range map[int]string{disabled.pid(): "DisableAttachMechanism", rs.pid(): "SIGQUIT",
		os.Getpid(): "is no JVM", gone.Process.Pid: "there is no process"} {
		_, err := attach.Find(pid)
		if err == nil || !strings.Contains(err.Error(), want) || len(term.Hints(err)) == 0 {
			t.Errorf("%v with the hints %q, want %s", err, term.Hints(err), want)
		}
	}
	for _, text := range []string{"", "x", "0", "-1", "12.5"} {
		if pid, err := Parse(text); err == nil {
			t.Errorf("%q is the number %d", text, pid)
		}
	}
	disabled.end()
	rs.end()
}

// TestForeignFolder has others make the folder for the files of jprof.
func TestForeignFolder(t *testing.T) {
	systems(t)
	b := begin(t, jtest.Newest(t))
	p, err := attach.Find(b.pid())
	if err != nil {
		t.Fatal(err)
	}
	for name, make := range map[string]func(dir string) error{
		"link": func(dir string) error { return os.Symlink(t.TempDir(), dir) },
		"open": func(dir string) error { return os.Mkdir(dir, 0o755) },
	} {
		v := &JVM{process: p, base: filepath.Join(t.TempDir(), name)}
		if err := make(v.base); err != nil {
			t.Fatal(err)
		}
		if err := v.openBase(); err == nil || !strings.Contains(err.Error(), "not a private folder") {
			t.Errorf("%s: %v", name, err)
		}
		v.Close()
	}
	v := &JVM{process: p, base: filepath.Join(t.TempDir(), "own")}
	if err := v.openBase(); err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := os.Symlink("/etc/hostname", filepath.Join(v.base, "answer")); err != nil {
		t.Fatal(err)
	}
	if a, err := v.read(filepath.Join(v.base, "answer")); err == nil {
		t.Errorf("a link out of the folder was read: %+v", a)
	}
	if err := v.write(filepath.Join(v.base, "answer"), nil); err == nil {
		t.Error("a link out of the folder was written")
	}
	b.end()
}

// TestBrokenClass has a class that the JVM does not change: it is named, and all others are recorded.
func TestBrokenClass(t *testing.T) {
	systems(t)
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			classes := t.TempDir()
			if out, err := jdk.Run("javac", "-d", classes, "testdata/Broken.java"); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for _, name := range []string{"Gone", "GoneToo"} {
				if err := os.Remove(filepath.Join(classes, "Broken$"+name+".class")); err != nil {
					t.Fatal(err)
				}
			}
			b := started(t, exec.Command(jdk.Java(), "-cp", classes, "Broken"))
			v := b.open()
			for _, coverage := range []agent.Coverage{agent.App, agent.Reached} {
				a, answer, err := v.Start(context.Background(), agent.Settings{Coverage: coverage},
					100*time.Millisecond)
				if err != nil || a.Refused != 1 || a.Classes == 0 {
					t.Fatalf("%+v, %v", a, err)
				}
				if a, err = v.Wait(context.Background(), answer); err != nil {
					t.Fatal(err)
				}
				var lost []string
				if coverage == agent.App {
					c, err := contexts.Collect(a.Out, time.Time{})
					if err != nil {
						t.Fatal(err)
					}
					for _, l := range c.Profile.Source().Head().Losses {
						lost = append(lost, l.Class)
					}
				} else {
					f, err := reached.Read(a.Stem + reached.Suffix)
					if err != nil {
						t.Fatal(err)
					}
					for _, l := range f.Losses {
						lost = append(lost, l.Class)
					}
				}
				if !slices.Equal(lost, []string{"Broken$Bad"}) {
					t.Errorf("%s: %q are named", coverage, lost)
				}
				gone(t, v, a, b.pid())
			}
			if b.end() != 1 {
				t.Error("the program has done nothing")
			}
		})
	}
}
