package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"jprof/internal/util/atomicfile"
)

// library is a library whose releases are changes: the main sources of each take the place of those of the one before.
type library struct {
	name     string
	artifact string // GROUP:ARTIFACT
	versions []string
	args     []string // of mvn
	jvm      []string // see project
	without  []string // see project
}

// libraries are those that are known. Their sources and test sources are jars on Maven Central. No library that has
// tests of seconds has 21 such releases, so there are two.
var libraries = []library{
	{
		name:     "commons-codec",
		artifact: "commons-codec:commons-codec",
		versions: []string{"1.7", "1.8", "1.9", "1.10", "1.11", "1.12", "1.13", "1.14", "1.15", "1.16.0", "1.16.1",
			"1.17.0", "1.17.1", "1.17.2", "1.18.0", "1.19.0", "1.20.0", "1.21.0"},
		// Some tests allocate gigabytes, and are aborted where there are none.
		args: append([]string{"-DargLine=-Xmx1g"}, ofOldPoms...),
		jvm:  []string{"-XX:-ExitOnOutOfMemoryError"},
	},
	{
		name:     "commons-csv",
		artifact: "org.apache.commons:commons-csv",
		versions: []string{"1.8", "1.9.0", "1.10.0", "1.11.0", "1.12.0", "1.13.0", "1.14.0", "1.14.1"},
		args:     ofOldPoms,
		without:  randomTests,
	},
}

// ofOldPoms are arguments for poms that are older than the JDK, without steps that only check.
var ofOldPoms = []string{"-Drat.skip", "-Dcyclonedx.skip", "-Dspdx.skip", "-Danimal.sniffer.skip", "-Denforcer.skip",
	"-Djacoco.skip", "-Dmaven.compiler.source=8", "-Dmaven.compiler.target=8", "-Dmaven.compile.source=8",
	"-Dmaven.compile.target=8", "-Dmaven.test.failure.ignore=true"}

// step has the results for the change from one release to the next.
type step struct {
	From, To string
	Problem  string   `json:",omitempty"` // the reason why it cannot be tried
	Dropped  []string `json:",omitempty"` // classes of tests that do not compile with them
	Tests    int
	Full     *fullRun   `json:",omitempty"`
	Selected *selection `json:",omitempty"`
}

// releases tries the changes of a library, and returns an error that names the misses.
func (w *work) releases(l library, script string, testsOnly bool) error {
	dir := filepath.Join(w.dir, "releases", l.name)
	missed := 0
	for i, to := range l.versions[1:] {
		s, err := w.readStep(l, l.versions[i], to)
		if errors.Is(err, fs.ErrNotExist) {
			if w.known {
				continue
			}
			s, err = &step{From: l.versions[i], To: to}, nil
		}
		if err != nil {
			return err
		}
		from, next := w.release(dir, l, s.From), w.release(dir, l, to)
		if err := errors.Join(from.layOutRelease(script, l, s.From), next.layOutRelease(script, l, to)); err != nil {
			return err
		}
		if w.known && !from.recorded() {
			continue
		}
		if err := w.step(from, next, s, testsOnly); err != nil && s.Problem == "" {
			return fmt.Errorf("%s: %s to %s: %w", l.name, s.From, to, err)
		}
		if err := atomicfile.WriteJSON(w.stepFile(l, s.From, to), s); err != nil {
			return err
		}
		if s.Selected != nil && len(s.Selected.Missed) > 0 {
			missed++
			fmt.Printf("MISS: %s %s to %s: %d of %d tests selected\n", l.name, s.From, to, s.Selected.Tests,
				s.Selected.Of)
			for _, f := range s.Selected.Missed {
				fmt.Printf("  not selected: %s (%s): %s: %s\n", f.name(), f.ID, f.Status, f.Why)
			}
		}
	}
	if missed > 0 {
		return fmt.Errorf("%s: with %d releases, tests have other results that are not selected", l.name, missed)
	}
	return nil
}

// release returns the place of a release.
func (w *work) release(dir string, l library, version string) *place {
	p := w.place(project{name: l.name, args: l.args, javac: []string{"-source", "8", "-target", "8"},
		jvm: l.jvm, without: l.without, runs: 2})
	p.dir = filepath.Join(dir, version)
	return p
}

// encoding matches the encoding of sources in a pom.
var encoding = regexp.MustCompile(`<(?:project\.build\.sourceEncoding|commons\.encoding)>([^<$]+)<`)

