package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/util/atomicfile"
)

// baseline holds the tests of a project without a change, and their times. It is kept in a file.
type baseline struct {
	ClassPath []string // class path of the tests, as Maven has it, but without the classes of the module
	Classes   []string // classes of tests, in the order in which Maven runs them
	Tests     []test   // tests that pass in each plain run, in the order of the first run
	Excluded  []excluded
	Seconds   float64 // of the median plain run
	Compile   float64 // seconds
	Runs      int
}

// test is a test that passes without a change.
type test struct {
	ID      string // the identifier that the test framework gives
	Class   string
	Method  string
	Seconds float64 // in the first plain run
}

// excluded is a test that does not always pass.
type excluded struct {
	test
	Did []string // the status in each plain run that had the test
}

// steady reports whether a test had the same status in each plain run.
func (b *baseline) steady(e excluded) bool {
	return len(e.Did) == b.Runs && len(slices.Compact(slices.Clone(e.Did))) == 1
}

// name returns the name of a test as users type it, without the number of an invocation.
func (t test) name() string { return t.Class + "#" + t.Method }

// baseline returns the baseline of the project. Unless an earlier call did so, it builds the project by Maven and runs
// the tests.
func (p *place) baseline(c *compiler) (*baseline, error) {
	b, err := p.readBaseline()
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return b, err
	}
	if err := p.buildPlain(); err != nil {
		return nil, err
	}
	if err := b.readReports(p); err != nil {
		return nil, err
	}
	start := time.Now()
	out := p.plainClasses()
	if err := c.compile(p, b, out, nil, nil); err != nil {
		return nil, err
	}
	b.Compile = time.Since(start).Seconds()
	if err := b.measure(p, out); err != nil {
		return nil, err
	}
	return b, b.write(p)
}

func (b *baseline) write(p *place) error {
	return atomicfile.WriteJSON(p.baselineFile(), b)
}

func (p *place) baselineFile() string { return filepath.Join(p.dir, "baseline.json") }

func (p *place) readBaseline() (*baseline, error) {
	b := &baseline{}
	return b, atomicfile.ReadJSON(p.baselineFile(), b)
}

// buildPlain has Maven build a copy and run its tests, if that is not done.
func (p *place) buildPlain() error {
	done := filepath.Join(p.dir, "built")
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	if err := errors.Join(os.RemoveAll(p.plain()), os.CopyFS(p.plain(), os.DirFS(p.tree()))); err != nil {
		return err
	}
	args, err := p.arguments()
	if err != nil {
		return err
	}
	if err := logged(filepath.Join(p.dir, "plain.log"), p.plain(), p.env, "mvn", args...); err != nil {
		return err
	}
	return os.WriteFile(done, nil, 0o666)
}

// arguments returns the command line for Maven. It excludes the classes of tests that are omitted.
func (p *place) arguments() ([]string, error) {
	var patterns []string
	for _, name := range p.without {
		if !strings.Contains(name, "#") {
			patterns = append(patterns, "**/"+strings.ReplaceAll(name, ".", "/")+".java")
		}
	}
	args := append([]string{"-B"}, p.args...)
	if patterns != nil {
		file := filepath.Join(p.dir, "excludes.txt")
		if err := os.WriteFile(file, []byte(strings.Join(patterns, "\n")+"\n"), 0o666); err != nil {
			return nil, err
		}
		args = append(args, "-Dsurefire.excludesFile="+file)
	}
	return append(args, "test"), nil
}

// readReports reads the class path and the order of classes from the reports of the build.
func (b *baseline) readReports(p *place) error {
	reports := filepath.Join(p.root(p.plain()), "target", "surefire-reports")
	paths, err := filepath.Glob(filepath.Join(reports, "TEST-*.xml"))
	if err != nil {
		return err
	}
	when := map[string]time.Time{}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "TEST-"), ".xml")
		name, _, _ = strings.Cut(name, "$") // nested ones run with those around them
		if _, err := os.Stat(p.classFile(name)); err != nil {
			continue // a suite may have any name
		}
		if t, ok := when[name]; !ok || info.ModTime().Before(t) {
			when[name] = info.ModTime()
		}
	}
	for name := range when {
		if !slices.Contains(p.without, name) {
			b.Classes = append(b.Classes, name)
		}
	}
	slices.SortFunc(b.Classes, func(x, y string) int {
		if c := when[x].Compare(when[y]); c != 0 {
			return c
		}
		return strings.Compare(x, y)
	})
	if len(b.Classes) == 0 {
		return fmt.Errorf("no reports of tests in %s", reports)
	}
	return b.readClassPath(p, paths[0])
}

