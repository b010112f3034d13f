// Command bench measures the cost of counting: real programs from Maven Central, and one of its own, run plain, with
// jprof's counters, with JaCoCo's agent and with OpenClover's counters. It is a program for the development of jprof.
//
//	go run ./internal/tools/bench -jprof bin/jprof [-doc docs/lab/BENCHMARKS.md] [NAME...]
//
// A program is laid out from its sources on Maven Central, which the user's Maven fetches, and from the other files of
// its binary jar: resources and services. Its dependencies are jars on the class path. Its variants are
//
//   - plain: compiled by the oldest JDK that it runs on;
//   - jprof: the sources as instrumented by "jprof instrument";
//   - JaCoCo: the plain classes, with the agent as it comes; its counts are yes and no;
//   - OpenClover: the sources as instrumented by CloverInstr, at the level of statements. Files that it cannot parse,
//     or whose result does not compile, are compiled without counters, and listed.
//
// A driver, in the folder drivers, gives a program its work: NAME THREADS UNITS. The whole work is the same
// for any number of threads. Drivers are compiled plain in all variants.
//
// Processes run strictly one at a time, with the default options of the JVM. In each round each program runs with each
// number of threads on each JDK in all variants, one after the other, and each is compared with the plain run of the
// same round. Where runs of a program with jprof differ by more than 15 %, it runs in ten processes, and the document
// has their spread. A small round before is not counted. CPU time is user and system time of the whole process: the
// start of the JVM, its compilers and its garbage collector are in it.
//
// Each run has to print the check sum of the plain one, and the one in programs.go, if any. Each run with jprof has to
// have the counts that the driver knows.
//
// With -parts contexts it compares contexts instead (contexts.go): the plain classes with jprof's agent in four ways,
// with JaCoCo's, and with the Flight Recorder of the JDK. With -parts efficiency it asks jprof for the efficiency of
// the programs (efficiency.go). With -parts services it measures JVMs that jprof attaches to, and the agent that notes
// which methods ran (services.go).
//
// Also measured: programs that run for about half a minute (steady), and the growth of sources and classes by counters.
//
// To compare a change of the counters with the jprof before the change, -before PATH measures both in the same rounds.
// -beside chooses among the other tools, "" omits all of them. OpenClover takes half of the time.
//
// All of it takes hours: -resume goes on where it was interrupted, also with other -jdks or -threads.
//
// Variants that do not depend on jprof are built once. The raw figures are in the file results.json of the folder of
// -dir, JPROF_BENCH, or jprof-bench in the user's cache; -again writes the document from them. A trial with -quick, or
// with names of programs, has its own, trial.json, and does not touch a document. A JDK is found as the tests find it.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/jtest"
	"jprof/internal/jtest/generated"
)

// bench holds the paths, the JDKs and the results so far.
type bench struct {
	jprof     string
	before    string      // another jprof, "" for none
	dir       string      // cache
	here      string      // this folder
	raw       string      // file of the raw figures
	installed []jtest.JDK // in ascending order
	jdks      []jtest.JDK // to run on
	command   string      // the call
	results   results
}

// options holds the options of the command line.
type options struct {
	quick   bool
	rounds  int
	threads []int
	jdks    []jtest.JDK
	parts   []string
	beside  []string // other tools
	resume  bool
}

// part returns the part to which runs are added. This is the old part if it is continued and has the same settings,
// else a new one.
func (o options) part(old *runsPart, version string, variants []string, long bool) *runsPart {
	if o.resume && old != nil && old.Machine.Jprof == version && old.Long == long &&
		slices.Equal(old.Variants, variants) {
		return old
	}
	return &runsPart{Variants: variants, Long: long}
}

// chosen returns those of some variants that are to be measured.
func (b *bench) chosen(of []string, o options) []string {
	var chosen []string
	for _, v := range of {
		switch {
		case v == jprof && b.before != "":
			chosen = append(chosen, before, jprof)
		case v == plain || v == jprof || slices.Contains(o.beside, v):
			chosen = append(chosen, v)
		}
	}
	return chosen
}

// first returns the number of the first round: 0 is the round that does not count. A trial has no round 0.
func (o options) first() int {
	if o.quick {
		return 1
	}
	return 0
}

// measures reports whether a part is to be measured.
func (o options) measures(part string) bool { return slices.Contains(o.parts, part) }

// The parts that have a document of their own, and are measured separately.
const (
	contexts   = "contexts"
	efficiency = "efficiency"
	services   = "services"
)

