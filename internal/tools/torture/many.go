//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

func manyTrials() []trial {
	return []trial{
		{"many", "Many jprofs in one cache do not disturb each other", "as many copies of the project are built at " +
			"once, beside `jprof clean` and `jprof watch`", (*torture).manyProjects},
		{"many", "Many jprofs in one project do not disturb each other", "builds of one project, programs in it, " +
			"reports and `jprof clean` at once", (*torture).manyInOne},
	}
}

// atOnce runs functions at the same time, and joins their errors.
func atOnce(list []func() error) error {
	faults := make([]error, len(list))
	var all sync.WaitGroup
	for i, f := range list {
		all.Go(func() { faults[i] = f() })
	}
	all.Wait()
	return errors.Join(faults...)
}

// manyProjects builds copies of a project at the same time, in one cache.
func (t *torture) manyProjects() (string, error) {
	first, err := t.newWorld("many", maven...)
	if err != nil {
		return "", err
	}
	number := t.share(32, 6)
	var all []func() error
	for i := range number {
		w := *first
		w.project = filepath.Join(first.dir, fmt.Sprint("copy", i))
		if err := os.CopyFS(w.project, os.DirFS(filepath.Join(t.top, "testdata", "demo"))); err != nil {
			return "", err
		}
		all = append(all, w.buildEqual)
	}
	stop := make(chan struct{})
	var others sync.WaitGroup
	cleans := 0
	watch := first.command("watch")
	if err := watch.Start(); err != nil {
		return "", err
	}
	others.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				if _, _, _, err := first.try("clean", "--all"); err == nil {
					cleans++
				}
			}
		}
	})
	err = atOnce(all)
	close(stop)
	others.Wait()
	_ = watch.Process.Kill()
	_, _ = end(watch)
	if _, left := awaitEnd(first.variable()); left != nil {
		err = errors.Join(err, left)
	}
	return fmt.Sprintf("%d builds at once have the counts of one alone; %d times jprof clean --all beside them", number,
		cleans), err
}

// manyInOne has several jprofs in one project. Builds of it come one after the other: a second one is refused.
func (t *torture) manyInOne() (string, error) {
	w, err := t.newWorld("many-in-one", maven...)
	if err != nil {
		return "", err
	}
	rounds, done, busy := t.share(20, 1), 0, 0
	var lock sync.Mutex
	// alone runs a command that needs the copy of the project for itself.
	alone := func(args ...string) func() error {
		return func() error {
			_, messages, code, err := w.try(args...)
			lock.Lock()
			defer lock.Unlock()
			switch {
			case err != nil:
				return err
			case code == 0:
				done++
			case bytes.Contains(messages, []byte("another jprof is building this project")):
				busy++
			default:
				return fmt.Errorf("jprof %s: exit code %d, %s", args[0], code, messages)
			}
			return nil
		}
	}
	must := func(args ...string) func() error {
		return func() error { _, err := w.do(args...); return err }
	}
	for range rounds {
		err := atOnce([]func() error{alone(w.build...), alone(w.build...), alone("clean"), must(program...),
			must(program...), must("report"), must("report"),
			must("export", "--format", "lcov", "-o", "-", "--run", w.run)})
		if err != nil {
			return "", err
		}
		if err := wholeReport(w); err != nil {
			return "", err
		}
	}
	list, err := w.runs()
	if err != nil {
		return "", err
	}
	for _, r := range list {
		if r.Outcome != "ok" && r.Outcome != "not-finished" {
			return "", fmt.Errorf("run %v", r)
		}
	}
	return fmt.Sprintf("%d rounds of 8: %d builds and cleans, %d more refused as a build was under way; %d runs, all "+
		"open", rounds, done, busy, len(list)), w.buildEqual()
}
