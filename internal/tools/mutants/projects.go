package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// project is a Maven project whose sources are changed.
type project struct {
	name    string   // its name in corpus.sh
	module  string   // folder of the module, "" for the root
	args    []string // arguments of mvn, before the phase
	javac   []string // options that the build gives to the compiler
	jvm     []string // options that the build gives to the JVM of tests
	without []string // tests that are omitted, CLASS or CLASS#METHOD, for the reason in whyWithout
	changes int      // the default number of changes to try
	runs    int      // number of runs without a change, to find tests that do not always pass
}

// whyWithout is the reason for which some tests are omitted.
const whyWithout = "they take most of the time, work on random data, or skip others in each run"

// projects lists the known projects.
var projects = []project{
	{
		name:    "mime4j",
		module:  "core",
		args:    []string{"-pl", "core"},
		javac:   []string{"--release", "8"},
		changes: 350,
		runs:    4,
	},
	{
		name:  "commons-csv",
		args:  []string{"-Drat.skip", "-Dcyclonedx.skip", "-Dspdx.skip"},
		javac: []string{"-source", "8", "-target", "8"},
		without: []string{ // they work on random data
			"org.apache.commons.csv.CSVPrinterTest#testRandomDefault",
			"org.apache.commons.csv.CSVPrinterTest#testRandomExcel",
			"org.apache.commons.csv.CSVPrinterTest#testRandomMySql",
			"org.apache.commons.csv.CSVPrinterTest#testRandomPostgreSqlText",
			"org.apache.commons.csv.CSVPrinterTest#testRandomRfc4180",
			"org.apache.commons.csv.CSVPrinterTest#testRandomTdf",
		},
		changes: 150,
		runs:    4,
	},
	{
		name:    "commons-cli",
		args:    []string{"-Drat.skip", "-Dcyclonedx.skip", "-Dspdx.skip"},
		javac:   []string{"-source", "8", "-target", "8"},
		changes: 150,
		runs:    4,
	},
	{
		name:    "commons-validator",
		args:    []string{"-Drat.skip", "-Dcyclonedx.skip", "-Dspdx.skip", "-DargLine="},
		javac:   []string{"-source", "8", "-target", "8"},
		changes: 150,
		runs:    4,
	},
	{
		name: "commons-text",
		args: []string{"-Drat.skip", "-Dcyclonedx.skip", "-Dspdx.skip", "-DargLine=",
			"-Dmaven.test.failure.ignore=true"}, // some tests need a network
		javac: []string{"-source", "8", "-target", "8", "-encoding", "ISO-8859-1"},
		jvm:   []string{"-Xmx3g"}, // a test fills a gigabyte
		without: []string{
			"org.apache.commons.text.lookup.UrlStringLookupTest", // it waits for a network
			"org.apache.commons.text.ExtendedMessageFormatTest#testBuiltInDateTimeFormat",
			"org.apache.commons.text.ExtendedMessageFormatTest#testOverriddenBuiltinFormat",
			"org.apache.commons.text.io.StringSubstitutorFilterReaderTest",
			"org.apache.commons.text.numbers.DoubleFormatTest",
			"org.apache.commons.text.TextStringBuilderTest#testEnsureCapacityOutOfMemoryError", // the JVM ends then
			"org.apache.commons.text.TextStringBuilderTest#testOutOfMemoryError",
			"org.apache.commons.text.TextStringBuilderTest#testOutOfMemoryError2",
			"org.apache.commons.text.TextStringBuilderTest#testOutOfMemoryError3",
		},
		changes: 150,
		runs:    4,
	},
	{
		name:  "commons-lang3",
		args:  []string{"-Drat.skip", "-Dcyclonedx.skip", "-Dspdx.skip", "-Dmaven.test.failure.ignore=true"},
		javac: []string{"-source", "8", "-target", "8", "-encoding", "ISO-8859-1"},
		jvm: []string{"-Xmx512m", "--add-opens", "java.base/java.lang.reflect=ALL-UNNAMED", "--add-opens",
			"java.base/java.lang=ALL-UNNAMED", "--add-opens", "java.base/java.util=ALL-UNNAMED"},
		without: []string{
			"org.apache.commons.lang3.builder.ToStringStyleConcurrencyTest",
			"org.apache.commons.lang3.concurrent.locks.LockingVisitorsTest",
			"org.apache.commons.lang3.text.ExtendedMessageFormatTest#testBuiltInDateTimeFormat",
			"org.apache.commons.lang3.text.ExtendedMessageFormatTest#testOverriddenBuiltinFormat",
			"org.apache.commons.lang3.time.DurationFormatUtilsTest#testFourYears",
			"org.apache.commons.lang3.time.FastDateParserTest#testTzParses",
			"org.apache.commons.lang3.time.FastDateParser_TimeZoneStrategyTest",
			"org.apache.commons.lang3.time.Java15BugFastDateParserTest",
		},
		changes: 75,
		runs:    4,
	},
}

