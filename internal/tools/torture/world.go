//go:build linux

package main

import (
	"bytes"
	"encoding/json"
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

	"jprof/internal/jtest"
)

// mark is the environment variable by which the processes of a world are found.
const mark = "JPROF_TORTURE"

// world is a project with one finished run, and folders of its own for all that jprof writes elsewhere.
type world struct {
	jprof   string
	dir     string // of the world
	project string
	store   string   // URL of an empty store
	vars    []string // of the environment, beside those of all worlds
	wrap    []string // the program that starts jprof, with its arguments; empty for none
	build   []string
	run     string // the ID of the finished run
	lcov    []byte // its counts
}

// gradleBuild runs the demonstration project in a JVM of its own, without libraries.
const gradleBuild = `apply plugin: 'application'
mainClassName = 'demo.calc.Main'
run { args '1+1' }
`

// newWorld lays out the demonstration project, and builds it once. build is the command after jprof.
func (t *torture) newWorld(name string, build ...string) (*world, error) {
	w := &world{jprof: t.jprof, dir: filepath.Join(t.work, name), build: build}
	w.project, w.store = filepath.Join(w.dir, "project"), "file://"+filepath.Join(w.dir, "store")
	if err := os.RemoveAll(w.dir); err != nil {
		return nil, err
	}
	err := errors.Join(os.CopyFS(w.project, os.DirFS(filepath.Join(t.top, "testdata", "demo"))),
		os.MkdirAll(filepath.Join(w.dir, "tmp"), 0o700), os.MkdirAll(filepath.Join(w.dir, "store"), 0o700),
		jtest.QuickTests(filepath.Join(w.project, "pom.xml")))
	if err == nil && build[0] == "gradle" {
		bin, missing := jtest.Gradle(t.top, jtest.Gradles[len(jtest.Gradles)-1])
		w.vars = []string{"PATH=" + bin + string(filepath.ListSeparator) + os.Getenv("PATH")}
		err = errors.Join(missing, os.Remove(w.path("pom.xml")),
			os.WriteFile(w.path("settings.gradle"), []byte("rootProject.name = 'calc'\n"), 0o666),
			os.WriteFile(w.path("build.gradle"), []byte(gradleBuild), 0o666))
	}
	if err != nil {
		return nil, err
	}
	if _, err := w.do(build...); err != nil {
		return nil, err
	}
	list, err := w.runs()
	if err == nil && len(list) != 1 {
		err = fmt.Errorf("%d runs after the first build", len(list))
	}
	if err != nil {
		return nil, err
	}
	w.run = list[0].ID
	w.lcov, err = w.counts(w.run)
	return w, err
}

// download builds the demonstration project once, so that Maven has what the builds of worlds need: these are offline.
func (t *torture) download() error {
	w := &world{jprof: t.jprof, dir: filepath.Join(t.work, "download")}
	w.project = filepath.Join(w.dir, "project")
	err := errors.Join(os.RemoveAll(w.dir), os.CopyFS(w.project, os.DirFS(filepath.Join(t.top, "testdata", "demo"))),
		os.MkdirAll(filepath.Join(w.dir, "tmp"), 0o700), jtest.QuickTests(filepath.Join(w.project, "pom.xml")))
	if err == nil {
		_, err = w.do("mvn", "-B", "-q", "test")
	}
	return err
}

// path returns the path of a file of the project.
func (w *world) path(name string) string { return filepath.Join(w.project, name) }

// variable returns the mark of this world.
func (w *world) variable() string { return mark + "=" + filepath.Base(w.dir) }

// command returns a jprof in the project, in a process group of its own.
func (w *world) command(args ...string) *exec.Cmd {
	line := slices.Concat(w.wrap, []string{w.jprof}, args)
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Dir = w.project
	cmd.Env = append(os.Environ(), w.variable(), "XDG_CACHE_HOME="+filepath.Join(w.dir, "cache"),
		"TMPDIR="+filepath.Join(w.dir, "tmp"), "MAVEN_OPTS="+jtest.QuickMaven, "NO_COLOR=1")
	cmd.Env = append(cmd.Env, w.vars...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// hang is the time after which a command is taken for one that never ends.
const hang = 5 * time.Minute

// end waits for a command that was started, and returns its exit code: 128 and more for a signal.
func end(cmd *exec.Cmd) (int, error) {
	timer := time.AfterFunc(hang, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	err := cmd.Wait()
	if !timer.Stop() {
		return 0, fmt.Errorf("%v does not end", cmd.Args)
	}
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case ok && status.Signaled():
		return 128 + int(status.Signal()), nil
	case cmd.ProcessState.Exited():
		return cmd.ProcessState.ExitCode(), nil
	}
	return 0, err
}

// try runs jprof, and returns what it has printed.
func (w *world) try(args ...string) (out, messages []byte, code int, err error) {
	var stdout, stderr bytes.Buffer
	cmd := w.command(args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		return nil, nil, 0, err
	}
	code, err = end(cmd)
	return stdout.Bytes(), stderr.Bytes(), code, err
}

// do runs jprof, which must succeed.
func (w *world) do(args ...string) ([]byte, error) {
	out, messages, code, err := w.try(args...)
	if err == nil && code != 0 {
		err = fmt.Errorf("jprof %s: exit code %d\n%s%s", strings.Join(args, " "), code, out, messages)
	}
	return out, err
}

// listed is a run in the list of jprof runs.
type listed struct{ ID, Outcome string }

// runs lists the runs of the project. Any message of jprof is a fault.
func (w *world) runs() ([]listed, error) {
	out, messages, code, err := w.try("runs", "--json")
	if err != nil || code != 0 || len(messages) > 0 {
		return nil, errors.Join(err, fmt.Errorf("jprof runs: exit code %d, %s", code, messages))
	}
	var document struct{ Runs []listed }
	err = json.Unmarshal(out, &document)
	return document.Runs, err
}

// counts returns the counts of a run, as an LCOV file without the names of runs.
func (w *world) counts(run string) ([]byte, error) {
	out, err := w.do("export", "--format", "lcov", "-o", "-", "--run", run)
	return withoutNames(out), err
}

// nameLine matches a line with the name of a run in an LCOV file.
var nameLine = regexp.MustCompile(`(?m)^TN:.*\n`)

func withoutNames(lcov []byte) []byte { return nameLine.ReplaceAll(lcov, nil) }

// sameCounts checks that a run has the counts of the first one.
func (w *world) sameCounts(run string) error {
	got, err := w.counts(run)
	if err != nil {
		return err
	}
	return w.same(run, got)
}

// same checks that counts of a run are those of the first one.
func (w *world) same(run string, got []byte) error {
	if !bytes.Equal(got, w.lcov) {
		return fmt.Errorf("run %s has other counts than the first: %d bytes, of %d", run, len(got), len(w.lcov))
	}
	return nil
}

// buildEqual builds the project again: that run must be ok, and have the counts of the first one.
func (w *world) buildEqual() error {
	if _, err := w.do(w.build...); err != nil {
		return err
	}
	list, err := w.runs()
	if err != nil {
		return err
	}
	if len(list) == 0 || list[0].Outcome != "ok" {
		return fmt.Errorf("after a build, the runs are %v", list)
	}
	return w.sameCounts(list[0].ID)
}
