package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
	"jprof/internal/measure/agent"
	"jprof/internal/measure/anyjvm"
)

// reached is the way to run a program with the agent that notes which methods run.
const reached = "reached"

// servicesPart holds the cost of noting which methods run, and of attaching to a JVM.
type servicesPart struct {
	Runs     *runsPart
	Attached []attachedProgram
}

// attachedProgram holds what a program takes in a JVM that jprof attaches to, beside a JVM that is left alone.
type attachedProgram struct {
	Program string
	JDK     int
	Phases  []phase
}

// phase is a part of the life of a JVM.
type phase struct {
	Name    string
	Ratios  []float64 // CPU time of a repetition, to the other JVM
	Classes int       // that were changed when it began
	Took    float64   // seconds for that
}

const (
	pairs   = 7                // that are compared in a phase
	length  = 1.0              // CPU seconds of work in each, of the JVM that is left alone
	settles = 10.0             // CPU seconds of that JVM before them: the other one compiles its classes again
	changes = 20 * time.Second // until the calls of methods that ran are taken out
	part    = 5                // of the work of a benchmark, which is repeated
)

// services measures the part.
func (b *bench) services(builds []*build, o options) error {
	measured := b.results.Services
	if !o.resume || measured == nil {
		measured = &servicesPart{Runs: &runsPart{Variants: []string{plain, reached, jacoco}}}
		b.results.Services = measured
		if err := b.measure(measured.Runs, builds, o); err != nil {
			return err
		}
	}
	measured.Attached = nil
	for _, d := range builds {
		for _, j := range o.jdks {
			if j.Version < d.oldest {
				continue
			}
			a, err := b.attach(d, j)
			if err != nil {
				return fmt.Errorf("%s, JDK %d: %w", d.name, j.Version, err)
			}
			measured.Attached = append(measured.Attached, *a)
			if err := b.save(); err != nil {
				return err
			}
		}
	}
	return nil
}