// place holds the folder of a project, and its tools.
type place struct {
	project
	dir   string // folder of this project, with all its trees and results
	jprof string
	env   []string
	home  string // home folder of the JDK
}

// tree returns the folder of the repository, in which jprof has recorded the tests.
func (p *place) tree() string { return filepath.Join(p.dir, "tree", p.name) }

// plain returns the folder of the copy that Maven has built.
func (p *place) plain() string { return filepath.Join(p.dir, "plain", p.name) }

// root returns the folder of the module in a tree.
func (p *place) root(tree string) string { return filepath.Join(tree, p.module) }

// sources returns the folder of the main sources in a tree.
func (p *place) sources(tree string) string {
	return filepath.Join(p.root(tree), "src", "main", "java")
}

// layOut makes a repository with the project in one commit, unless an earlier call did so.
func (p *place) layOut(script, corpus string) error {
	if _, err := os.Stat(filepath.Join(p.tree(), ".git")); err == nil {
		return p.clean()
	}
	if err := run(os.Stderr, "", nil, "sh", script, corpus, p.name); err != nil {
		return fmt.Errorf("laying out: %w", err)
	}
	if err := errors.Join(os.RemoveAll(p.tree()), os.MkdirAll(p.tree(), 0o777)); err != nil {
		return err
	}
	if err := os.CopyFS(p.tree(), os.DirFS(filepath.Join(corpus, p.name))); err != nil {
		return err
	}
	return commit(p.tree(), p.name)
}

// commit makes a repository of a folder.
func commit(dir, message string) error {
	if err := git(dir, "init", "-q"); err != nil {
		return err
	}
	exclude := filepath.Join(dir, ".git", "info", "exclude")
	if err := os.MkdirAll(filepath.Dir(exclude), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(exclude, []byte("target/\n.jprof/\n"), 0o666); err != nil {
		return err
	}
	return errors.Join(git(dir, "add", "-A", "."), git(dir, "commit", "-q", "-m", message))
}

// clean undoes the change of an earlier command that was killed.
func (p *place) clean() error { return git(p.tree(), "checkout", "-q", "--", ".") }

func git(dir string, args ...string) error {
	who := []string{"-c", "user.name=mutants", "-c", "user.email=mutants@example.org", "-c", "commit.gpgsign=false"}
	return run(os.Stderr, dir, nil, "git", append(who, args...)...)
}

// run executes a command in a folder. The command writes both output streams to a file.
func run(to *os.File, dir string, env []string, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, to, to
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s in %s: %w", name, strings.Join(args, " "), dir, err)
	}
	return nil
}

// logged executes a command whose output goes to the file log. The error has the last lines of the log.
func logged(log, dir string, env []string, name string, args ...string) error {
	f, err := os.Create(log)
	if err != nil {
		return err
	}
	defer f.Close() // the command has written it
	if err := run(f, dir, env, name, args...); err != nil {
		text, _ := os.ReadFile(log) // the error of the command matters
		lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
		return fmt.Errorf("%w; the end of %s:\n%s", err, log, bytes.Join(lines[max(0, len(lines)-15):], []byte("\n")))
	}
	return nil
}
