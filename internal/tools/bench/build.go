package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
	"jprof/internal/util/atomicfile"
)

// build is a program with its variants, each in a folder of its own with sources and classes.
type build struct {
	program
	dir  string
	jars []string  // jars on the class path of the program
	jdk  jtest.JDK // compiles the program: the oldest JDK that the program runs on
	// missing has the variants that could not be built, each with the reason.
	missing map[string]string
	// skipped has the sources that are not instrumented in OpenClover's variant, each with the reason.
	skipped  map[string]string
	growth   growth
	contexts []contextsSize // of the runs so far
}

// growth is the effect of counters on the size of the sources and classes of a program.
type growth struct {
	Files         int
	Sources       map[string]int64 // variant -> bytes
	Classes       map[string]int64
	Instrumenting map[string]trial.Used
	Compiling     map[string]trial.Used
}

func (d *build) path(names ...string) string {
	return filepath.Join(append([]string{d.dir}, names...)...)
}

// makeBuild lays a program out and compiles its variants. It makes variants with counters only if they are measured.
func (b *bench) makeBuild(p program, o options) (*build, error) {
	d := &build{program: p, dir: filepath.Join(b.dir, "build", p.name), missing: map[string]string{},
		skipped: map[string]string{}}
	d.growth = growth{Sources: map[string]int64{}, Classes: map[string]int64{}, Instrumenting: map[string]trial.Used{},
		Compiling: map[string]trial.Used{}}
	for _, n := range p.needs {
		d.jars = append(d.jars, b.jar(n))
	}
	i := slices.IndexFunc(b.installed, func(j jtest.JDK) bool { return j.Version >= p.oldest })
	if i < 0 {
		return nil, fmt.Errorf("%s needs JDK %d", p.name, p.oldest)
	}
	d.jdk = b.installed[i]
	if err := b.others(d, slices.Contains(o.beside, openClover)); err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	if err := b.compileDriver(d); err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	counted := map[string]string{}
	if slices.ContainsFunc(parts, o.measures) {
		counted[jprof] = b.jprof
		if b.before != "" {
			counted[before] = b.before
		}
	}
	for variant, tool := range counted {
		if err := b.buildJprof(d, variant, tool); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	for _, variant := range []string{plain, before, jprof, openClover} {
		if d.missing[variant] != "" || (variant == jprof || variant == before) && counted[variant] == "" {
			continue
		}
		files, sources, err := size(d.path(variant, "src"), ".java")
		_, classes, err2 := size(d.path(variant, "classes"), ".class")
		if err := errors.Join(err, err2); err != nil {
			return nil, err
		}
		if variant == plain {
			d.growth.Files = files
		}
		d.growth.Sources[variant], d.growth.Classes[variant] = sources, classes
	}
	return d, nil
}

// kept describes the finished variants that do not depend on jprof.
type kept struct {
	Key              string // a key of all that these variants depend on
	Missing, Skipped map[string]string
	Growth           growth
}

// others builds the variants that do not depend on jprof, unless an earlier call has built them.
func (b *bench) others(d *build, clover bool) error {
	key := fmt.Sprint(d.artefact, d.needs, describe(d.jdk), openCloverTool, javacOptions, clover)
	file := d.path("built.json")
	var k kept
	if atomicfile.ReadJSON(file, &k) == nil && d.artefact != "" && k.Key == key {
		d.missing, d.skipped, d.growth = k.Missing, k.Skipped, k.Growth
		return nil
	}
	fmt.Fprintf(os.Stderr, "bench: building %s\n", d.name)
	if err := os.RemoveAll(d.dir); err != nil {
		return err
	}
	if err := b.layOut(d.program, d.path(plain, "src"), d.path("resources")); err != nil {
		return err
	}
	if out, err := b.compile(d, plain); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	if !clover {
		d.missing[openClover] = "not measured"
	} else if err := b.buildOpenClover(d); err != nil {
		d.missing[openClover] = firstLine(err)
		fmt.Fprintf(os.Stderr, "bench: %s: no OpenClover: %v\n", d.name, err)
	}
	return atomicfile.WriteJSON(file, kept{key, d.missing, d.skipped, d.growth})
}

// compile runs javac on the sources of a variant. The error has the messages of javac.
func (b *bench) compile(d *build, variant string) (string, error) {
	classes := d.path(variant, "classes")
	if err := emptied(classes); err != nil {
		return "", err
	}
	sources, err := list(d.path(variant, "src"), ".java")
	if err != nil {
		return "", err
	}
	jars := d.jars
	if variant == openClover {
		jars = append(slices.Clone(jars), b.jar(openCloverTool))
	}
	u, out, err := javac(d, jars, classes, sources)
	d.growth.Compiling[variant] = u
	return out, err
}

func (b *bench) compileDriver(d *build) error {
	classes := d.path("drivers")
	if err := emptied(classes); err != nil {
		return err
	}
	drivers := filepath.Join(b.here, "drivers")
	sources := []string{filepath.Join(drivers, "Par.java"), filepath.Join(drivers, "Loop.java"),
		filepath.Join(drivers, d.driver+".java")}
	_, out, err := javac(d, append([]string{d.path(plain, "classes")}, d.jars...), classes, sources)
	if err != nil {
		return fmt.Errorf("the driver: %w\n%s", err, out)
	}
	return nil
}

var javacOptions = []string{"-nowarn", "-proc:none", "-g", "-encoding", "UTF-8", "-Xmaxerrs", "10000"}

// javac compiles sources of a program. It passes the list of sources in a file, since there may be many.
func javac(d *build, classPath []string, to string, sources []string) (trial.Used, string, error) {
	var text strings.Builder
	for _, s := range sources {
		fmt.Fprintf(&text, "\"%s\"\n", strings.ReplaceAll(s, `\`, `\\`))
	}
	files := to + ".files"
	if err := os.WriteFile(files, []byte(text.String()), 0o644); err != nil {
		return trial.Used{}, "", err
	}
	args := append(slices.Clone(javacOptions), "-d", to)
	if len(classPath) > 0 {
		args = append(args, "-cp", strings.Join(classPath, string(os.PathListSeparator)))
	}
	_, u, err := command(d.dir, clean(), d.jdk.Javac(), append(args, "@"+files)...)
	if err != nil {
		return u, err.Error(), errors.New("javac does not compile it")
	}
	return u, "", nil
}

// buildJprof makes the variant with the counters of the jprof at the path tool.
func (b *bench) buildJprof(d *build, variant, tool string) error {
	if err := emptied(d.path(variant)); err != nil {
		return err
	}
	_, u, err := command(d.dir, clean(), tool, "instrument", d.path(plain, "src"), "-o", d.path(variant, "src"),
		"--map", d.path(variant, "map"), "--counts", d.path(variant, "counts"))
	if err != nil {
		return err
	}
	d.growth.Instrumenting[variant] = u
	if out, err := b.compile(d, variant); err != nil {
		return fmt.Errorf("%s: %w\n%s", variant, err, out)
	}
	return nil
}

// attempts is the maximal number of files without counters in OpenClover's variant.
const attempts = 25

var (
	// cloverFailure matches a message of OpenClover on a file that it cannot parse: the file, and the reason.
	cloverFailure = regexp.MustCompile(`(?m)^ERROR: (.+\.java):(\d+:\d+: ?.+)$`)
	// javacFailure matches a message of javac on a file that it rejects: the file, and the reason.
	javacFailure = regexp.MustCompile(`(?m)^(.+\.java):(\d+: error: .+)$`)
)

// buildOpenClover makes OpenClover's variant. If OpenClover cannot parse a file, or its result does not compile, the
// file has no counters, and is listed.
func (b *bench) buildOpenClover(d *build) error {
	for range attempts {
		bad, err := b.cloverOnce(d)
		if len(bad) == 0 {
			return err
		}
		known := len(d.skipped)
		maps.Copy(d.skipped, bad)
		if len(d.skipped) == known || len(d.skipped) > attempts {
			return err
		}
	}
	return fmt.Errorf("more than %d files that it does not instrument", attempts)
}

// cloverOnce instruments all files but those in skipped, and compiles the sources. It returns the errors in further
// files, by the path of the file in the sources.
func (b *bench) cloverOnce(d *build) (map[string]string, error) {
	from, to := d.path(plain, "src"), d.path(openClover, "src")
	if err := errors.Join(os.RemoveAll(d.path(openClover)), os.MkdirAll(to, 0o755)); err != nil {
		return nil, err
	}
	sources, err := list(from, ".java")
	if err != nil {
		return nil, err
	}
	args := []string{"-cp", b.jar(openCloverTool), "org.openclover.core.CloverInstr", "-e", "UTF-8", "-i",
		d.recording(), "-d", to}
	for _, s := range sources {
		rel, err := filepath.Rel(from, s)
		if err != nil {
			return nil, err
		}
		if d.skipped[filepath.ToSlash(rel)] == "" {
			args = append(args, s)
			continue
		}
		if err := copyFile(s, filepath.Join(to, rel)); err != nil {
			return nil, err
		}
	}
	out, u, err := command(d.dir, clean(), d.jdk.Java(), args...)
	d.growth.Instrumenting[openClover] = u
	if err != nil {
		messages := out + err.Error()
		return failures(cloverFailure, messages, from), fmt.Errorf("CloverInstr fails: %s", lastLine(messages))
	}
	out, err = b.compile(d, openClover)
	if err != nil {
		return failures(javacFailure, out, to), fmt.Errorf("its result does not compile: %s", lastLine(out))
	}
	return nil, nil
}

// failures finds files below dir in messages: path in dir -> the first message about it.
func failures(pattern *regexp.Regexp, messages, dir string) map[string]string {
	bad := map[string]string{}
	for _, m := range pattern.FindAllStringSubmatch(messages, -1) {
		rel, err := filepath.Rel(dir, m[1])
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		if rel = filepath.ToSlash(rel); bad[rel] == "" {
			bad[rel] = m[2]
		}
	}
	return bad
}

// recording returns the path of OpenClover's database. The counts are in files beside the database, whose names begin
// with the name of the database.
func (d *build) recording() string { return d.path(openClover, "db", "clover.db") }

// removeRecordings removes the counts of runs.
func (d *build) removeRecordings() {
	files, _ := filepath.Glob(d.recording() + "?*") // the pattern is well-formed
	for _, f := range files {
		os.Remove(f) // one more does not matter
	}
}

// emptied removes a folder with its content, and makes it again.
func emptied(dir string) error { return errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755)) }

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	return errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, text, 0o644))
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