// parts lists the other parts that can be measured.
var parts = []string{"programs", "steady"}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	jprofPath := flag.String("jprof", "bin/jprof", "the jprof to measure")
	dir := flag.String("dir", cmp.Or(os.Getenv("JPROF_BENCH"), filepath.Join(jtest.CacheDir(), "jprof-bench")),
		"folder for what is fetched, built and measured")
	here := flag.String("here", "internal/tools/bench", "this folder")
	rounds := flag.Int("rounds", 3, "how many rounds are counted")
	threads := flag.String("threads", "1,2", "numbers of threads")
	jdks := flag.String("jdks", "17,25", "feature releases to run on")
	part := flag.String("parts", strings.Join(parts, ","), "what to measure")
	beforePath := flag.String("before", "", "another jprof, which is measured beside")
	beside := flag.String("beside", jacoco+","+openClover, "the other tools that are measured beside")
	quick := flag.Bool("quick", false, "little work, one round: shows whether it works")
	again := flag.Bool("again", false, "measure nothing: write what was measured the last time")
	resume := flag.Bool("resume", false, "go on with programs, or steady, where it was interrupted, for the same jprof")
	doc := flag.String("doc", "", "document whose generated part is replaced")
	flag.Parse()

	list, err := choose(flag.Args())
	if err != nil {
		return err
	}
	trial := *quick || flag.NArg() > 0 || *beforePath != ""
	if trial && *doc != "" && *part != efficiency && *part != services {
		return errors.New("a trial is not written to a document: leave -doc, or -quick, -before and the names")
	}
	o := options{quick: *quick, rounds: *rounds, beside: strings.Split(*beside, ","),
		resume: *resume}
	if *quick {
		o.rounds = 1
	}
	if o.rounds < 1 {
		return errors.New("-rounds has to be at least 1")
	}
	if o.threads, err = numbers(*threads); err != nil {
		return fmt.Errorf("-threads: %w", err)
	}
	if o.parts, err = partsOf(*part); err != nil {
		return err
	}
	b := &bench{command: strings.Join(append([]string{"go run ./internal/tools/bench"}, os.Args[1:]...), " ")}
	if err := b.paths(*jprofPath, *beforePath, *dir, *here, trial); err != nil {
		return err
	}
	if b.jdks, err = b.find(*jdks); err != nil {
		return err
	}
	o.jdks = b.jdks
	if !trial || *again || *resume {
		if err := b.read(); err != nil {
			return err
		}
	}
	if o.measures(efficiency) {
		return b.efficiency(list, o, *doc)
	}
	var failed error
	if !*again {
		failed = b.all(list, o)
	} else if b.results == (results{}) {
		return fmt.Errorf("%s has no figures: nothing was measured yet", b.raw)
	}
	text := b.results.document(o.parts)
	fmt.Print(text)
	if failed == nil && *doc != "" {
		failed = generated.Write(*doc, written, text)
	}
	return failed
}

// builds fetches and compiles programs, in all variants that the options ask for.
func (b *bench) builds(list []program, o options) ([]*build, error) {
	if err := b.fetch(list); err != nil {
		return nil, err
	}
	var builds []*build
	for _, p := range list {
		d, err := b.makeBuild(p, o)
		if err != nil {
			return nil, err
		}
		builds = append(builds, d)
	}
	return builds, nil
}

// all measures the parts.
func (b *bench) all(list []program, o options) error {
	builds, err := b.builds(list, o)
	if err != nil {
		return err
	}
	version := b.machine().Jprof
	if o.measures("programs") {
		b.results.Runs = o.part(b.results.Runs, version, b.chosen(variants, o), false)
		if err := b.measure(b.results.Runs, builds, o); err != nil {
			return err
		}
	}
	if o.measures("steady") {
		b.results.Steady = o.part(b.results.Steady, version, b.chosen(steadyVariants, o), true)
		if err := b.measure(b.results.Steady, builds, o); err != nil {
			return err
		}
	}
	if o.measures(contexts) {
		return b.contexts(builds, o)
	}
	if o.measures(services) {
		return b.services(builds, o)
	}
	return nil
}

// paths sets the paths of files and folders, and makes the folder of the cache.
func (b *bench) paths(jprof, before, dir, here string, trial bool) error {
	var errs [3]error
	b.jprof, errs[0] = filepath.Abs(jprof)
	b.dir, errs[1] = filepath.Abs(dir)
	b.here, errs[2] = filepath.Abs(here)
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	if _, err := os.Stat(b.jprof); err != nil {
		return fmt.Errorf("%w: make build makes it, -jprof names another", err)
	}
	if before != "" {
		var err error
		if b.before, err = filepath.Abs(before); err != nil {
			return err
		}
		if _, err := os.Stat(b.before); err != nil {
			return fmt.Errorf("-before: %w", err)
		}
	}
	if _, err := os.Stat(filepath.Join(b.here, "drivers")); err != nil {
		return fmt.Errorf("%w: call it in the folder of the repository", err)
	}
	b.raw = filepath.Join(b.dir, "results.json")
	if trial {
		b.raw = filepath.Join(b.dir, "trial.json")
	}
	return os.MkdirAll(b.dir, 0o755)
}

// find returns the JDKs of some feature releases.
func (b *bench) find(versions string) (found []jtest.JDK, err error) {
	b.installed = jtest.Installed()
	wanted, err := numbers(versions)
	if err != nil {
		return nil, fmt.Errorf("-jdks: %w", err)
	}
	for _, v := range wanted {
		j, err := jtest.OfRelease(v)
		if err != nil {
			return nil, err
		}
		found = append(found, j)
	}
	return found, nil
}

// numbers reads a list of numbers above 0.
func numbers(text string) ([]int, error) {
	var all []int
	for s := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is not a list of numbers", text)
		}
		all = append(all, n)
	}
	return all, nil
}

func partsOf(text string) ([]string, error) {
	chosen := strings.Split(text, ",")
	if text == contexts || text == efficiency || text == services {
		return chosen, nil
	}
	for _, name := range chosen {
		if !slices.Contains(parts, name) {
			return nil, fmt.Errorf("no part %q: there are %s, and %s, %s or %s by itself", name,
				strings.Join(parts, ", "), contexts, efficiency, services)
		}
	}
	return chosen, nil
}
