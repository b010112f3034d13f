package jtest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// A Recording names a program and the agent that records its contexts. The program runs once. Later tests, of any
// package, take the files from the user's cache, unless the agent, the program, the JDK or an option has changed. Tests
// of code that reads recordings use it. Tests of the agent itself start their own JVMs.
type Recording struct {
	JDK      JDK
	Agent    []byte   // the jar
	Source   string   // the file of the program
	Javac    []string // options of the compiler
	Classes  string   // the folder of the compiled program, in place of Source and Javac
	Main     string
	Settings string // lines of the agent's properties
}

// keptRecordings is the age of the recordings of other agents that are kept.
const keptRecordings = 10 * 24 * time.Hour

// In returns a folder of the test with the files that the agent has written, and the output of the program.
func (r Recording) In(t testing.TB) (dir, printed string) {
	t.Helper()
	agent := sha256.Sum256(r.Agent)
	all := filepath.Join(cacheFolder(t), "recordings")
	kept := filepath.Join(all, hex.EncodeToString(agent[:8]), r.key(t))
	if _, err := os.Stat(kept); errors.Is(err, fs.ErrNotExist) {
		removeOld(t, all, filepath.Dir(kept))
		r.record(t, kept)
	}
	dir = filepath.Join(t.TempDir(), "out")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(kept, "out"))); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(kept, "printed"))
	if err != nil {
		t.Fatal(err)
	}
	return dir, string(text)
}

// key returns a hash of everything that the recording depends on, except the agent.
func (r Recording) key(t testing.TB) string {
	t.Helper()
	h := sha256.New()
	release, err := os.ReadFile(filepath.Join(r.JDK.Home, "release"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	fmt.Fprintf(h, "%q %q %q %q %q %q %q\n", r.JDK.Home, release, filepath.Base(r.Source), r.Javac, r.Main, r.Settings,
		QuickStart)
	root := r.Classes
	if root == "" {
		root = r.Source
	}
	if err := hashFiles(h, root); err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

func hashFiles(h hash.Hash, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		fmt.Fprintf(h, "%q %d\n%s", rel, len(data), data)
		return err
	})
}

// record runs the program and makes the folder of the recording. If another process does so at the same time, the
// folder of the first one is kept.
func (r Recording) record(t testing.TB, kept string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "jprof-recording-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	classes := r.Classes
	if classes == "" {
		classes = filepath.Join(dir, "classes")
		if out, err := r.JDK.Run("javac", append(slices.Clone(r.Javac), "-d", classes, r.Source)...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if err := os.MkdirAll(filepath.Dir(kept), 0o777); err != nil {
		t.Fatal(err)
	}
	whole, err := os.MkdirTemp(filepath.Dir(kept), ".new-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(whole)
	agent, settings, out := filepath.Join(dir, "agent.jar"), filepath.Join(dir, "settings"), filepath.Join(whole, "out")
	text := "out=" + filepath.ToSlash(out) + "\ncoverage=app\n" + r.Settings
	for path, content := range map[string][]byte{agent: r.Agent, settings: []byte(text)} {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// Instrumented code needs three times as much stack.
	args := append(slices.Clone(QuickStart), "-Xss4m", "-javaagent:"+agent+"="+settings, "-cp", classes, r.Main)
	printed, err := exec.Command(r.JDK.Java(), args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.600s", err, printed)
	}
	if err := os.WriteFile(filepath.Join(whole, "printed"), printed, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(whole, kept); err != nil {
		if _, there := os.Stat(kept); there != nil {
			t.Fatal(err)
		}
	}
}

// removeOld removes, when there is a new agent, the recordings of agents to which no test has added one for a while.
func removeOld(t testing.TB, all, current string) {
	t.Helper()
	if _, err := os.Stat(current); err == nil {
		return
	}
	agents, _ := os.ReadDir(all) // there are none at first
	for _, agent := range agents {
		if info, err := agent.Info(); err == nil && time.Since(info.ModTime()) > keptRecordings {
			if err := os.RemoveAll(filepath.Join(all, agent.Name())); err != nil {
				t.Error(err)
			}
		}
	}
}
