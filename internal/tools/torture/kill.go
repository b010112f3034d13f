//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// killed is a command that is killed at random moments.
type killed struct {
	args   []string             // with RUN for the first run, and STORE for the store
	in     []string             // the build of its project, maven if it is nil
	before func(w *world) error // prepares it, may be nil
	after  func(w *world) error // checks what it has written, may be nil
	builds bool                 // it makes a run: its JVMs are killed, too
	same   bool                 // that run has the counts of the first one
	// forever is the time in which such a command is ended that never ends by itself.
	forever time.Duration
}

// ending describes a way to end a command.
type ending struct {
	name   string
	signal syscall.Signal
	// of chooses the processes to send the signal to; a negative number is a process group. It returns none where
	// there is no such process at the moment.
	of     func(jprof int, all []process) []int
	others bool // than jprof
}

func endings(builds bool) []ending {
	itself := func(jprof int, _ []process) []int { return []int{jprof} }
	all := []ending{
		{name: "SIGKILL", signal: syscall.SIGKILL, of: itself},
		{name: "SIGTERM", signal: syscall.SIGTERM, of: itself},
		// A terminal sends Ctrl-C to the group in front. Build tools have groups of their own: jprof passes it on.
		{name: "Ctrl-C", signal: syscall.SIGINT, of: func(jprof int, _ []process) []int { return []int{-jprof} }},
	}
	if !builds {
		return all
	}
	tool := func(_ int, all []process) []int { tools, _ := jvms(all); return tools }
	tests := func(_ int, all []process) []int { _, tests := jvms(all); return tests }
	return append(all,
		ending{"SIGKILL of the build tool", syscall.SIGKILL, tool, true},
		ending{"SIGTERM of the build tool", syscall.SIGTERM, tool, true},
		ending{"SIGKILL of JVMs of tests", syscall.SIGKILL, tests, true})
}

// What worlds build and run.
var program = []string{"run", "-cp", "src/main/resources", "-d", "src/main/java", "src/main/java/demo/calc/Main.java",
	"1+1"}
var maven = []string{"mvn", "-o", "-B", "-q", "test"}
var gradle = []string{"gradle", "--offline", "--no-daemon", "-q", "run"}

func killTrials() []trial {
	of := func(promise string, k killed, whole, quick int) trial {
		how := "`jprof " + k.args[0] + "` ends at random moments, by SIGKILL, SIGTERM and Ctrl-C"
		if k.builds {
			how += "; also its build tool and JVMs of tests"
		}
		try := func(t *torture) (string, error) { return t.kill(k, t.share(whole, quick)) }
		return trial{"kill", promise, how, try}
	}
	return []trial{
		of("A build that was killed is no result, and harms none", killed{args: maven, builds: true, same: true}, 300,
			12),
		of("The same for a build by Gradle", killed{args: gradle, in: gradle, builds: true, same: true}, 100, 4),
		of("The same for a program", killed{args: program, builds: true}, 100, 10),
		of("The same for a build that watch has started", killed{args: append([]string{"watch", "--"}, maven...),
			builds: true, same: true, forever: 12 * time.Second}, 60, 3),
		of("A report is the old or the new one", killed{args: []string{"report"}, after: wholeReport}, 100, 15),
		of("An export is the old or the new file", killed{
			args:   []string{"export", "--format", "lcov", "-o", "out.lcov"},
			before: func(w *world) error { return os.WriteFile(w.path("out.lcov"), []byte("old"), 0o666) },
			after:  oldOrNew("out.lcov")}, 100, 15),
		of("A merged run is there as a whole, or not at all", killed{before: remove("merged.tar.gz"),
			args: []string{"merge", "RUN", "-o", "merged.tar.gz"}, after: wholeArchive}, 100, 15),
		of("A gate that was killed has not passed, and its report is a whole file", killed{
			args:   []string{"check", "--min-lines", "1", "--junit", "gate.xml"},
			before: remove("gate.xml"), after: wholeXML("gate.xml")}, 50, 5),
		of("A store has a whole run, or none", killed{
			args: []string{"push", "STORE", "RUN"}, before: emptyStore, after: wholeStore}, 50, 8),
		of("The project has a pulled run as a whole, or not at all", killed{
			args: []string{"pull", "STORE"}, before: fullStore, after: pulled}, 50, 8),
		of("After clean was killed, the next build works", killed{args: []string{"clean", "--all"},
			after: (*world).buildEqual}, 50, 3),
		of("The page leaves no process", killed{args: []string{"ui", "--no-open"}, forever: 2 * time.Second}, 100, 10),
	}
}