// classFile returns the path of the class file of a class of tests in the plain build.
func (p *place) classFile(name string) string {
	return filepath.Join(p.root(p.plain()), "target", "test-classes", strings.ReplaceAll(name, ".", "/")+".class")
}

// readClassPath reads the class path of the tests from a report.
func (b *baseline) readClassPath(p *place, report string) error {
	text, err := os.ReadFile(report)
	if err != nil {
		return err
	}
	var suite struct {
		Properties []struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
		} `xml:"properties>property"`
	}
	if err := xml.Unmarshal(text, &suite); err != nil {
		return fmt.Errorf("%s: %w", report, err)
	}
	for _, property := range suite.Properties {
		if property.Name == "surefire.test.class.path" {
			b.ClassPath = strings.Split(property.Value, string(os.PathListSeparator))
		}
	}
	own := func(s string) bool {
		return s == "" || strings.HasPrefix(s, p.root(p.plain())+string(filepath.Separator))
	}
	b.ClassPath = slices.DeleteFunc(b.ClassPath, own)
	if len(b.ClassPath) == 0 {
		return fmt.Errorf("%s: no class path", report)
	}
	return b.addLauncher(p)
}

// addLauncher adds the launcher of the JUnit Platform to the class path, in the version of the engine. Surefire may
// have fetched another version.
func (b *baseline) addLauncher(p *place) error {
	for _, jar := range b.ClassPath {
		if !strings.HasPrefix(filepath.Base(jar), "junit-platform-engine-") {
			continue
		}
		launcher := strings.ReplaceAll(jar, "junit-platform-engine", "junit-platform-launcher")
		if _, err := os.Stat(launcher); err != nil {
			artifact := "org.junit.platform:junit-platform-launcher:" + filepath.Base(filepath.Dir(launcher))
			if err := logged(filepath.Join(p.dir, "launcher.log"), p.plain(), p.env, "mvn", "-B", "-Dtransitive=false",
				"-Dartifact="+artifact, "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get"); err != nil {
				return err
			}
		}
		if !slices.Contains(b.ClassPath, launcher) {
			b.ClassPath = append(b.ClassPath, launcher)
		}
		return nil
	}
	return nil
}

// platform reports whether the JUnit Platform runs the tests. Otherwise JUnit 4 does.
func (b *baseline) platform() bool {
	return slices.ContainsFunc(b.ClassPath, func(jar string) bool {
		return strings.HasPrefix(filepath.Base(jar), "junit-platform-launcher-")
	})
}

// measure runs the tests several times, and notes their times and which of them always pass.
func (b *baseline) measure(p *place, classes string) error {
	var seconds []float64
	seen := map[string][]string{} // the results of each test, by identifier
	var all []test
	for i := range p.runs {
		r, err := p.runTests(b, classes, nil, nil)
		if err != nil {
			return err
		}
		if r.Ended != endedItself {
			return fmt.Errorf("the tests without a change: %s", r.Ended)
		}
		fmt.Fprintf(os.Stderr, "mutants: %s: plain run %d: %d tests, %.1f s\n", p.name, i+1, len(r.results), r.Seconds)
		seconds = append(seconds, r.Seconds)
		for _, x := range r.results {
			if seen[x.ID] == nil {
				all = append(all, x.test)
			}
			seen[x.ID] = append(seen[x.ID], x.status)
		}
	}
	for _, t := range all {
		if did := seen[t.ID]; passed(did, p.runs) {
			b.Tests = append(b.Tests, t)
		} else {
			b.Excluded = append(b.Excluded, excluded{t, did})
		}
	}
	slices.Sort(seconds)
	b.Seconds, b.Runs = seconds[len(seconds)/2], p.runs
	if len(b.Tests) == 0 {
		return errors.New("no test passes")
	}
	return nil
}

// passed reports whether a test has passed in each plain run. did holds its results, and runs is the number of runs.
func passed(did []string, runs int) bool {
	return len(did) == runs && !slices.ContainsFunc(did, func(s string) bool { return s != "passed" })
}

// limits returns the seconds that each test takes without a change, by identifier.
func (b *baseline) limits() map[string]float64 {
	limits := map[string]float64{}
	for _, t := range b.Tests {
		limits[t.ID] = t.Seconds
	}
	return limits
}
