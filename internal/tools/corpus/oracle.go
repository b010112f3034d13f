package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/jtest"
	"jprof/internal/jtest/oracle"
	"jprof/internal/jtest/trial"
	"jprof/internal/util/environ"
)

// plainRuns is the number of plain builds that are counted: lines that differ between them are not compared.
// With two, the length of a random input is too often the same in both.
const plainRuns = 3

// lines holds the results of the comparison with the oracle for a project.
type lines struct {
	project
	*oracle.Result
	jvms int // number of JVMs that the oracle counted in its first run
	err  error
}

// oracle compares the projects' counts of lines with those of plain builds under the oracle, and prints a Markdown
// table.
func (c corpus) oracle(projects []project, again bool, examples int) error {
	agent, err := oracle.Build(".")
	if err != nil {
		return err
	}
	var all []lines
	bad := false
	for _, p := range projects {
		l := lines{project: p}
		if l.err = c.countBoth(&l, agent, again); l.err != nil {
			fmt.Fprintf(os.Stderr, "corpus: %s: %v\n", p.name, l.err)
		} else {
			l.Print(os.Stderr, examples)
		}
		bad = bad || l.err != nil || len(l.Unexplained()) > 0
		all = append(all, l)
	}
	printLines(os.Stdout, all)
	if bad {
		return errors.New("there are lines whose counts differ for no known cause, see above")
	}
	return nil
}

// countBoth builds a project several times with the oracle and once with jprof, and compares. With again it uses the
// files of the last call, if that was whole.
func (c corpus) countBoth(l *lines, agent oracle.Agent, again bool) error {
	work := filepath.Join(c.dir, ".builds", l.name+"-oracle")
	plain, with := filepath.Join(work, "plain", l.name), filepath.Join(work, "jprof", l.name)
	lcov := filepath.Join(work, "lcov.info")
	var runs []string
	for i := range plainRuns {
		runs = append(runs, filepath.Join(work, fmt.Sprintf("run%d", i+1)))
	}
	if _, err := os.Stat(lcov); err != nil || !again {
		if err := c.buildBoth(l.project, agent, work, plain, with, lcov, runs); err != nil {
			return err
		}
	}
	list, err := c.causes("explained.txt")
	if err != nil {
		return err
	}
	in := oracle.Input{Root: with, Explain: l.explain(list)}
	if in.Runs, err = readRuns(runs); err != nil {
		return err
	}
	l.jvms = in.Runs[0].JVMs
	if in.LCOV, err = oracle.ReadLCOV(lcov); err != nil {
		return err
	}
	l.Result, err = oracle.Compare(in)
	return err
}

// readRuns reads the counts of plain builds.
func readRuns(runs []string) (all []*oracle.Counts, err error) {
	for _, run := range runs {
		counts, err := oracle.Read(run)
		if err != nil {
			return nil, err
		}
		if len(counts.Failures) > 0 {
			return nil, fmt.Errorf("the oracle could not count %s", strings.Join(counts.Failures, "; "))
		}
		all = append(all, counts)
	}
	return all, nil
}

// buildBoth builds a project several times with the oracle and once with jprof, and exports the counts of jprof.
func (c corpus) buildBoth(p project, agent oracle.Agent, work, plain, with, lcov string, runs []string) error {
	env, err := c.buildPlain(p, agent, work, plain, runs)
	if err != nil {
		return err
	}
	if err := c.copy(p, with); err != nil {
		return err
	}
	log := filepath.Join(work, "jprof.log")
	if err := succeed(with, log, env, c.jprof, append([]string{"mvn"}, p.arguments()...)...); err != nil {
		return err
	}
	return c.export(with, env, lcov)
}

// buildPlain builds a project several times with the oracle, and returns the environment for further builds.
func (c corpus) buildPlain(p project, agent oracle.Agent, work, plain string, runs []string) ([]string, error) {
	env, err := c.layOut(p)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.RemoveAll(work), c.copy(p, plain)); err != nil {
		return nil, err
	}
	// All builds get this variable, because programs may print their environment.
	env = append(env, "JPROF_CACHE="+filepath.Join(work, "cache"))
	packages, err := oracle.Packages(plain)
	if err != nil {
		return nil, err
	}
	for _, run := range runs {
		option, err := agent.Option(run, packages)
		if err != nil {
			return nil, err
		}
		counting, err := withOption(p, env, option, run+".jdk")
		if err != nil {
			return nil, err
		}
		if err := succeed(plain, run+".log", counting, "mvn", p.arguments()...); err != nil {
			return nil, err
		}
	}
	return env, nil
}

