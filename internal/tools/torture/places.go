//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// place is a way in which the surroundings of a build differ.
type place struct {
	name string
	// set makes it so in a world that has one run. It adds what undoes that.
	set func(t *torture, w *world, undo *[]func() error) error
	// refused says that a build cannot work there: it fails, and names the file.
	refused bool
	// lacks says that it may also fail, and name the file.
	lacks bool
	// says is in the message where no file can be named, or where counts are not used.
	says string
	// without says that the build passes, and its run has no counts.
	without bool
	// added matches the record of a class that it adds, among the counts as LCOV.
	added *regexp.Regexp
}

var places = []place{
	{name: "the cache on another file system",
		set: onMemory(func(w *world) string { return filepath.Join(w.dir, "cache") })},
	{name: "temporary files on another file system",
		set: onMemory(func(w *world) string { return filepath.Join(w.dir, "tmp") })},
	{name: "the runs on another file system", set: onMemory(func(w *world) string { return w.path(".jprof") })},
	{name: "a project that is read-only", set: readOnly(func(w *world) string { return w.project }), refused: true},
	{name: "a cache that is read-only",
		set: readOnly(func(w *world) string { return filepath.Join(w.dir, "cache") }), refused: true},
	{name: "a home that is read-only, and no variable for the cache", set: homeOnly(true), refused: true},
	{name: "no home", set: homeOnly(false), refused: true, says: "hint: set JPROF_CACHE to a folder"},
	{name: "file systems without locks", set: noLocks, lacks: true},
	{name: "names of 255 bytes, and paths of 3,500", set: longNames,
		added: regexp.MustCompile(`SF:.*N\.java\n(?:[^e].*\n)*end_of_record\n`)},
	{name: "a project whose folder has 200 signs of any kind", set: oddFolder},
	{name: "folders in which upper and lower case are the same", set: caseless},
	{name: "clocks of JVMs a day behind", set: clock("-1d"), without: true,
		says: "a JVM that began before this run"},
	{name: "clocks of JVMs a day ahead", set: clock("+1d")},
	{name: "clocks of JVMs that run a thousand times as fast", set: clock("+0 x1000")},
	{name: "a container with 700 MB and a third of a processor", set: container},
}

func placeTrials() []trial {
	var names []string
	for _, p := range places {
		names = append(names, p.name)
	}
	return []trial{{"places", "A build counts the same wherever it runs, or says what is missing",
		"`jprof " + strings.Join(maven, " ") + "`, with " + strings.Join(names, "; "), (*torture).tryPlaces}}
}

// tryPlaces builds a project in each of the places.
func (t *torture) tryPlaces() (string, error) {
	tried, equal := places, 0
	if t.quick {
		tried = slices.Clone(places)
		t.random("places").Shuffle(len(tried), func(i, j int) { tried[i], tried[j] = tried[j], tried[i] })
		tried = tried[:3]
	}
	for _, p := range tried {
		built, err := t.tryPlace(p)
		if err != nil {
			return "", fmt.Errorf("%s: %w", p.name, err)
		}
		if built {
			equal++
		}
	}
	return fmt.Sprintf("%d places: %d builds have the counts of the first, the others say what is missing", len(tried),
		equal), nil
}

// tryPlace builds a project in a place, and reports whether that worked.
func (t *torture) tryPlace(p place) (built bool, err error) {
	w, err := t.newWorld("places", maven...)
	if err != nil {
		return false, err
	}
	var undo []func() error
	defer func() {
		for _, u := range slices.Backward(undo) {
			err = errors.Join(err, u())
		}
	}()
	before := *w
	if err := p.set(t, w, &undo); err != nil {
		return false, err
	}
	_, messages, code, err := w.try(w.build...)
	switch {
	case err != nil:
		return false, err
	case p.refused && code == 0:
		return false, errors.New("the build does not fail")
	case code != 0 && !p.refused && !p.lacks:
		return false, fmt.Errorf("exit code %d: %s", code, messages)
	case code != 0:
		for _, u := range slices.Backward(undo) {
			err = errors.Join(err, u())
		}
		undo = nil
		if p.says == "" || !bytes.Contains(messages, []byte(p.says)) {
			err = errors.Join(err, explains(messages))
		}
		return false, errors.Join(err, before.inspect(nil, false))
	}
	list, err := w.runs()
	if err != nil || len(list) == 0 || list[0].ID == w.run || list[0].Outcome != "ok" {
		return false, errors.Join(err, fmt.Errorf("the runs are %v", list))
	}
	if p.without {
		if !bytes.Contains(messages, []byte(p.says)) {
			err = fmt.Errorf("it does not say %s: %s", p.says, messages)
		}
		return false, err
	}
	got, err := w.counts(list[0].ID)
	if err != nil {
		return false, err
	}
	if p.added != nil {
		if !p.added.Match(got) {
			return false, fmt.Errorf("the run lacks what matches %v", p.added)
		}
		got = p.added.ReplaceAll(got, nil)
	}
	return true, w.same(list[0].ID, got)
}

// onMemory mounts another file system over a folder, which keeps its files.
func onMemory(of func(w *world) string) func(*torture, *world, *[]func() error) error {
	return func(_ *torture, w *world, undo *[]func() error) error {
		dir, kept := of(w), filepath.Join(w.dir, "kept")
		err := os.CopyFS(kept, os.DirFS(dir))
		if err == nil {
			err = mount(undo, "tmpfs", dir, "tmpfs", 0, "")
		}
		if err == nil {
			err = os.CopyFS(dir, os.DirFS(kept))
		}
		return err
	}
}

