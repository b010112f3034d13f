//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

// refused are the calls of the system that fail, with the errors that they may give.
var refused = []struct{ call, errors string }{
	{"write", "ENOSPC EIO EDQUOT"},
	{"openat", "ENOSPC EACCES EROFS EMFILE ENFILE EIO"},
	{"renameat", "ENOSPC EXDEV EACCES EROFS EIO"},
	{"mkdirat", "ENOSPC EACCES EROFS EIO"},
	{"unlinkat", "EACCES EROFS EIO EBUSY"},
	{"fchmod", "EPERM EROFS"},
	{"fsync", "EIO ENOSPC"},
	{"flock", "ENOLCK EIO"},
	{"getdents64", "EIO"},
	{"close", "EIO ENOSPC"},
}

func refusalTrials() []trial {
	return []trial{
		{"refuse", "A command that the system refuses something says which file, and what it was", "one call of " +
			"write, open, rename, mkdir, unlink, chmod, fsync, flock, readdir or close fails with a random error, by " +
			"`strace --inject`, in commands that read and write runs", (*torture).refuseCommands},
		{"jvm", "Tests pass where a JVM cannot write its counts, and jprof says that counts are missing",
			"one call of open, write, rename, mkdir or close in the folder for counts fails in the JVM, by " +
				"`LD_PRELOAD`",
			(*torture).refuseJVM},
		{"space", "A build on a full disk is no result, and the runs before it are whole",
			"`jprof " + strings.Join(maven, " ") + "` with the project, the cache or the folder for temporary files " +
				"on a file system of random size", (*torture).refuseSpace},
	}
}

// refuseCommands has one call of the system fail in each of several commands, and checks what they say and leave.
func (t *torture) refuseCommands() (string, error) {
	strace, err := strace()
	if err != nil {
		return "", err
	}
	w, err := t.newWorld("refuse", maven...)
	if err != nil {
		return "", err
	}
	commands := [][]string{
		{"runs", "--json"}, {"report"}, {"check", "--min-lines", "1", "--junit", "gate.xml"},
		{"export", "--format", "lcov", "-o", "out.lcov"}, {"merge", w.run, "-o", "merged.tar.gz"},
		{"push", w.store, w.run}, {"clean"},
	}
	r := t.random("refuse")
	times := t.share(1000, 60)
	hit, failed := 0, 0
	for i := range times {
		args := commands[i%len(commands)]
		rule := refused[r.IntN(len(refused))]
		name := pick(r, strings.Fields(rule.errors))
		inject := fmt.Sprintf("inject=%s:error=%s:when=%d", rule.call, name, 1+r.IntN(1<<r.IntN(6)))
		if err := emptyStore(w); err != nil {
			return "", err
		}
		code, calls, messages, err := w.traced(strace, rule.call, inject, args)
		if bytes.Contains(messages, []byte(ofRuntime)) {
			calls, code = nil, 0
		}
		if len(calls) > 0 {
			hit++
		}
		if err == nil && code != 0 {
			failed++
			if !ofMessage.Match(bytes.Join(calls, nil)) {
				err = explains(messages)
			}
		}
		if err == nil {
			err = w.inspect(nil, false)
		}
		if err != nil {
			return "", fmt.Errorf("seed %d, %d: jprof %v in %s: exit code %d, refused %s: %w", t.seed, i, args, w.dir,
				code, bytes.Join(calls, nil), err)
		}
	}
	return fmt.Sprintf("%d commands with a refused call, of which %d failed, each with the reason; the runs before "+
		"are whole", hit, failed), nil
}

// strace returns the path of the program strace, which must be able to trace.
func strace() (string, error) {
	path, err := exec.LookPath("strace")
	if err != nil {
		return "", unable("no strace: apt-get install strace")
	}
	if out, err := exec.Command(path, "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		return "", unable(fmt.Sprintf("strace true: %v: %s", err, out))
	}
	return path, nil
}

func pick(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

// traced runs jprof, and git where it asks that, under strace. It returns the calls that were refused, at most one in
// each thread.
func (w *world) traced(strace, call, inject string, args []string) (code int, calls [][]byte, messages []byte,
	err error) {
	log := filepath.Join(w.dir, "strace")
	cmd := w.command(args...)
	cmd.Args = append([]string{strace, "-f", "-qqq", "-o", log, "-e", "trace=" + call, "-e", inject,
		cmd.Path}, args...)
	cmd.Path = strace
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		return 0, nil, nil, err
	}
	if code, err = end(cmd); err != nil {
		return 0, nil, nil, err
	}
	text, err := os.ReadFile(log)
	for line := range bytes.Lines(text) {
		if bytes.Contains(line, []byte("(INJECTED)")) {
			calls = append(calls, line)
		}
	}
	return code, calls, stderr.Bytes(), err
}

// ofMessage matches a refused call that may have written the message itself.
var ofMessage = regexp.MustCompile(`write\(2,|write resumed`)

// ofRuntime is the message of a Go program that cannot write to the object by which its own threads wake each other. No
// system refuses that.
const ofRuntime = "runtime: netpollBreak write failed"

// explains checks that a message of jprof is one, and names a file.
func explains(messages []byte) error {
	switch {
	case bytes.Contains(messages, []byte("goroutine ")):
		return fmt.Errorf("panic: %.3000s", messages)
	case len(bytes.TrimSpace(messages)) == 0:
		return errors.New("it fails, and says nothing")
	case !bytes.Contains(messages, []byte("/")) && !bytes.Contains(messages, []byte(".jprof")):
		return fmt.Errorf("no file is named: %s", messages)
	}
	return nil
}

