package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/jtest"
	"jprof/internal/jtest/generated"
)

func main() {
	if err := command(); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func command() error {
	jprof := flag.String("jprof", "bin/jprof", "the jprof to try")
	dir := flag.String("dir", filepath.Join(jtest.CacheDir(), "jprof-mutants"), "folder for all that is kept")
	corpus := flag.String("corpus", cmp.Or(os.Getenv("JPROF_CORPUS"), filepath.Join(jtest.CacheDir(), "jprof-corpus")),
		"folder of the projects")
	script := flag.String("script", "internal/tools/corpus/corpus.sh", "lays the projects out")
	seed := flag.Uint64("seed", 1, "chooses the changes")
	count := flag.Int("count", 0, "changes in each project; 0 for as many as the document has")
	doc := flag.String("doc", "", "document whose generated part is replaced")
	every := flag.Int("alone", 10, "run the selected tests alone with one of so many changes; 0 for none")
	flag.Parse()
	w, err := newWork(*dir, *jprof)
	if err != nil {
		return err
	}
	places, err := w.places(flag.Args())
	if err != nil {
		return err
	}
	var bad []error
	for _, p := range places {
		if err := p.layOut(*script, *corpus); err != nil {
			return err
		}
		if err := w.tests(p, *seed, cmp.Or(*count, p.changes)); err != nil {
			return err
		}
		bad = append(bad, w.selections(p, *every))
	}
	text, err := w.document()
	if err != nil {
		return err
	}
	fmt.Print(text)
	if *doc != "" {
		bad = append(bad, generated.Write(*doc, written, text))
	}
	return errors.Join(bad...)
}

// work holds the tools that all projects share.
type work struct {
	compiler *compiler
	dir      string
	jprof    string
	env      []string
}

// newWork finds the tools. The JDK is of a version that can still compile for Java 8, and that all projects accept.
func newWork(dir, jprof string) (*work, error) {
	jdk, err := jtest.OfRelease(17)
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(jprof)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	env := append(os.Environ(), "JAVA_HOME="+jdk.Home,
		"PATH="+filepath.Join(jdk.Home, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	return &work{compiler: &compiler{jdk}, dir: dir, jprof: path, env: env}, nil
}

func (w *work) place(p project) *place {
	return &place{project: p, dir: filepath.Join(w.dir, p.name), jprof: w.jprof, env: w.env,
		home: w.compiler.jdk.Home}
}

// places returns the places of the named projects, or of all projects.
func (w *work) places(names []string) (list []*place, err error) {
	for _, p := range projects {
		if len(names) == 0 || slices.Contains(names, p.name) {
			list = append(list, w.place(p))
			if err := os.MkdirAll(list[len(list)-1].dir, 0o777); err != nil {
				return nil, err
			}
		}
	}
	if len(list) < len(names) {
		return nil, fmt.Errorf("%s: one of them is no project that is known", strings.Join(names, " "))
	}
	return list, nil
}

// tests runs all tests with changes in the order of a seed, until count changes that javac accepts have results.
func (w *work) tests(p *place, seed uint64, count int) error {
	b, err := p.baseline(w.compiler)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	found, err := candidates(p.root(p.tree()))
	if err != nil {
		return err
	}
	limit := b.limits()
	valid := 0
	for number, m := range choose(found, seed) {
		if valid == count {
			break
		}
		r, err := p.load(seed, number, m)
		if err != nil {
			return err
		}
		if r.Rejected == "" && r.Full == nil {
			if err := w.try(p, b, r, limit); err != nil {
				return fmt.Errorf("%v: %w", r, err)
			}
			if err := p.save(r); err != nil {
				return err
			}
		}
		if r.Rejected == "" {
			valid++
		}
	}
	return nil
}

// try compiles a change, and runs all tests.
func (w *work) try(p *place, b *baseline, r *record, limit map[string]float64) error {
	took, err := w.compile(p, b, &r.Mutant)
	if errors.Is(err, errRejected) {
		r.Rejected = err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	o, err := p.runTests(b, p.mutated(), nil, limit)
	if err != nil {
		return err
	}
	r.Full = b.compared(o)
	r.Full.Compile = took.Seconds()
	fmt.Fprintf(os.Stderr, "mutants: %v: %v: %d tests fail (%s; %.1f s, after %.1f s of javac)\n", r, &r.Mutant,
		len(r.Full.Failed), o.Ended, o.Seconds, took.Seconds())
	return nil
}

// mutated returns the folder of the classes with a change.
func (p *place) mutated() string { return filepath.Join(p.dir, "mutated") }

// compile compiles the module with a change.
func (w *work) compile(p *place, b *baseline, m *mutant) (time.Duration, error) {
	text, err := os.ReadFile(filepath.Join(p.root(p.tree()), filepath.FromSlash(m.File)))
	if err != nil {
		return 0, err
	}
	if text, err = m.apply(text); err != nil {
		return 0, err
	}
	start := time.Now()
	err = w.compiler.compile(p, b, p.mutated(), m, text)
	return time.Since(start), err
}
