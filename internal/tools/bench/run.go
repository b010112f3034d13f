package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/longmethods"
	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
	"jprof/internal/measure/agent"
)

// limit is the time that one process may take.
const limit = 15 * time.Minute

// command runs a process in dir and returns its standard output. The error has the text of its standard error.
func command(dir string, env []string, name string, args ...string) (string, trial.Used, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	u, err := trial.Run(cmd)
	if err != nil {
		return out.String(), u, fmt.Errorf("%s: %w\n%s", filepath.Base(name), err, messages.String())
	}
	return out.String(), u, nil
}

// clean returns the environment without variables for JVMs and jprof.
func clean() []string {
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		switch {
		case name == "JAVA_TOOL_OPTIONS", name == "JDK_JAVA_OPTIONS", name == "_JAVA_OPTIONS", name == "CLASSPATH",
			strings.HasPrefix(name, "JPROF_"):
		default:
			env = append(env, kv)
		}
	}
	return env
}

// sample holds the seconds of one run of a program.
type sample struct {
	Program, Variant    string
	Threads, JDK, Round int
	Wall, CPU           float64
}

// setting is a JDK and a number of threads for a program.
type setting struct {
	threads int
	jdk     jtest.JDK
}

func (at setting) String() string {
	return fmt.Sprintf("%s, JDK %d", threadsText(at.threads), at.jdk.Version)
}

// settings returns the numbers of threads with the JDKs that a program supports.
func (o options) settings(d *build) (all []setting) {
	for _, threads := range o.threads {
		for _, j := range o.jdks {
			if j.Version >= d.oldest {
				all = append(all, setting{threads, j})
			}
		}
	}
	return all
}

// units returns the work of a program for about 5 seconds, or for half a minute.
func (d *build) units(long bool) int {
	if long {
		return d.long
	}
	return d.size
}

// measure runs each program in all variants of a part; within a round the variants run one after the other. Round 0 is
// small and is not counted: it brings files into memory. If the part already has all runs of a program in a round,
// these are not repeated.
func (b *bench) measure(part *runsPart, builds []*build, o options) error {
	if part.Programs == nil {
		part.Machine = b.machine()
	}
	part.Rounds, part.Programs = o.rounds, nil
	part.Sittings++
	for _, d := range builds {
		part.Programs = append(part.Programs, d.summary())
	}
	for round := o.first(); round <= o.rounds; round++ {
		for _, d := range builds {
			if part.has(d.name, max(round, 1), o) {
				continue
			}
			if err := b.round(part, d, round, o); err != nil {
				return err
			}
			if round == 0 {
				continue
			}
			part.Machine.LoadAfter = trial.Load()
			if err := b.save(); err != nil {
				return err
			}
		}
	}
	if o.quick {
		return nil
	}
	for _, d := range builds {
		for _, at := range o.settings(d) {
			if err := b.repeat(part, d, at); err != nil {
				return fmt.Errorf("%s, %v: %w", d.name, at, err)
			}
		}
	}
	return nil
}

// Where the ratios of a program with jprof are apart by this factor, it runs in so many processes.
const (
	apart     = 1.15
	processes = 10
)

// repeat adds rounds of the plain program and of those with counters if the runs of a setting differ.
func (b *bench) repeat(part *runsPart, d *build, at setting) error {
	c := cell{at.threads, at.jdk.Version}
	ratios := part.ratios(d.name, jprof, c, cpu)
	if len(ratios) == 0 || slices.Max(ratios) < apart*slices.Min(ratios) {
		return nil
	}
	for round := part.Rounds + 1; round <= processes; round++ {
		if _, done := part.times(d.name, jprof, c, cpu)[round]; done {
			continue
		}
		fmt.Fprintf(os.Stderr, "bench: process %d of %d: %s, %v\n", round, processes, d.name, at)
		if err := b.compare(part, d, at, round, d.units(part.Long), plain, before, jprof); err != nil {
			return err
		}
		if err := b.save(); err != nil {
			return err
		}
	}
	return nil
}