// kill starts a command so many times, ends it at a random moment, and checks all promises each time.
func (t *torture) kill(k killed, times int) (string, error) {
	if k.in == nil {
		k.in = maven
	}
	w, err := t.newWorld("kill-"+k.args[0], k.in...)
	if err != nil {
		return "", err
	}
	k.args = w.filled(k.args)
	took, err := w.duration(k)
	if err != nil {
		return "", err
	}
	r, all := t.random(k.args[0]), endings(k.builds)
	slowest, missed := time.Duration(0), 0
	for i := range times {
		e := all[i%len(all)]
		after := time.Duration(float64(took) * 1.1 * r.Float64())
		ended, hit, err := w.killOnce(k, e, after)
		if err != nil {
			return "", fmt.Errorf("seed %d, %d: %s after %v, in %s: %w", t.seed, i, e.name, after, w.dir, err)
		}
		slowest = max(slowest, ended)
		if !hit {
			missed++
		}
	}
	if err := w.buildEqual(); err != nil {
		return "", err
	}
	left, err := w.leftBehind()
	return fmt.Sprintf("%d kills (%d found no process to end), no fault; processes are gone after %.2f s at most; %s",
		times, missed, slowest.Seconds(), left), err
}

// filled returns the arguments of a command with the run and the store of this world.
func (w *world) filled(args []string) (filled []string) {
	for _, a := range args {
		switch a {
		case "RUN":
			a = w.run
		case "STORE":
			a = w.store
		}
		filled = append(filled, a)
	}
	return filled
}

// duration returns the time that the command takes when it is not ended.
func (w *world) duration(k killed) (time.Duration, error) {
	if k.forever > 0 {
		return k.forever, nil
	}
	if k.before != nil {
		if err := k.before(w); err != nil {
			return 0, err
		}
	}
	began := time.Now()
	_, err := w.do(k.args...)
	return time.Since(began), err
}

// killOnce starts the command, and ends it after a time. It reports how long processes lived after that, and whether
// the command was still running.
func (w *world) killOnce(k killed, e ending, after time.Duration) (time.Duration, bool, error) {
	if k.before != nil {
		if err := k.before(w); err != nil {
			return 0, false, err
		}
	}
	known, err := w.runs()
	if err != nil {
		return 0, false, err
	}
	cmd := w.command(k.args...)
	if err := cmd.Start(); err != nil {
		return 0, false, err
	}
	hit, err := w.endAfter(cmd, e, after, k.forever > 0)
	if err != nil {
		return 0, hit, err
	}
	took, err := awaitEnd(w.variable())
	if err == nil {
		_, err = w.runs()
	}
	if err == nil && k.after != nil {
		err = k.after(w)
	}
	if err == nil {
		err = w.inspect(known, k.same)
	}
	return took, hit, err
}

// endAfter ends a command in the given way, where it still runs. One that never ends by itself gets the signal SIGTERM,
// where the process to end was not there.
func (w *world) endAfter(cmd *exec.Cmd, e ending, after time.Duration, forever bool) (hit bool, err error) {
	done := make(chan error)
	go func() { _, err := end(cmd); done <- err }()
	select {
	case err := <-done:
		return false, err
	case <-time.After(after):
	}
	for _, pid := range e.of(cmd.Process.Pid, processes(w.variable())) {
		hit = true
		_ = syscall.Kill(pid, e.signal) // it may have ended
	}
	if forever && (!hit || e.others) {
		_ = cmd.Process.Signal(syscall.SIGTERM)
	}
	return hit, <-done
}

// inspect checks what holds after each end of a command: the first run has its counts, no gate passes on a run that is
// older than one that has begun, and a run that is ok has all counts, or says that some are missing. known lists the
// runs before; same says that a new one has the counts of the first.
func (w *world) inspect(known []listed, same bool) error {
	list, err := w.runs()
	if err != nil || len(list) == 0 {
		return errors.Join(err, fmt.Errorf("%d runs", len(list)))
	}
	newest := list[0]
	if err := w.sameCounts(w.run); err != nil {
		return err
	}
	if newer := len(known) == 0 || newest.ID != known[0].ID; newer && same && newest.Outcome == "ok" {
		if err := w.sameCounts(newest.ID); err != nil {
			return err
		}
	}
	_, messages, gate, err := w.try("check", "--min-lines", "1")
	passes, fails := err == nil && gate == 0, err == nil && gate != 0
	lacks := bytes.Contains(messages, []byte("counts may be missing")) ||
		bytes.Contains(messages, []byte("no counts can be used"))
	if ok := newest.Outcome == "ok"; passes && !ok || fails && ok && !lacks {
		err = fmt.Errorf("the newest run is %v, and jprof check ends with %d: %s", newest, gate, messages)
	}
	return err
}