// refuseJVM has one call fail in the JVM of a program, in the folder for its counts.
func (t *torture) refuseJVM() (string, error) {
	w, err := t.newWorld("refuse-jvm", maven...)
	if err != nil {
		return "", err
	}
	library := filepath.Join(w.dir, "refuse.so")
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-O1", "-o", library,
		filepath.Join(t.top, "testdata", "torture", "refuse.c"), "-ldl").CombinedOutput(); err != nil {
		return "", fmt.Errorf("cc: %w\n%s", err, out)
	}
	printed, err := w.do(program...)
	if err != nil {
		return "", err
	}
	list, err := w.runs()
	if err != nil {
		return "", err
	}
	want, err := w.counts(list[0].ID)
	if err != nil {
		return "", err
	}
	r := t.random("refuse-jvm")
	times, less := t.share(200, 12), 0
	for i := range times {
		call := pick(r, []string{"open", "write", "rename", "mkdir", "close"})
		number := pick(r, []string{"ENOSPC", "EIO", "EACCES", "EROFS", "EMFILE", "EXDEV"})
		cmd := w.command(program...)
		cmd.Env = append(cmd.Env, "LD_PRELOAD="+library, "REFUSE_BELOW="+filepath.Join(w.dir, "cache")+"/",
			"REFUSE_CALL="+call, fmt.Sprint("REFUSE_ERROR=", errorNumber(number)),
			fmt.Sprint("REFUSE_AT=", 1+r.IntN(4)))
		var out, messages bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &messages
		if err := cmd.Start(); err != nil {
			return "", err
		}
		code, err := end(cmd)
		if err == nil && (code != 0 || !bytes.Equal(out.Bytes(), printed)) {
			err = fmt.Errorf("the program ends with %d and prints %s", code, out.Bytes())
		}
		var whole bool
		if err == nil {
			whole, err = w.wholeOrSaid(want, messages.Bytes())
		}
		if err != nil {
			return "", fmt.Errorf("seed %d, %d: %s %s in %s: %w\n%s", t.seed, i, call, number, w.dir, err,
				messages.Bytes())
		}
		if !whole {
			less++
		}
	}
	return fmt.Sprintf("%d programs end as without jprof; %d runs lack counts and say so, the others have all", times,
		less), nil
}

// wholeOrSaid reports whether the newest run has all counts. If not, a message must say that some are missing.
func (w *world) wholeOrSaid(want, messages []byte) (bool, error) {
	list, err := w.runs()
	if err != nil || len(list) == 0 {
		return false, errors.Join(err, errors.New("no run"))
	}
	got, err := w.counts(list[0].ID)
	switch {
	case err == nil && bytes.Equal(got, want):
		return true, nil
	case !bytes.Contains(messages, []byte("jprof: ")):
		return false, errors.Join(err, errors.New("counts are missing, and no message says so"))
	}
	return false, nil
}

// errorNumber returns the number of an error of the system.
func errorNumber(name string) int {
	return int(map[string]syscall.Errno{"ENOSPC": syscall.ENOSPC, "EIO": syscall.EIO, "EACCES": syscall.EACCES,
		"EROFS": syscall.EROFS, "EMFILE": syscall.EMFILE, "EXDEV": syscall.EXDEV}[name])
}

// refuseSpace builds with a file system of random size for one of the folders that jprof writes to.
func (t *torture) refuseSpace() (string, error) {
	if os.Geteuid() != 0 {
		return "", unable("only root can mount small file systems")
	}
	r := t.random("space")
	times := t.share(60, 4)
	ok := 0
	for i := range times {
		folder := pick(r, []string{".jprof", "cache", "tmp"})
		kilobytes := 4 << r.IntN(8) // 4 to 512 kB
		built, err := t.buildIn(folder, kilobytes)
		if err != nil {
			return "", fmt.Errorf("seed %d, %d: %d kB for %s: %w", t.seed, i, kilobytes, folder, err)
		}
		if built {
			ok++
		}
	}
	return fmt.Sprintf("%d builds, of which %d had room enough; the others are no result, and say why", times, ok), nil
}

// buildIn builds a project again, with so little room for one of the folders, and reports whether that was enough.
func (t *torture) buildIn(folder string, kilobytes int) (ok bool, err error) {
	w, err := t.newWorld("space", maven...)
	if err != nil {
		return false, err
	}
	dir := filepath.Join(w.dir, folder)
	if folder == ".jprof" {
		dir = w.path(folder)
	}
	used, err := pages(dir)
	if err != nil {
		return false, err
	}
	kept := filepath.Join(w.dir, "kept")
	if err := os.CopyFS(kept, os.DirFS(dir)); err != nil {
		return false, err
	}
	room := fmt.Sprintf("size=%dk", kilobytes+int(used>>10))
	var undo []func() error
	if err := mount(&undo, "tmpfs", dir, "tmpfs", 0, room); err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, undo[0]()) }()
	if err := os.CopyFS(dir, os.DirFS(kept)); err != nil {
		return false, err
	}
	_, messages, code, err := w.try(append(slices.Clone(maven), "-Dmaven.test.failure.ignore=false")...)
	if err != nil {
		return false, err
	}
	if bytes.Contains(messages, []byte("There are test failures")) {
		return false, fmt.Errorf("tests fail: %s", messages)
	}
	if code != 0 {
		if err := explains(messages); err != nil {
			return false, err
		}
	}
	return code == 0, w.inspect(nil, false)
}

// pages returns the bytes of the files below a folder, in whole pages, as a file system in memory has them.
func pages(dir string) (bytes int64, err error) {
	const page = 4096
	err = filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			bytes += (info.Size() + page - 1) / page * page
		}
		return err
	})
	return bytes, err
}