// readOnly mounts a folder over itself, for reading.
func readOnly(of func(w *world) string) func(*torture, *world, *[]func() error) error {
	return func(_ *torture, w *world, undo *[]func() error) error {
		dir := of(w)
		err := mount(undo, dir, dir, "", syscall.MS_BIND, "")
		if err == nil {
			err = syscall.Mount(dir, dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
		}
		return err
	}
}

// mount mounts something until undo.
func mount(undo *[]func() error, source, dir, kind string, flags uintptr, data string) error {
	err := syscall.Mount(source, dir, kind, flags, data)
	if errors.Is(err, syscall.EPERM) {
		return unable(dir + ": only root can mount")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	*undo = append(*undo, func() error { return syscall.Unmount(dir, syscall.MNT_DETACH) })
	return nil
}

// homeOnly leaves jprof no variable for the cache, and a home that is read-only, or none.
func homeOnly(has bool) func(*torture, *world, *[]func() error) error {
	return func(t *torture, w *world, undo *[]func() error) error {
		w.vars = append(w.vars, "XDG_CACHE_HOME=", "HOME=")
		if !has {
			return nil
		}
		home := filepath.Join(w.dir, "home")
		w.vars = append(w.vars, "HOME="+home)
		return errors.Join(os.Mkdir(home, 0o700), readOnly(func(*world) string { return home })(t, w, undo))
	}
}

// noLocks has each flock fail, as on network file systems without locks.
func noLocks(_ *torture, w *world, _ *[]func() error) error {
	strace, err := strace()
	if err != nil {
		return err
	}
	w.wrap = []string{strace, "-f", "-qqq", "--seccomp-bpf", "-o", os.DevNull, "-e", "trace=flock",
		"-e", "inject=flock:error=ENOLCK"}
	return nil
}

// longNames adds a class to the project whose file has the longest name, in folders that make up a long path.
func longNames(_ *torture, w *world, _ *[]func() error) error {
	const longest = 255
	folder := w.path(filepath.Join("src", "main", "java"))
	segment := strings.Repeat("p", 200)
	var pkg []string
	for len(folder)+len(segment)+1+longest < 3500 {
		folder, pkg = filepath.Join(folder, segment), append(pkg, segment)
	}
	name := strings.Repeat("N", longest-len(".class"))
	text := fmt.Sprintf("package %s;\nclass %s { static int one() { return 1; } }\n", strings.Join(pkg, "."), name)
	return errors.Join(os.MkdirAll(folder, 0o777),
		os.WriteFile(filepath.Join(folder, name+".java"), []byte(text), 0o666))
}

// oddFolder moves the project into a folder with a long name that has blanks, quotes, and letters of other alphabets.
func oddFolder(_ *torture, w *world, _ *[]func() error) error {
	odd := strings.Repeat(`ab 'c" $D;%41&größe日本#`, 6)
	if err := os.Rename(w.project, filepath.Join(w.dir, odd)); err != nil {
		return err
	}
	w.project = filepath.Join(w.dir, odd)
	return nil
}

// caseless has all folders on a file system that finds names in any case, as those of Windows and macOS do.
func caseless(t *torture, w *world, undo *[]func() error) error {
	const python = "/usr/bin/python3" // of the system, as its packages are
	const library = "try: import fusepy\nexcept ImportError: import fuse"
	if exec.Command(python, "-c", library).Run() != nil {
		return unable("no FUSE for Python: apt-get install python3-fusepy")
	}
	cased := w.dir + "-cased"
	err := errors.Join(os.RemoveAll(cased), os.Rename(w.dir, cased), os.Mkdir(w.dir, 0o700))
	if err != nil {
		return err
	}
	cmd := exec.Command(python, filepath.Join(t.top, "testdata", "torture", "casefold.py"), cased, w.dir)
	if err := cmd.Start(); err != nil {
		return err
	}
	*undo = append(*undo, func() error {
		err := syscall.Unmount(w.dir, syscall.MNT_DETACH)
		return errors.Join(err, cmd.Wait(), os.Remove(w.dir), os.Rename(cased, w.dir))
	})
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(w.dir, "PROJECT", "POM.XML")); err == nil {
			return nil
		}
	}
	return errors.New("it is not mounted within a minute")
}

// clock has the JVMs read another time than jprof and the file system.
func clock(offset string) func(*torture, *world, *[]func() error) error {
	return func(_ *torture, w *world, _ *[]func() error) error {
		list, err := filepath.Glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
		if err != nil || len(list) == 0 {
			return unable("no libfaketime: apt-get install faketime")
		}
		w.vars = append(w.vars, "LD_PRELOAD="+list[0], "FAKETIME="+offset, "FAKETIME_DONT_FAKE_MONOTONIC=1")
		return nil
	}
}

// container has the build in a group of processes with little memory and little of the processors.
func container(_ *torture, w *world, undo *[]func() error) error {
	var join []string
	for _, g := range []struct{ folder, file, value string }{
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "700M"},
		{"/sys/fs/cgroup/cpu", "cpu.cfs_quota_us", "33000"},
	} {
		dir := filepath.Join(g.folder, mark)
		err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, g.file), []byte(g.value), 0o644))
		if err != nil {
			return unable(fmt.Sprintf("no group of processes: %v", err))
		}
		*undo = append(*undo, func() error { return os.Remove(dir) })
		join = append(join, "echo $$ > "+filepath.Join(dir, "cgroup.procs"))
	}
	w.wrap = []string{"/bin/sh", "-c", strings.Join(join, " && ") + ` && exec "$0" "$@"`}
	return nil
}