// leftBehind describes what of jprof is in the folder for temporary files, and checks that clean removes it, with the
// copies in the cache.
func (w *world) leftBehind() (string, error) {
	tmp := filepath.Join(w.dir, "tmp")
	folders, err := os.ReadDir(tmp)
	if err != nil {
		return "", err
	}
	bytes, err := pages(tmp)
	if err != nil {
		return "", err
	}
	if _, err := w.do("clean", "--all"); err != nil {
		return "", err
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		return "", errors.Join(err, fmt.Errorf("jprof clean --all leaves %v in %s", left, tmp))
	}
	if left, err := pages(filepath.Join(w.dir, "cache")); err == nil && left > 1<<20 {
		return "", fmt.Errorf("%d bytes are in the cache after jprof clean --all", left)
	}
	return fmt.Sprintf("%d temporary folders stayed, %.1f kB, which clean removes", len(folders),
		float64(bytes)/1e3), nil
}

func remove(name string) func(*world) error {
	return func(w *world) error {
		if err := os.Remove(w.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
}

// oldOrNew checks a file that had the text "old" before: it has that, or the counts of the newest run.
func oldOrNew(name string) func(*world) error {
	return func(w *world) error {
		got, err := os.ReadFile(w.path(name))
		if err == nil && string(got) != "old" && !bytes.Equal(withoutNames(got), w.lcov) {
			err = fmt.Errorf("%s has %d bytes, of %d", name, len(got), len(w.lcov))
		}
		return err
	}
}

// wholeXML checks that a file is missing, or ends as XML does.
func wholeXML(name string) func(*world) error {
	return func(w *world) error {
		text, err := os.ReadFile(w.path(name))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && !bytes.HasSuffix(bytes.TrimSpace(text), []byte("</testsuites>")) {
			err = fmt.Errorf("%s ends within: %q", name, text)
		}
		return err
	}
}

// wholeArchive checks that a merged run is missing, or opens with the counts of the one that it was made of.
func wholeArchive(w *world) error {
	name := w.path("merged.tar.gz")
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return w.sameCounts(name)
}

// link matches what a page of the report refers to.
var link = regexp.MustCompile(`(?:href|src)="([^"#?:]+)["#?]`)

// wholeReport checks that there is a report, and that it has all files that its pages refer to.
func wholeReport(w *world) error {
	dir := w.path(filepath.Join(".jprof", "report"))
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".html") {
			return err
		}
		page, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !bytes.HasSuffix(bytes.TrimSpace(page), []byte("</html>")) {
			return fmt.Errorf("%s ends within", path)
		}
		for _, m := range link.FindAllSubmatch(page, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), filepath.FromSlash(string(m[1])))); err != nil {
				return fmt.Errorf("%s refers to what is not there: %w", path, err)
			}
		}
		return nil
	})
}

// emptyStore removes what earlier pushes have sent.
func emptyStore(w *world) error {
	dir := strings.TrimPrefix(w.store, "file://")
	return errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700))
}

// wholeStore checks that the store has no run, or one with the counts of the project's. The next push completes it.
func wholeStore(w *world) error {
	_, messages, code, err := w.try("runs", "--in", w.store, "--json")
	if err != nil || code != 0 {
		return errors.Join(err, fmt.Errorf("jprof runs --in: exit code %d, %s", code, messages))
	}
	if _, err := w.do("push", w.store, w.run); err != nil {
		return err
	}
	return w.sameCounts(w.store + "#" + w.run)
}

// fullStore pushes the run, and removes it from the project.
func fullStore(w *world) error {
	dir := w.path(filepath.Join(".jprof", "runs", w.run))
	if _, err := os.Stat(dir); err == nil {
		if _, err := w.do("push", w.store, w.run); err != nil {
			return err
		}
	}
	return os.RemoveAll(dir)
}

// pulled brings the run again where it is not there.
func pulled(w *world) error { _, err := w.do("pull", w.store); return err }