// round runs a program in all variants, for each number of threads and each JDK that the program supports. Round 0 uses
// the small number of units.
func (b *bench) round(part *runsPart, d *build, round int, o options) error {
	for _, at := range o.settings(d) {
		units := d.units(part.Long)
		if round == 0 || o.quick {
			units = d.quick
		}
		fmt.Fprintf(os.Stderr, "bench: round %d of %d: %s, %v\n", round, o.rounds, d.name, at)
		if err := b.compare(part, d, at, round, units, part.Variants...); err != nil {
			return fmt.Errorf("%s, %v: %w", d.name, at, err)
		}
	}
	return nil
}

// compare runs one program in those of some variants that a part has, and checks that all print the same check sum. A
// foreign tool that fails is dropped from the results of the program; any other failure is an error.
func (b *bench) compare(part *runsPart, d *build, at setting, round, units int, variants ...string) error {
	want := ""
	for _, variant := range part.Variants {
		if d.missing[variant] != "" || !slices.Contains(variants, variant) {
			continue
		}
		out, u, err := b.run(d, at, variant, units)
		var check string
		if err == nil {
			if check, err = checkSum(out); err == nil && want != "" && check != want {
				err = fmt.Errorf("the check sum is %s, that of the plain program %s", check, want)
			}
		}
		if err == nil && variant == jprof {
			err = b.checkCounts(d, out)
		}
		if _, ok := contextSettings[variant]; ok && err == nil {
			err = d.weighContexts(at, variant, d.path("run", "contexts"))
		}
		switch {
		case err != nil && slices.Contains(others, variant):
			d.missing[variant] = firstLine(err)
			part.drop(d)
			fmt.Fprintf(os.Stderr, "bench: %s: %s does not run it: %v\n", d.name, variant, err)
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", variant, err)
		}
		if variant == plain {
			want = check
			if known := d.checks[units]; known != "" && known != check {
				return fmt.Errorf("the check sum of %d units is %s, not %s", units, check, known)
			}
		}
		if round > 0 {
			part.Samples = append(part.Samples,
				sample{d.name, variant, at.threads, at.jdk.Version, round, u.Wall, u.CPU})
		}
	}
	return nil
}

// run runs a program in one variant. It returns the standard output of the program.
func (b *bench) run(d *build, at setting, variant string, units int) (string, trial.Used, error) {
	work := d.path("run")
	if err := emptied(work); err != nil {
		return "", trial.Used{}, err
	}
	var args []string
	env := clean()
	classes := variant
	switch variant {
	case jprof, before:
		env = append(env, "JPROF_COUNTS="+filepath.Join(work, "counts"))
		if len(longmethods.Below(d.path(variant, "classes"))) > 0 { // as jprof does
			args = append(args, longmethods.Option)
		}
	case jacoco:
		classes = plain
		args = append(args, "-javaagent:"+b.jar(jacocoAgent)+"=destfile="+filepath.Join(work, "jacoco.exec"))
	case recorder:
		classes = plain
		args = append(args, recorderOptions(work)...)
	case reached:
		classes = plain
		options, _, err := agent.Folder(context.Background(), nil, "", "", filepath.Join(work, "agent"),
			agent.Settings{Coverage: agent.Reached})
		if err != nil {
			return "", trial.Used{}, err
		}
		args = append(args, options...)
	case callsOnly, fastBlocks, exact, firstRun, wholeJDK:
		classes = plain
		options, err := b.agentOptions(at.jdk, variant, filepath.Join(work, "contexts"))
		if err != nil {
			return "", trial.Used{}, err
		}
		args = append(args, options...)
	}
	classPath := append([]string{d.path("drivers"), d.path(classes, "classes"), d.path("resources")}, d.jars...)
	if variant == openClover {
		classPath = append(classPath, b.jar(openCloverTool))
		defer d.removeRecordings()
	}
	args = append(args, "-cp", strings.Join(classPath, string(os.PathListSeparator)), d.driver, fmt.Sprint(at.threads),
		fmt.Sprint(units))
	return command(work, env, at.jdk.Java(), args...)
}

// checkSum returns the check sum that a driver has printed.
func checkSum(out string) (string, error) {
	for line := range strings.Lines(out) {
		if sum, ok := strings.CutPrefix(strings.TrimSpace(line), "check "); ok {
			return sum, nil
		}
	}
	return "", fmt.Errorf("the driver prints no check sum: %q", out)
}

// firstLine returns the first line of an error message.
func firstLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