// export writes the counts of the last run in tree to the file lcov.
func (c corpus) export(tree string, env []string, lcov string) error {
	_, err := c.ask(tree, env, "export", "--tests", "--format", "lcov", "-o", lcov)
	return err
}

// withOption returns an environment in which every JVM has an option: the agent ignores Maven's own. If possible, a JDK
// is linked for it, in the folder image, since some tests start JVMs with an environment of their own;
// JAVA_TOOL_OPTIONS does not reach those.
func withOption(p project, env []string, option, image string) ([]string, error) {
	jdk, err := jtest.OfRelease(p.jdk)
	if err != nil {
		return nil, err
	}
	home := jdk.Home
	if _, err := os.Stat(filepath.Join(home, "jmods")); err != nil {
		return append(slices.Clone(env), "JAVA_TOOL_OPTIONS="+option), nil
	}
	link := exec.Command(filepath.Join(home, "bin", "jlink"), "--add-modules", "ALL-MODULE-PATH",
		"--add-options="+option, "--output", image)
	if out, err := link.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("jlink: %w\n%s", err, out)
	}
	// The owner of a JDK may have added certificates that it trusts. An image does not contain them, so they are
	// copied.
	trusted, err := os.ReadFile(filepath.Join(home, "lib", "security", "cacerts"))
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(image, "lib", "security", "cacerts"), trusted, 0o644); err != nil {
		return nil, err
	}
	return append(slices.Clone(env), "JAVA_HOME="+image,
		"PATH="+filepath.Join(image, "bin")+string(os.PathListSeparator)+environ.Get(env, "PATH")), nil
}

// explained describes lines of one file whose difference has a cause.
type explained struct {
	file        string // the project's name, and the path in it
	first, last int
	cause       string
}

// causes reads several lists of explained lines, which are in the folder of the script.
func (c corpus) causes(names ...string) (all []explained, err error) {
	for _, name := range names {
		list, err := readExplained(filepath.Join(filepath.Dir(c.script), name))
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// readExplained reads a list of explained lines. Each line of the list is PATH:FIRST-LAST CAUSE.
func readExplained(path string) ([]explained, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []explained
	for text := range strings.Lines(string(data)) {
		text = strings.TrimSpace(text)
		if text == "" || text[0] == '#' {
			continue
		}
		var e explained
		where, cause, ok := strings.Cut(text, " ")
		file, span, ok2 := strings.Cut(where, ":")
		e.file, e.cause = file, cause
		if _, err := fmt.Sscanf(span, "%d-%d", &e.first, &e.last); err != nil || !ok || !ok2 {
			return nil, fmt.Errorf("%s: cannot read %q", path, text)
		}
		all = append(all, e)
	}
	return all, nil
}

// explain returns a function that returns the cause of a difference of the project, from a list.
func (p project) explain(list []explained) func(oracle.Line) string {
	return func(l oracle.Line) string {
		for _, e := range list {
			if e.file == p.name+"/"+l.File && e.first <= l.Line && l.Line <= e.last {
				return e.cause
			}
		}
		return ""
	}
}

// printLines writes the table of docs/lab/EXACTNESS.md, and below it the causes and reasons.
func printLines(w io.Writer, all []lines) {
	trial.Titles(w, "project", "JVMs", "lines compared", "equal", "different, with a cause",
		"different, no cause known", "no count", "not compared")
	causes, reasons := map[string]int{}, map[string]int{}
	for _, l := range all {
		if l.err != nil {
			trial.Row(w, l.name, "failed", "", "", "", "", "", "")
			continue
		}
		incomparable := 0
		for reason, n := range l.Incomparable {
			reasons[reason] += n
			incomparable += n
		}
		for cause, n := range l.Causes() {
			causes[cause] += n
		}
		unknown := l.Causes()[""]
		trial.Row(w, l.name, cell(l.jvms), cell(l.Same+len(l.Differ)), cell(l.Same), cell(len(l.Differ)-unknown),
			cell(unknown), cell(len(l.Missing)), cell(incomparable))
	}
	list := func(what string, counts map[string]int) {
		for _, name := range slices.Sorted(maps.Keys(counts)) {
			if name != "" {
				trial.Row(w, what+": "+name, cell(counts[name]))
			}
		}
	}
	fmt.Fprintln(w)
	trial.Titles(w, "cause or reason", "lines")
	list("different", causes)
	list("not compared", reasons)
}
