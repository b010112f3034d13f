// Command corpus builds real projects from Maven Central, each plain and under jprof, and compares: the same tests with
// the same results, an unchanged tree, the measured sources, the time. It prints a Markdown table, and
// ends with 1 if anything differs. It is a program for the development of jprof.
//
//	go run ./internal/tools/corpus -jprof bin/jprof [NAME...]
//
// With -contexts it builds without counters instead, by jprof --contexts, in each of the modes that it names. With
// -efficiency it asks jprof for the efficiency of the tests.
//
// With -by-test it builds by jprof --by-test as well: the run must have the tests of the XML, and its counts must be
// the sums of theirs and those of a run without --by-test.
//
// With -oracle it compares the count of each line with that of an agent on the bytecode of plain builds instead: see
// docs/lab/EXACTNESS.md.
//
// The projects are laid out by corpus.sh in the folder of -dir, JPROF_CORPUS, or jprof-corpus in the user's cache. JDKs
// are those that tests find.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/kballard/go-shellquote"

	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
	"jprof/internal/util/environ"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

func run() error {
	jprof := flag.String("jprof", "bin/jprof", "the jprof to try")
	dir := flag.String("dir", cmp.Or(os.Getenv("JPROF_CORPUS"), filepath.Join(jtest.CacheDir(), "jprof-corpus")),
		"folder for the projects and their builds")
	script := flag.String("script", "internal/tools/corpus/corpus.sh", "lays the projects out")
	fallback := flag.Bool("fallback", false, "have jprof instrument the sources in place")
	rounds := flag.Int("cost", 0, "measure so many `ROUNDS` of builds, plain and with jprof in turn")
	first := flag.Bool("first", false,
		"with -cost: count the first round, too, for projects that were built here before")
	oracle := flag.Bool("oracle", false,
		"compare the counts of lines with those of the oracle; with -contexts those that follow from contexts")
	gradle := flag.String("gradle", "", "build by this `VERSION` of Gradle, and compare the counts of lines with "+
		"those under Maven; -cost says how often")
	contexts := flag.String("contexts", "",
		"compare with builds by jprof --contexts=`MODE`, several with commas, instead of builds with counters")
	efficiency := flag.Bool("efficiency", false,
		"ask jprof what the work of the tests was good for, in each mode of -contexts (all, if there is none)")
	doc := flag.String("doc", "", "with -efficiency: document whose generated part is replaced")
	again := flag.Bool("again", false,
		"with -oracle or -efficiency: take the builds of the last time, where they are there")
	byTest := flag.Bool("by-test", false,
		"compare with builds by jprof --by-test, and these with those without it; with -gradle, too; with -cost: "+
			"measure only these two")
	atMost := flag.Int("rounds", 3, "with -by-test: build so often at most, where lines differ")
	examples := flag.Int("examples", 10, "with options that compare lines: how many to show of each kind")
	flag.Parse()
	c := corpus{script: *script, fallback: *fallback}
	var err error
	if c.jprof, err = filepath.Abs(*jprof); err != nil {
		return err
	}
	if c.dir, err = filepath.Abs(*dir); err != nil {
		return err
	}
	projects, err := c.projects(flag.Args())
	if err != nil {
		return err
	}
	if *gradle != "" {
		c.byTest = *byTest
		return c.gradle(projects, *gradle, max(*rounds, 1), *examples)
	}
	if *rounds > 0 {
		return c.costs(projects, *rounds, *first, *byTest)
	}
	if *byTest {
		return c.compareByTest(projects, *atMost, *examples)
	}
	if *oracle && *contexts != "" {
		c.contexts = *contexts
		return c.oracleOfContexts(projects, *again, *examples)
	}
	if *oracle {
		return c.oracle(projects, *again, *examples)
	}
	if *efficiency {
		return c.efficiency(projects, strings.Split(cmp.Or(*contexts, "all"), ","), *again, *doc)
	}
	modes := []string{""}
	if *contexts != "" {
		modes = strings.Split(*contexts, ",")
	}
	return c.compareAll(projects, modes)
}

type corpus struct {
	jprof  string
	dir    string
	script string
	// fallback says that jprof is to instrument in place.
	fallback bool
	// contexts is the mode of --contexts, "" for builds with counters.
	contexts string
	// byTest says that jprof is to count by test.
	byTest bool
}

// with returns the arguments of jprof that come before those of mvn.
func (c corpus) with() []string {
	switch {
	case c.contexts != "":
		return []string{"mvn", "--contexts=" + c.contexts}
	case c.fallback:
		return []string{"mvn", "--fallback"}
	case c.byTest:
		return []string{"mvn", "--by-test"}
	}
	return []string{"mvn"}
}

