package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/jtest"
	"jprof/internal/jtest/efficiencytable"
	"jprof/internal/jtest/trial"
)

// efficiency measures programs, prints the table of their efficiency, and puts the table into the document doc, if any.
// Each program runs once, as a user runs it, on the first JDK that it can run on. It has one thread and the work of a
// trial, because counts do not need more. If a program fails, the others are measured all the same.
func (b *bench) efficiency(list []program, o options, doc string) error {
	builds, err := b.builds(list, o)
	if err != nil {
		return err
	}
	m := b.machine()
	m.Command = "make table-programs"
	file := filepath.Join(b.dir, "efficiency.json")
	var rows []efficiencytable.Row
	var failed []error
	for _, d := range builds {
		i := slices.IndexFunc(o.jdks, func(j jtest.JDK) bool { return j.Version >= d.oldest })
		if i < 0 {
			fmt.Fprintf(os.Stderr, "bench: %s is left out: it needs JDK %d\n", d.name, d.oldest)
			continue
		}
		fmt.Fprintf(os.Stderr, "bench: %s, JDK %d\n", d.name, o.jdks[i].Version)
		row, err := b.efficiencyOf(d, o.jdks[i])
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", d.name, err))
			continue
		}
		if rows, err = efficiencytable.Keep(file, []efficiencytable.Row{row}, namesOf(programs)); err != nil {
			return err
		}
	}
	m.LoadAfter = trial.Load()
	failed = append(failed, efficiencytable.Publish(os.Stdout, doc, m.Command, m.line(), "program", rows))
	return errors.Join(failed...)
}

// efficiencyOf records the contexts of a program and all that it uses, the JDK included, and has jprof compute the
// efficiency. The recording is removed then.
func (b *bench) efficiencyOf(d *build, j jtest.JDK) (row efficiencytable.Row, err error) {
	dir := d.path("efficiency")
	src := filepath.Join(dir, "src")
	if err := errors.Join(emptied(dir), os.Mkdir(src, 0o755)); err != nil {
		return row, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	main := d.driver + ".java"
	for _, file := range []string{"Par.java", main} {
		if err := copyFile(filepath.Join(b.here, "drivers", file), filepath.Join(src, file)); err != nil {
			return row, err
		}
	}
	env := append(clean(), "JAVA_HOME="+j.Home, "JPROF_CACHE="+filepath.Join(b.dir, "agent"))
	classPath := append([]string{d.path(plain, "classes"), d.path("resources")}, d.jars...)
	out, _, err := command(dir, env, b.jprof, "run", "--contexts=all", "-d", "src",
		"-cp", strings.Join(classPath, string(os.PathListSeparator)), "src/"+main, "1", fmt.Sprint(d.quick))
	if err != nil {
		return row, err
	}
	check, err := checkSum(out)
	if known := d.checks[d.quick]; err == nil && known != check {
		err = fmt.Errorf("the check sum of %d units is %s, not %s", d.quick, check, known)
	}
	if err != nil {
		return row, err
	}
	cmd := exec.Command(b.jprof, "efficiency", "--json")
	cmd.Dir, cmd.Env = dir, env
	return efficiencytable.Measure(d.name, "all", j.Version, cmd)
}
