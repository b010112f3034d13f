package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
	"jprof/internal/measure/agent"
	"jprof/internal/util/term"
)

// The ways to run a program with contexts, and with a profiler of the JDK beside them.
const (
	callsOnly  = "calls"
	fastBlocks = "fast blocks"
	exact      = "exact"
	firstRun   = "first run" // exact, and no JVM has instrumented these classes before
	wholeJDK   = "with the JDK"
	recorder   = "JFR"
)

// contextVariants lists these ways in the order in which they run.
var contextVariants = []string{plain, reached, callsOnly, fastBlocks, exact, firstRun, wholeJDK, jacoco, recorder}

// contextSettings holds the settings of the agent for each way with contexts.
var contextSettings = map[string]agent.Settings{
	callsOnly:  {Coverage: agent.App, Blocks: "calls"},
	fastBlocks: {Coverage: agent.App, Blocks: "fast"},
	exact:      {Coverage: agent.App},
	firstRun:   {Coverage: agent.App},
	wholeJDK:   {Coverage: agent.All},
}

// contextsPart holds the cost of contexts, and their numbers.
type contextsPart struct {
	Runs  *runsPart
	Sizes []contextsSize
}

// contextsSize holds the size of the files of one run of a program, in one of the ways.
type contextsSize struct {
	Program, Variant string
	JDK              int
	Files, Bytes     int64 // of the files of contexts, without the class files
}

// contexts runs and measures all programs with contexts.
func (b *bench) contexts(builds []*build, o options) error {
	part := &contextsPart{}
	b.results.Contexts = part
	part.Runs = &runsPart{Variants: contextVariants}
	if err := b.measure(part.Runs, builds, o); err != nil {
		return err
	}
	for _, d := range builds {
		part.Sizes = append(part.Sizes, d.contexts...)
	}
	return b.save()
}

// agentOptions returns the options of a JVM for a way to run a program with contexts. The agent writes its files into
// the folder out.
func (b *bench) agentOptions(j jtest.JDK, variant, out string) ([]string, error) {
	s := contextSettings[variant]
	s.Out = out
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, err
	}
	cache := filepath.Join(b.dir, "agent")
	if variant == firstRun {
		cache = filepath.Join(b.dir, "agent-first")
		if err := os.RemoveAll(cache); err != nil {
			return nil, err
		}
	}
	a, err := agent.Prepare(context.Background(), term.New(os.Stderr, os.Getenv), cache, j.Java(), s)
	if err != nil {
		return nil, err
	}
	return a.Options(), nil
}

// recorderOptions returns the options that start the profiler of the JDK with its detailed settings.
func recorderOptions(dir string) []string {
	return []string{"-Xlog:disable", "-Xlog:jfr+startup=off",
		"-XX:StartFlightRecording=settings=profile,filename=" + filepath.Join(dir, "run.jfr")}
}

// weighContexts notes the sizes of the files of a run with contexts. A run that has written nothing is an error.
func (d *build) weighContexts(at setting, variant, out string) error {
	files, bytes, err := size(out, ".contexts")
	if err != nil {
		return err
	}
	if files == 0 {
		return fmt.Errorf("%s: no contexts were written", variant)
	}
	if at.threads == 1 {
		d.contexts = append(d.contexts, contextsSize{d.name, variant, at.jdk.Version, int64(files), bytes})
	}
	return nil
}

func (p *contextsPart) write(w *strings.Builder) {
	fmt.Fprintf(w, "## What contexts take\n\n")
	p.Runs.Machine.write(w)
	fmt.Fprintf(w, "`jprof --contexts` in five ways, with *reached*, the agent that notes which methods run (`jprof "+
		"agent --reached`), beside JaCoCo's agent, which notes what was executed, and the "+
		"Flight Recorder of the JDK, which samples stacks (settings `profile`). *calls* is `--contexts=app --blocks "+
		"calls`, *fast blocks* `--blocks fast`, *exact* all that `--contexts=app` records, *first run* the same where "+
		"no JVM has instrumented the classes before, *with the JDK* `--contexts=all`. Ratios to the plain run of the "+
		"same round: median (least..greatest) of %d rounds.\n\n",
		p.Runs.Rounds)
	p.Runs.writeTimes(w)
	p.writeSizes(w)
}

// writeSizes writes the sizes of the files of contexts.
func (p *contextsPart) writeSizes(w *strings.Builder) {
	fmt.Fprintf(w, "### The files of contexts\n\nKB that a JVM writes at its end, with 1 thread.\n\n")
	ways := []string{callsOnly, exact, wholeJDK}
	trial.Titles(w, append([]string{"program", "JDK"}, ways...)...)
	for _, program := range p.Runs.Programs {
		for _, c := range p.Runs.cells() {
			if c.threads != 1 {
				continue
			}
			row := []string{program.Name, fmt.Sprint(c.jdk)}
			for _, v := range ways {
				kb := p.kilobytes(program.Name, v, c.jdk)
				if len(kb) == 0 {
					row = append(row, "-")
					continue
				}
				row = append(row, fmt.Sprintf("%.0f", trial.Median(kb)))
			}
			trial.Row(w, row...)
		}
	}
	fmt.Fprintln(w)
}

// kilobytes returns the sizes of the files of the runs of a program in one way.
func (p *contextsPart) kilobytes(program, variant string, version int) []float64 {
	var all []float64
	for _, s := range p.Sizes {
		if s.Program == program && s.Variant == variant && s.JDK == version {
			all = append(all, float64(s.Bytes)/1000)
		}
	}
	return all
}
