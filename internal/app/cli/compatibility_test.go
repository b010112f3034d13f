package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/jtest"
)

// corpora is the folder with a folder for each released version, of files that this version must read.
const corpora = "../../../testdata/compatibility"

// TestCompatibility runs the commands of each corpus on its files. They must print the same as the version that made
// the files. A folder for another version needs no change here.
func TestCompatibility(t *testing.T) {
	t.Parallel()
	for _, c := range allCorpora(t) {
		t.Run(c.version, func(t *testing.T) {
			t.Parallel()
			p := c.project(t)
			failed := strings.Fields(readOr(t, filepath.Join(c.dir, "expected/failed"), ""))
			for line := range strings.Lines(readOr(t, filepath.Join(c.dir, "commands"), "")) {
				words := strings.Fields(line)
				if len(words) == 0 || words[0] == "#" {
					continue
				}
				name := words[0]
				if words[1] == "affected" { // the rules of these versions; the default selects fewer tests now
					words = append(words, "--affected-by", "state")
				}
				code, out := p.jprof(t, words[1:]...)
				want := 0
				if slices.Contains(failed, name) {
					want = 1
				}
				if code != want {
					t.Errorf("%s: exit code %d, want %d\n%s", line, code, want, &p.messages)
				}
				if filepath.Ext(name) == ".-" {
					continue
				}
				recorded := readOr(t, filepath.Join(c.dir, "expected", name), "no such file")
				if err := sameOutput(name, recorded, out); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
		})
	}
}

// TestCompatibilityWithNewRuns builds the project of each corpus as it was then, and compares and merges the new run
// with the old ones.
func TestCompatibilityWithNewRuns(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	if _, err := exec.LookPath("mvn"); err != nil {
		t.Skip("needs mvn, to build a project")
	}
	for _, c := range allCorpora(t) {
		t.Run(c.version, func(t *testing.T) {
			t.Parallel()
			p := c.project(t)
			p.git(t, "", "reset", "-q", "--hard", "HEAD~1")
			p.build(t, "mvn", "--label", "now", "-B", "-ntp", "-q", "verify")
			p.must(t, "diff", "plain", "now", "--exit-code")
			p.must(t, "merge", "plain", "now", "-o", "both.tar.gz")
			p.must(t, "merge", "merged", "both.tar.gz", "-o", "all")
			plain, now, both := p.sum(t, "plain"), p.sum(t, "now"), p.sum(t, "both.tar.gz")
			if plain == 0 || plain != now || both != plain+now {
				t.Errorf("%d executions in the old run, %d in the new one, %d in both", plain, now, both)
			}
			if all, merged := p.sum(t, "all"), p.sum(t, "merged"); all <= merged {
				t.Errorf("%d executions with the new run, %d without", all, merged)
			}
			// The settings have gates for changed lines of the second state of the project.
			p.must(t, "check", "--run", "now", "--baseline", filepath.Join(p.corpus, "later/jprof-baseline.json"),
				"--since", "HEAD")
		})
	}
}

// corpus is the files of a released version.
type corpus struct{ version, dir string }

// allCorpora lists the corpora, at least one.
func allCorpora(t *testing.T) []corpus {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(corpora, "*/commands"))
	if err != nil || len(found) == 0 {
		t.Fatalf("no corpus in %s: %v", corpora, err)
	}
	var list []corpus
	for _, file := range found {
		dir, err := filepath.Abs(filepath.Dir(file))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, corpus{filepath.Base(dir), dir})
	}
	return list
}

// oldProject is a copy of the project of a corpus, with its runs and its history.
type oldProject struct {
	dir, corpus string
	vars        []string
	messages    bytes.Buffer // of the last command
}

// project sets up the project of a corpus as testdata/compatibility/make.sh does.
func (c corpus) project(t *testing.T) *oldProject {
	t.Helper()
	p := &oldProject{dir: filepath.Join(t.TempDir(), "calc"), corpus: c.dir}
	p.vars = append(os.Environ(), "JPROF_CACHE="+sharedCache, "TZ=UTC", "LC_ALL=C.UTF-8",
		"MAVEN_OPTS="+jtest.QuickMaven, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		t.Fatal(err)
	}
	p.copy(t, "first", ".")
	p.git(t, "", "init", "-q", "-b", "main", ".")
	p.commit(t, "2026-01-01T00:00:00Z")
	p.copy(t, "later", ".")
	p.commit(t, "2026-01-02T00:00:00Z")
	for _, e := range entries {
		switch name := e.Name(); {
		case slices.Contains([]string{"first", "later", "expected", "commands", "README.md"}, name):
		case name == "runs":
			p.copy(t, name, ".jprof/runs")
		default:
			p.copy(t, name, name)
		}
	}
	return p
}

