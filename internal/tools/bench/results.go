package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
	"jprof/internal/util/atomicfile"
)

// results holds the raw figures, from which the document can be made again. A part without measurements is nil.
type results struct {
	Runs     *runsPart
	Steady   *runsPart // programs that run for half a minute
	Contexts *contextsPart
	Services *servicesPart
}

// machine describes the machine and the time of a measured part.
type machine struct {
	Cores                 int
	Memory                float64 // GB
	System, Processor     string
	LoadBefore, LoadAfter string // averages of 1, 5 and 15 minutes
	Date, Command         string
	JDKs                  []string
	Jprof                 string
}

// runsPart holds the times and sizes of programs.
type runsPart struct {
	Machine  machine
	Sittings int // number of times that the measuring was begun or continued
	Rounds   int
	Long     bool     // programs have work for half a minute
	Variants []string // the ways, the plain one first
	Programs []programSummary
	Samples  []sample
}

// programSummary is a program that was built.
type programSummary struct {
	Name, What, Artefact string
	Size                 int
	Missing, Skipped     map[string]string
	Growth               growth
}

func (d *build) summary() programSummary {
	return programSummary{d.name, d.what, d.artefact, d.size, maps.Clone(d.missing), d.skipped, d.growth}
}

// has reports whether r has all runs of a program in a round. The part is saved after each program.
func (r *runsPart) has(program string, round int, o options) bool {
	for _, threads := range o.threads {
		for _, j := range o.jdks {
			if slices.ContainsFunc(r.Samples, func(s sample) bool {
				return s.Program == program && s.Round == round && s.Threads == threads && s.JDK == j.Version
			}) {
				return true
			}
		}
	}
	return false
}

// drop removes the samples of a variant with which a program fails.
func (r *runsPart) drop(d *build) {
	r.Samples = slices.DeleteFunc(r.Samples, func(s sample) bool {
		return s.Program == d.name && d.missing[s.Variant] != ""
	})
	for i := range r.Programs {
		if r.Programs[i].Name == d.name {
			r.Programs[i].Missing = maps.Clone(d.missing)
		}
	}
}

// save writes the raw figures to their file.
func (b *bench) save() error { return atomicfile.WriteJSON(b.raw, b.results) }

// read loads the raw figures of an earlier call. If there was no such call, the results stay empty.
func (b *bench) read() error {
	err := atomicfile.ReadJSON(b.raw, &b.results)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w; remove the file to measure all anew", err)
	}
	return nil
}

// machine describes this machine.
func (b *bench) machine() machine {
	m := machine{Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH, LoadBefore: trial.Load(),
		Date: time.Now().UTC().Format("2006-01-02 15:04 UTC")}
	m.Command = b.command
	m.Processor = field("/proc/cpuinfo", ":", "model name")
	memory := strings.TrimSuffix(field("/proc/meminfo", ":", "MemTotal"), " kB")
	if kb, err := strconv.ParseFloat(memory, 64); err == nil {
		m.Memory = kb * 1024 / 1e9
	}
	for _, j := range b.jdks {
		m.JDKs = append(m.JDKs, describe(j))
	}
	if out, err := exec.Command(b.jprof, "--version").Output(); err == nil {
		m.Jprof = strings.TrimSpace(string(out))
	}
	return m
}

// field returns the first value of a name in a file with lines such as NAME:VALUE, where separator is ":". It returns
// "" if the file has no such name.
func field(path, separator, name string) string {
	text, _ := os.ReadFile(path) // not every system has this file
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, separator); ok && strings.TrimSpace(key) == name {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return ""
}

// describe returns the version and vendor of a JDK.
func describe(j jtest.JDK) string {
	release := filepath.Join(j.Home, "release")
	return strings.TrimSpace(fmt.Sprintf("%s (%s)", field(release, "=", "JAVA_VERSION"),
		field(release, "=", "IMPLEMENTOR")))
}