// layOutRelease lays a release out as a repository with one commit, if that is not done.
func (p *place) layOutRelease(script string, l library, version string) error {
	if _, err := os.Stat(filepath.Join(p.tree(), ".git")); err != nil {
		sources := filepath.Join(p.dir, "sources")
		if err := run(os.Stderr, "", nil, "sh", script, "-j", sources, l.name, l.artifact+":"+version); err != nil {
			return err
		}
		if err := errors.Join(os.RemoveAll(p.tree()), os.MkdirAll(p.tree(), 0o777),
			os.CopyFS(p.tree(), os.DirFS(filepath.Join(sources, l.name)))); err != nil {
			return err
		}
		if err := commit(p.tree(), l.name+" "+version); err != nil {
			return err
		}
	}
	pom, err := os.ReadFile(filepath.Join(p.tree(), "pom.xml"))
	if err != nil {
		return err
	}
	name := "iso-8859-1" // of the parent of the libraries
	if m := encoding.FindSubmatch(pom); m != nil {
		name = string(m[1])
	}
	p.javac = append(p.javac, "-encoding", name)
	return nil
}

// step runs the tests of a release with the main sources of the next, and asks jprof, where that is not done.
func (w *work) step(p, next *place, s *step, testsOnly bool) error {
	if s.Problem != "" {
		return nil
	}
	b, err := p.baseline(w.compiler)
	if err != nil {
		s.Problem = err.Error()
		return err
	}
	s.Tests = len(b.Tests)
	if s.Full == nil {
		if s.Full, err = w.runStep(p, next, b, s); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "mutants: %s %s to %s: %d of %d tests have another result (%s; %.1f s)\n", p.name,
			s.From, s.To, len(s.Full.Failed), s.Tests, s.Full.Ended, s.Full.Seconds)
	}
	if testsOnly {
		return nil
	}
	hash, err := hashFile(p.jprof)
	if err != nil || s.Selected != nil && s.Selected.Jprof == hash {
		return err
	}
	if err := p.record(); err != nil {
		return err
	}
	if s.Selected, err = p.selectStep(next, b, s); err == nil {
		s.Selected.Jprof = hash
	}
	return err
}

// messageFile matches the file in a message of javac.
var messageFile = regexp.MustCompile(`(?m)^(/.*?\.java):\d+: error: `)

// runStep compiles the next main sources with the tests of this release, without those that javac rejects, and runs
// them.
func (w *work) runStep(p, next *place, b *baseline, s *step) (*fullRun, error) {
	mainFiles, err := javaFiles(next.sources(next.tree()))
	if err != nil {
		return nil, err
	}
	mainFiles = slices.DeleteFunc(mainFiles, func(path string) bool {
		return filepath.Base(path) == "package-info.java"
	})
	testFiles, err := p.testFiles()
	if err != nil {
		return nil, err
	}
	out := p.mutated()
	for {
		if err := errors.Join(p.prepare(out),
			overlay(next.mainResources(), filepath.Join(out, "classes"))); err != nil {
			return nil, err
		}
		err := w.compiler.compileFiles(p, b, out, mainFiles, testFiles)
		if err == nil {
			break
		}
		rejected := map[string]bool{}
		for _, m := range messageFile.FindAllStringSubmatch(err.Error(), -1) {
			rejected[m[1]] = true
		}
		before := len(testFiles)
		testFiles = slices.DeleteFunc(testFiles, func(path string) bool { return rejected[path] })
		if len(testFiles) == before {
			s.Problem = err.Error()
			return nil, err
		}
	}
	s.Dropped = nil
	for _, class := range b.Classes {
		file := filepath.Join(out, "test-classes", strings.ReplaceAll(class, ".", "/")+".class")
		if _, err := os.Stat(file); err != nil {
			s.Dropped = append(s.Dropped, class)
		}
	}
	kept := *b
	kept.Classes = without(b.Classes, s.Dropped)
	kept.Tests = slices.DeleteFunc(slices.Clone(b.Tests), func(t test) bool {
		class, _, _ := strings.Cut(t.Class, "$")
		return slices.Contains(s.Dropped, class)
	})
	o, err := p.runTests(&kept, out, nil, b.limits())
	if err != nil {
		return nil, err
	}
	return kept.compared(o), nil
}

func without(list, dropped []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(dropped, s) })
}

// mainResources is the folder of the main resources.
func (p *place) mainResources() string {
	return filepath.Join(p.root(p.tree()), "src", "main", "resources")
}

// overlay copies files over those that are there.
func overlay(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // there are none
		}
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		_ = os.Remove(target) // it may be a link to that of the plain build
		return errors.Join(os.MkdirAll(filepath.Dir(target), 0o777), os.WriteFile(target, text, 0o666))
	})
}

// selectStep puts the main sources of the next release into the repository, asks, and takes them back.
func (p *place) selectStep(next *place, b *baseline, s *step) (*selection, error) {
	main := filepath.Join("src", "main")
	if err := errors.Join(os.RemoveAll(filepath.Join(p.tree(), main)),
		os.CopyFS(filepath.Join(p.tree(), main), os.DirFS(filepath.Join(next.tree(), main)))); err != nil {
		return nil, err
	}
	x, chosen, err := p.selected(b)
	if err := errors.Join(err, git(p.tree(), "add", "-A", "--", main),
		git(p.tree(), "reset", "-q", "--hard")); err != nil {
		return nil, err
	}
	x.keepMissed(chosen, s.Full)
	return x, nil
}
