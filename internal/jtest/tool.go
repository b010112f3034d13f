package jtest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Slow skips the test if go test has the flag -short, as in make check. Tests that start a JVM, a build or a browser
// call it.
func Slow(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("skipped by -short: it starts other programs")
	}
}

// Acceptance skips the test, except under make acceptance. Tests that take long and seldom find a fault call it.
func Acceptance(t testing.TB) {
	t.Helper()
	if os.Getenv("JPROF_ACCEPTANCE") == "" {
		t.Skip("it takes long: make acceptance, or JPROF_ACCEPTANCE=1, runs it")
	}
}

// NeedsTool returns the path of a program on the PATH. It skips the test if the PATH does not have the program.
func NeedsTool(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("no %s on the PATH", name)
	}
	return path
}

// FakeTool writes a shell script in place of a build tool, an executable dir/name, and returns its path. script follows
// the line that names the shell.
func FakeTool(t testing.TB, dir, name, script string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// Forever returns a command for a shell script. The command waits until the process of the tests has ended.
func Forever() string { return fmt.Sprintf("while kill -0 %d; do sleep 0.05; done", os.Getpid()) }

// TreeHash returns a hash of everything in dir: names, kinds, modes, times and contents of files, and targets of links.
func TreeHash(t testing.TB, dir string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %v\n", rel, info.Mode())
		switch info.Mode().Type() {
		case 0:
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(h, "%d %x\n", info.ModTime().UnixNano(), sha256.Sum256(data))
		case fs.ModeSymlink:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(h, "%q\n", target)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil))
}