// copy copies a file or folder of the corpus into the project.
func (p *oldProject) copy(t *testing.T, name, to string) {
	t.Helper()
	from, target := filepath.Join(p.corpus, name), filepath.Join(p.dir, to)
	info, err := os.Stat(from)
	switch {
	case err != nil:
	case !info.IsDir():
		err = copyOld(from, target)
	default:
		err = filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
			rel, _ := filepath.Rel(from, path)
			switch {
			case err != nil:
				return err
			case d.IsDir():
				return os.MkdirAll(filepath.Join(target, rel), 0o777)
			}
			return copyOld(path, filepath.Join(target, rel))
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// copyOld copies a file. It gets the time that make.sh has given to those whose time is shown.
func copyOld(from, to string) error {
	written := time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC)
	return errors.Join(copyFile(from, to), os.Chtimes(to, written, written))
}

// git runs Git in the project, at a time.
func (p *oldProject) git(t *testing.T, date string, args ...string) {
	t.Helper()
	author := []string{"-c", "user.name=jprof", "-c", "user.email=jprof@example.com"}
	c := exec.Command("git", append(author, args...)...)
	c.Dir, c.Env = p.dir, append(slices.Clone(p.vars), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// commit commits all files as make.sh does, so that the ID of the commit is the one in the runs.
func (p *oldProject) commit(t *testing.T, date string) {
	t.Helper()
	p.git(t, "", "add", "-A")
	p.git(t, date, "commit", "-q", "-m", "State of "+date)
}

// jprof runs a command of this jprof in the project.
func (p *oldProject) jprof(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	var stdout bytes.Buffer
	p.messages.Reset()
	code = Main(append([]string{"jprof"}, args...),
		Env{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &p.messages, Dir: p.dir, Vars: p.vars})
	return code, stdout.String()
}

// build runs a build in a process of its own, as the build starts that program again.
func (p *oldProject) build(t *testing.T, args ...string) {
	t.Helper()
	c := exec.Command("jprof", args...)
	c.Dir, c.Env = p.dir, p.vars
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("jprof %q: %v\n%s", args, err, out)
	}
}

// must runs a command that has to succeed.
func (p *oldProject) must(t *testing.T, args ...string) string {
	t.Helper()
	code, out := p.jprof(t, args...)
	if code != 0 {
		t.Fatalf("jprof %q: exit code %d\n%s%s", args, code, out, p.messages.String())
	}
	return out
}

// sum returns the statement executions of main sources in a run.
func (p *oldProject) sum(t *testing.T, run string) (n int) {
	t.Helper()
	var top struct{ Entries []struct{ Executions int } }
	text := p.must(t, "top", "--json", "--classes", "-n", "1000", "--run", run)
	if err := json.Unmarshal([]byte(text), &top); err != nil {
		t.Fatal(err)
	}
	for _, c := range top.Entries {
		n += c.Executions
	}
	return n
}

// readOr is the text of a file, or another where it does not exist.
func readOr(t *testing.T, path, otherwise string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return otherwise
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sameOutput returns an error if the output of a command differs from the recorded output. A JSON document may have
// keys that the recorded one lacks.
func sameOutput(name, recorded, now string) error {
	if filepath.Ext(name) != ".json" {
		if recorded != now {
			return fmt.Errorf("prints\n%s\ninstead of\n%s", now, recorded)
		}
		return nil
	}
	was, err := document(recorded)
	if err != nil {
		return err
	}
	is, err := document(now)
	if err != nil {
		return err
	}
	correct(was)
	return kept("", was, is)
}

// methodsOfToken replaces the names that jprof affected once gave methods of the class Token.
var methodsOfToken = strings.NewReplacer("Token.Token(compact)", "Token::Token(Kind, String, int)",
	"Token.is(String)", "Token::is(String)")

// correct changes recorded documents where a version printed a mistake, as docs/COMPATIBILITY.md allows: 0.1 and 0.2
// gave 0 JVMs for runs with contexts, and jprof affected wrote names of methods in a form that no other command uses.
func correct(was any) {
	document, _ := was.(map[string]any)
	list, _ := document["runs"].([]any)
	for _, run := range list {
		run, _ := run.(map[string]any)
		if c, ok := run["contexts"].(map[string]any); ok && document["format"] == "jprof-runs" {
			run["jvms"] = c["jvms"]
		}
	}
	list, _ = document["changes"].([]any)
	for _, change := range list {
		change, _ := change.(map[string]any)
		for _, key := range []string{"what", "text"} {
			if text, ok := change[key].(string); ok && document["format"] == "jprof-affected" {
				change[key] = methodsOfToken.Replace(text)
			}
		}
	}
}

// document decodes one JSON document.
func document(text string) (value any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		return nil, fmt.Errorf("%w in\n%s", err, text)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one document in\n%s", text)
	}
	return value, nil
}

// kept returns an error if is lacks a key of was or has another value for it. Further keys of is are no error. at is
// the path of both values within their documents.
func kept(at string, was, is any) error {
	switch was := was.(type) {
	case map[string]any:
		is, ok := is.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is no object any more", at)
		}
		for key, value := range was {
			if _, ok := is[key]; !ok {
				return fmt.Errorf("%s.%s is missing", at, key)
			}
			if err := kept(at+"."+key, value, is[key]); err != nil {
				return err
			}
		}
		return nil
	case []any:
		is, ok := is.([]any)
		if !ok || len(is) != len(was) {
			return fmt.Errorf("%s was %v, is %v", at, was, is)
		}
		for i := range was {
			if err := kept(fmt.Sprintf("%s[%d]", at, i), was[i], is[i]); err != nil {
				return err
			}
		}
		return nil
	}
	if was != is && !strings.HasSuffix(at, ".result") { // text for people, by its schema
		return fmt.Errorf("%s was %v, is %v", at, was, is)
	}
	return nil
}
