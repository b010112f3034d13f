package main

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"jprof/internal/jtest"
)

// endedItself is the value of outcome.Ended if no test was left when the JVM ended.
const endedItself = "done"

// outcome is the result of running tests in a JVM.
type outcome struct {
	Ended   string // endedItself, or the reason why the JVM ended early
	Seconds float64
	CPU     float64  // seconds of the JVM
	results []result // in the order in which the tests ended
	// containers lists the classes, methods and others whose set-up has failed.
	containers []container
	under      string // the identifier of the test that ran when the JVM ended, or ""
}

// result is the result of a test.
type result struct {
	test
	status string // passed, failed, aborted, skipped
	why    string
}

type container struct{ id, class, why string }

// A JVM that says nothing for this time, plus the time of the test without a change, is taken to hang. The time is
// counted in ticks. So it does not include time in which the whole machine stood still, and it takes longer if other
// processes use most of the machine: see busy.
const (
	tick    = 100 * time.Millisecond
	silence = 25 * time.Second
	factor  = 10
	// patience is for tests whose time is not known yet.
	patience = 10 * time.Minute
)

// runTests runs the tests of all classes, or only the chosen methods, with the classes of a folder. limit is the time
// of each test without a change.
func (p *place) runTests(b *baseline, classes string, chosen []string, limit map[string]float64) (*outcome, error) {
	list := filepath.Join(classes, "tests.txt")
	lines := slices.Concat(b.chosenClasses(chosen), chosen)
	for _, name := range p.without {
		lines = append(lines, "-"+name)
	}
	if err := os.WriteFile(list, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
		return nil, err
	}
	tmp := filepath.Join(classes, "tmp") // tests that fail leave files
	if err := os.MkdirAll(tmp, 0o777); err != nil {
		return nil, err
	}
	path := strings.Join(append([]string{filepath.Join(classes, "test-classes"), filepath.Join(classes, "classes"),
		filepath.Join(classes, "runner")}, b.ClassPath...), string(os.PathListSeparator))
	args := slices.Concat(jtest.QuickStart, []string{"-Xmx1g", "-XX:+ExitOnOutOfMemoryError"}, p.jvm,
		[]string{"-ea", "-cp", path, "-Dbasedir=" + p.root(p.plain()), "-Djava.io.tmpdir=" + tmp, "Runner", list,
			b.engine()})
	cmd := exec.Command(filepath.Join(p.home, "bin", "java"), args...)
	cmd.Dir, cmd.Env = p.root(p.plain()), p.env
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if _, err := cmd.StdinPipe(); err != nil { // the JVM ends when it is closed
		return nil, err
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	o := &outcome{}
	var w watch
	stop := make(chan struct{})
	go w.kill(cmd.Process, stop)
	broken := o.read(bufio.NewScanner(stdout), &w, limit)
	close(stop)
	err = cmd.Wait()
	o.Seconds = time.Since(start).Seconds()
	o.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	switch {
	case broken != "":
		return nil, fmt.Errorf("the runner: %s", broken)
	case o.Ended != "":
	case w.killed.Load():
		o.Ended = "it hangs, and was killed"
	default:
		o.Ended = fmt.Sprintf("the JVM ended: %v", err)
	}
	return o, nil
}

// chosenClasses returns the classes of the chosen methods, or all classes if chosen is nil, in their order.
func (b *baseline) chosenClasses(chosen []string) []string {
	if chosen == nil {
		return b.Classes
	}
	has := map[string]bool{}
	for _, c := range chosen {
		class, _, _ := strings.Cut(c, "#")
		class, _, _ = strings.Cut(class, "$")
		has[class] = true
	}
	return slices.DeleteFunc(slices.Clone(b.Classes), func(c string) bool { return !has[c] })
}

// read adds the output of the runner to o, up to its end.
func (o *outcome) read(in *bufio.Scanner, w *watch, limit map[string]float64) (broken string) {
	started := map[string]test{}
	times := map[string]int{} // by test, the number of its starts
	for in.Scan() {
		w.rest(silence)
		f := append(strings.Split(in.Text(), "\t"), "", "", "", "", "")
		switch f[0] {
		case "start":
			t := test{ID: f[1], Class: f[2], Method: f[3]}
			if times[f[1]]++; times[f[1]] > 1 { // several tests may have one name
				t.ID = fmt.Sprintf("%s (%d)", f[1], times[f[1]])
			}
			started[f[1]], o.under = t, t.ID
			if w.rest(patience); limit != nil {
				w.rest(silence + time.Duration(factor*limit[t.ID]*float64(time.Second)))
			}
		case "end":
			t := started[f[1]]
			nanos, _ := strconv.ParseFloat(f[3], 64) // the runner writes a number
			t.Seconds = nanos / 1e9
			o.results = append(o.results, result{t, f[2], f[4]})
			o.under = ""
		case "container":
			o.containers = append(o.containers, container{f[1], f[2], f[3]})
		case "broken":
			return cmp.Or(f[1], "no reason")
		case endedItself:
			o.Ended = endedItself
		}
	}
	return ""
}

// watch kills a process that says nothing for too long.
type watch struct {
	left   atomic.Int64 // nanoseconds
	killed atomic.Bool
}

func (w *watch) rest(d time.Duration) { w.left.Store(int64(d)) }

// busy returns the number of processes that compete for each processor, at least one; one if it is not known.
func busy() float64 {
	text, _ := os.ReadFile("/proc/loadavg")
	load, _, _ := strings.Cut(string(text), " ")
	n, _ := strconv.ParseFloat(load, 64)
	return max(1, n/float64(runtime.NumCPU()))
}

func (w *watch) kill(p *os.Process, stop chan struct{}) {
	w.rest(silence)
	for {
		select {
		case <-stop:
			return
		case <-time.After(tick):
			if w.left.Add(-int64(float64(tick)/busy())) < 0 {
				w.killed.Store(true)
				_ = p.Kill() // it has just ended, then
				return
			}
		}
	}
}