// way returns the name of the folder of a build with jprof.
func (c corpus) way() string {
	if c.byTest {
		return "by-test"
	}
	return cmp.Or(c.contexts, "jprof")
}

// project is one line of the table in corpus.sh.
type project struct {
	name  string
	jdk   int    // feature release
	maven string // "-" for the mvn on the PATH, else a version
	env   string // NAME=value, or ""
	args  []string
}

// projects returns the named projects, or all projects.
func (c corpus) projects(names []string) ([]project, error) {
	out, err := exec.Command("sh", c.script, "-t").Output()
	if err != nil {
		return nil, fmt.Errorf("%s -t: %w", c.script, err)
	}
	var all []project
	for line := range strings.Lines(string(out)) {
		f := strings.SplitN(strings.TrimSpace(line), "|", 5)
		if len(f) != 5 {
			return nil, fmt.Errorf("%s -t: cannot read %q", c.script, line)
		}
		args, err := shellquote.Split(f[4])
		jdk, err2 := strconv.Atoi(f[1])
		if err := errors.Join(err, err2); err != nil {
			return nil, fmt.Errorf("%s -t: %q: %w", c.script, line, err)
		}
		all = append(all, project{f[0], jdk, f[2], f[3], args})
	}
	if len(names) == 0 {
		return all, nil
	}
	var chosen []project
	for _, name := range names {
		i := slices.IndexFunc(all, func(p project) bool { return p.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no project %s", name)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

// layOut runs the script that lays a project out, and returns the environment of the project's builds.
func (c corpus) layOut(p project) ([]string, error) {
	fmt.Fprintf(os.Stderr, "corpus: %s\n", p.name)
	lay := exec.Command("sh", c.script, c.dir, p.name)
	lay.Stdout, lay.Stderr = os.Stderr, os.Stderr
	if err := lay.Run(); err != nil {
		return nil, fmt.Errorf("laying out: %w", err)
	}
	return c.environment(p)
}

// arguments returns the command line for Maven.
func (p project) arguments() []string {
	return slices.Concat([]string{"-B"}, p.args, []string{"verify"})
}

// environment returns the environment of all builds of a project.
func (c corpus) environment(p project) ([]string, error) {
	jdk, err := jtest.OfRelease(p.jdk)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(jdk.Home, "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
	if p.maven != "-" {
		path = filepath.Join(c.dir, ".maven-"+p.maven, "bin") + string(os.PathListSeparator) + path
	}
	env := append(os.Environ(), "JAVA_HOME="+jdk.Home, "PATH="+path)
	if p.env != "" {
		env = append(env, p.env)
	}
	return env, nil
}

// copy makes a fresh copy of the tree of a project in the folder to.
func (c corpus) copy(p project, to string) error {
	return errors.Join(os.RemoveAll(to), os.CopyFS(to, os.DirFS(filepath.Join(c.dir, p.name))))
}

// ask runs a command of jprof in a tree, and returns what it prints.
func (c corpus) ask(tree string, env []string, args ...string) ([]byte, error) {
	cmd := exec.Command(c.jprof, args...)
	cmd.Dir, cmd.Env, cmd.Stderr = tree, env, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("jprof %s: %w", args[0], err)
	}
	return out, nil
}

// built is the result of a build.
type built struct {
	trial.Used
	code    int
	fetched bool // Maven had to download something
}

// build runs a command, whose output goes to the file log.
func build(dir, log string, env []string, name string, args ...string) (built, error) {
	path, err := lookPath(env, name)
	if err != nil {
		return built{}, err
	}
	out, err := os.Create(log)
	if err != nil {
		return built{}, err
	}
	defer out.Close()
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, out, out
	used, err := trial.Run(cmd)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return built{}, err
	}
	text, err := os.ReadFile(log)
	return built{used, cmd.ProcessState.ExitCode(), strings.Contains(string(text), "Downloaded from ")}, err
}

// succeed calls build, and returns an error also if the build fails.
func succeed(dir, log string, env []string, name string, args ...string) error {
	b, err := build(dir, log, env, name, args...)
	if err == nil && b.code != 0 {
		err = fmt.Errorf("%s failed: see %s", filepath.Base(name), log)
	}
	return err
}

// lookPath returns the path of a command in the PATH of env. If name is an absolute path, it returns name.
func lookPath(env []string, name string) (string, error) {
	if filepath.IsAbs(name) {
		return name, nil
	}
	return environ.LookPath(env, "", name)
}
