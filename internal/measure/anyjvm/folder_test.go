package anyjvm

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/reached"
	"jprof/internal/jtest"
	"jprof/internal/measure/agent"
	"jprof/internal/util/term"
)

// folder writes the agent to a folder, moves that, and returns the option for java and the folder that JVMs write to.
func folder(t *testing.T, set agent.Settings) (option, out string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "first")
	options, _, err := agent.Folder(context.Background(), term.New(os.Stderr, os.Getenv), "", "", dir, set)
	if err != nil || len(options) != 1 {
		t.Fatalf("%q, %v", options, err)
	}
	private(t, dir)
	moved := filepath.Join(filepath.Dir(dir), "second ü")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	return strings.Replace(options[0], dir, moved, 1), filepath.Join(moved, "recorded")
}

// TestFolder starts a JVM with the agent of a folder, which was moved, and stops the recording before the JVM ends.
func TestFolder(t *testing.T) {
	systems(t)
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			option, out := folder(t, agent.Settings{Coverage: agent.App, Limit: 1000})
			b := begin(t, jdk, option)
			quietBut(t, b.pid(), 0)
			private(t, out)
			v := b.open()
			a, err := v.Stop(context.Background())
			if err != nil || a.State != "stopped" || a.Out != out {
				t.Fatalf("%+v, %v", a, err)
			}
			b.end()
			if files, err := filepath.Glob(filepath.Join(out, "*.contexts")); err != nil || len(files) != 1 {
				t.Errorf("%q, %v", files, err)
			}
			facts, err := os.ReadFile(a.Stem + ".jvm")
			if err != nil || !strings.HasPrefix(string(facts), "main=Busy\n") {
				t.Errorf("%q, %v", facts, err)
			}
		})
	}
}

// TestFolderReached starts a program with the agent that notes which methods run, and says who it is.
func TestFolderReached(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			option, out := folder(t, agent.Settings{Coverage: agent.Reached})
			classes := compile(t, jdk)
			for _, env := range []string{"test", "production"} {
				cmd := exec.Command(jdk.Java(), append(slices.Clone(jtest.QuickStart), option, "-Djprof.app=shop",
					"-cp", classes, "Busy", "2")...)
				cmd.Env = append(os.Environ(), "JPROF_APP=other", "JPROF_ENV="+env, "JPROF_VERSION=1.2",
					"JPROF_HOST=h", "JPROF_COUNTS="+t.TempDir())
				if text, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(text), "never\nrounds ") {
					t.Fatalf("%v: %s", err, text)
				}
			}
			files, problems, err := reached.ReadDir(out)
			if err != nil || len(problems) > 0 || len(files) != 2 {
				t.Fatalf("%d files, %v, %v", len(files), problems, err)
			}
			for _, f := range files {
				if f.App != "shop" || f.Version != "1.2" || f.Host != "h" || f.Instance == "" || f.Attached ||
					f.Snapshot {
					t.Errorf("%+v", f.JVM)
				}
			}
			if files[0].Env == files[1].Env {
				t.Errorf("both have the environment %s", files[0].Env)
			}
			set := reached.Join(files)
			if len(set.JVMs) != 2 || len(set.Days()) != 1 {
				t.Errorf("%+v on %v", set.JVMs, set.Days())
			}
			if err := set.AddJar(classes); err != nil {
				t.Fatal(err)
			}
			var not []string
			for _, c := range set.Classes {
				if len(c.SHA) != 64 || c.Source != "Busy.java" || !strings.Contains(c.Place, filepath.Base(classes)) {
					t.Errorf("%+v", c)
				}
				for _, m := range c.Methods {
					if m.Day == 0 {
						not = append(not, c.Name+"."+m.Name)
					}
				}
				if c.Loaded == (c.Name == "Busy$Unloaded") {
					t.Errorf("%s is loaded: %v", c.Name, c.Loaded)
				}
			}
			want := []string{"Busy.<init>", "Busy$Unloaded.<init>", "Busy$Unloaded.nothing"}
			if !slices.Equal(not, want) {
				t.Errorf("%q did not run, want %q", not, want)
			}
		})
	}
}