// attach measures a program in a JVM that jprof attaches to. The JVM and another one repeat the same work in turns.
func (b *bench) attach(d *build, j jtest.JDK) (*attachedProgram, error) {
	fmt.Fprintf(os.Stderr, "bench: attaching to %s, JDK %d\n", d.name, j.Version)
	alone, err := d.loop(j)
	if err != nil {
		return nil, err
	}
	defer alone.end()
	with, err := d.loop(j)
	if err != nil {
		return nil, err
	}
	defer with.end()
	a := &attachedProgram{Program: d.name, JDK: j.Version}
	compare := func(name string, from *anyjvm.Answer) error {
		p := phase{Name: name}
		if from != nil {
			p.Classes, p.Took = from.Classes, from.Took.Seconds()
		}
		for settled := 0.0; len(p.Ratios) < pairs; {
			var plain, other float64
			for plain < length {
				x, err := alone.repeat()
				if err != nil {
					return err
				}
				y, err := with.repeat()
				if err != nil {
					return err
				}
				plain, other = plain+x, other+y
			}
			if settled += plain; settled > settles {
				p.Ratios = append(p.Ratios, other/plain)
			}
		}
		a.Phases = append(a.Phases, p)
		return nil
	}
	ctx := context.Background()
	if err := errors.Join(compare("warm-up", nil), compare("before", nil)); err != nil {
		return nil, err
	}
	a.Phases = a.Phases[1:]
	jvm, err := anyjvm.Open(with.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	defer jvm.Close()
	for _, coverage := range []agent.Coverage{agent.App, agent.Reached} {
		from, _, err := jvm.Start(ctx, agent.Settings{Coverage: coverage, Change: changes}, 0)
		if err != nil {
			return nil, err
		}
		name := "contexts"
		if coverage == agent.Reached {
			name = reached
		}
		err = compare(name, from)
		if err == nil && coverage == agent.Reached {
			time.Sleep(changes + 2*time.Second)
			err = compare("reached, later", nil)
		}
		if err != nil {
			return nil, err
		}
		if from, err = jvm.Stop(ctx); err != nil {
			return nil, err
		}
		if err := errors.Join(jvm.Remove(from), compare("after "+name, from)); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// loop is a JVM that repeats the work of a program: drivers/Loop.java.
type loop struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	used  float64 // CPU seconds until now
	check string
}

// loop starts a JVM that repeats a part of the work of a benchmark.
func (d *build) loop(j jtest.JDK) (*loop, error) {
	units := max(1, d.size/part)
	classPath := append([]string{d.path("drivers"), d.path(plain, "classes"), d.path("resources")}, d.jars...)
	l := &loop{cmd: exec.Command(j.Java(), "-cp", strings.Join(classPath, string(os.PathListSeparator)), "Loop",
		d.driver, "1", fmt.Sprint(units))}
	l.cmd.Env, l.cmd.Dir = clean(), d.dir
	messages, err := os.Create(filepath.Join(d.dir, "loop.err"))
	if err != nil {
		return nil, err
	}
	l.cmd.Stderr = messages
	defer messages.Close()
	if l.in, err = l.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := l.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	l.out = bufio.NewReader(out)
	return l, l.cmd.Start()
}

// repeat does the work once, and returns the CPU seconds that it has taken. Its check sum has to be the same each time.
func (l *loop) repeat() (float64, error) {
	if _, err := l.in.Write([]byte("\n")); err != nil {
		return 0, err
	}
	line, err := l.out.ReadString('\n')
	if err != nil {
		return 0, err
	}
	var ns int64
	var check string
	if _, err := fmt.Sscanf(line, "%d check %s", &ns, &check); err != nil {
		return 0, fmt.Errorf("the program prints %q: %w", line, err)
	}
	if l.check == "" {
		l.check = check
	}
	if check != l.check {
		return 0, fmt.Errorf("the check sum is %s, and was %s", check, l.check)
	}
	before := l.used
	l.used = float64(ns) / 1e9
	return l.used - before, nil
}

// end ends the JVM.
func (l *loop) end() {
	l.in.Close()
	l.cmd.Wait()
}

func (p *servicesPart) write(w *strings.Builder) {
	fmt.Fprintf(w, "## What noting takes which methods ran\n\n")
	p.Runs.Machine.write(w)
	fmt.Fprintf(w, "`jprof agent --reached` beside JaCoCo's agent, which notes branches as well. Ratios to the plain "+
		"run of the same round: median (least..greatest) of %d rounds. The JVMs end before calls are taken out "+
		"again.\n\n", p.Runs.Rounds)
	for _, c := range p.Runs.cells() {
		fmt.Fprintf(w, "### Methods that ran: CPU time, %s, JDK %d\n\n", threadsText(c.threads), c.jdk)
		p.Runs.table(w, c, cpu)
	}
	fmt.Fprintf(w, "## What a JVM takes that jprof attaches to\n\nTwo JVMs repeat the same work in turns, one thread "+
		"each; jprof attaches to one of them. Ratios of its CPU time to that of the other: median (least..greatest) "+
		"of %d pairs of about %.0f s; the first %.0f s of each phase are left out, in which code is compiled again. "+
		"*Change* is the time in which the JVM changed "+
		"its classes; threads stop for a part of it only.\n\n", pairs, length, settles)
	trial.Titles(w, "program", "JDK", "phase", "CPU time", "classes", "change, s")
	for _, a := range p.Attached {
		for _, ph := range a.Phases {
			classes, took := "", ""
			if ph.Classes > 0 {
				classes, took = fmt.Sprint(ph.Classes), fmt.Sprintf("%.2f", ph.Took)
			}
			trial.Row(w, a.Program, fmt.Sprint(a.JDK), ph.Name, trial.Spread(ph.Ratios), classes, took)
		}
	}
	fmt.Fprintln(w)
	means := map[string][]float64{}
	var names []string
	for _, a := range p.Attached {
		for _, ph := range a.Phases {
			if !slices.Contains(names, ph.Name) {
				names = append(names, ph.Name)
			}
			means[ph.Name] = append(means[ph.Name], trial.Median(ph.Ratios))
		}
	}
	trial.Titles(w, "phase", "geometric mean of all")
	for _, name := range names {
		trial.Row(w, name, fmt.Sprintf("%.2f", trial.GeometricMean(means[name])))
	}
	fmt.Fprintln(w)
}
