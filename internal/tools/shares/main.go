// Command shares measures how many tests "jprof affected" selects for real changes. For each project it reverts the
// last commits that change code of main sources, one at a time, and asks for the tests of that change.
//
//	go run ./internal/tools/shares -jprof bin/jprof [-count 30] [-options "--affected-by state"] FOLDER...
//
// A folder is a clone without uncommitted changes, with a run by test of its newest commit: jprof mvn --by-test test. A
// commit that cannot be reverted alone, because later ones changed the same lines, is passed over.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/jtest/generated"
	"jprof/internal/jtest/trial"
	"jprof/report/tests/affected"
)

// written is the command that the document names as its source.
const written = "make shares"

func main() {
	if err := command(); err != nil {
		fmt.Fprintln(os.Stderr, "shares:", err)
		os.Exit(1)
	}
}

func command() error {
	jprof := flag.String("jprof", "bin/jprof", "the jprof to try")
	count := flag.Int("count", 30, "commits of each project")
	options := flag.String("options", "", "further options of jprof affected")
	verbose := flag.Bool("v", false, "print each commit")
	doc := flag.String("doc", "", "document whose generated part is replaced")
	flag.Parse()
	path, err := filepath.Abs(*jprof)
	if err != nil {
		return err
	}
	if flag.NArg() == 0 {
		return errors.New("name folders of projects with a run by test")
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s, by `%s`.\n\n", time.Now().UTC().Format(time.DateOnly), written)
	trial.Titles(&text, "project", "tests", "commits", "selected: median", "mean", "all selected",
		"executed the change: median", "first reasons of the selected tests")
	for _, dir := range flag.Args() {
		m := measured{dir: dir, jprof: path, options: strings.Fields(*options), verbose: *verbose,
			rules: map[string]int{}}
		if err := m.measure(*count); err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		trial.Row(&text, m.cells()...)
	}
	fmt.Print(text.String())
	if *doc != "" {
		return generated.Write(*doc, written, text.String())
	}
	return nil
}

// measured holds the selections for the commits of a project.
type measured struct {
	dir     string
	jprof   string
	options []string
	verbose bool

	tests           int
	share, executed []float64      // of the tests, for each commit
	all             int            // commits for which all tests were selected
	rules           map[string]int // number of tests by their first reason
}

// cells returns the row of the project.
func (m *measured) cells() []string {
	total := 0
	for _, n := range m.rules {
		total += n
	}
	byNumber := func(a, b string) int { return cmp.Or(cmp.Compare(m.rules[b], m.rules[a]), cmp.Compare(a, b)) }
	var rules []string
	for i, rule := range slices.SortedFunc(maps.Keys(m.rules), byNumber) {
		if i == 4 {
			break
		}
		rules = append(rules, fmt.Sprintf("%s %s", rule, trial.Percent(float64(m.rules[rule])/float64(total))))
	}
	return []string{filepath.Base(m.dir), fmt.Sprint(m.tests), fmt.Sprint(len(m.share)),
		trial.Percent(trial.Median(m.share)),
		trial.Percent(trial.Mean(m.share)), fmt.Sprint(m.all), trial.Percent(trial.Median(m.executed)),
		strings.Join(rules, ", ")}
}

// measure asks for the tests of the last commits that change code of main sources.
func (m *measured) measure(count int) error {
	if changed, err := m.git(nil, "status", "--porcelain", "--untracked-files=no"); err != nil || len(changed) > 0 {
		return cmp.Or(err, errors.New("it has uncommitted changes"))
	}
	commits, err := m.git(nil, "log", "--no-merges", "--format=%H", "-n", "2000", "--", "*src/main/java/*.java")
	if err != nil {
		return err
	}
	for commit := range strings.FieldsSeq(string(commits)) {
		if len(m.share) == count {
			return nil
		}
		diff, err := m.git(nil, "diff", "--binary", "--no-renames", commit, commit+"^")
		if err != nil {
			return err
		}
		if _, err := m.git(diff, "apply", "--check", "-"); err != nil {
			continue
		}
		if err := m.reverted(commit, diff); err != nil {
			return err
		}
	}
	return nil
}

// reverted applies a change, asks for its tests, and takes the change back.
func (m *measured) reverted(commit string, diff []byte) (err error) {
	if _, err := m.git(diff, "apply", "-"); err != nil {
		return err
	}
	defer func() {
		_, back := m.git(diff, "apply", "-R", "-")
		err = errors.Join(err, back)
	}()
	cmd := exec.Command(m.jprof, append([]string{"affected", "--since", "HEAD", "--format", "json"}, m.options...)...)
	cmd.Dir, cmd.Stderr = m.dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("jprof affected: %w", err)
	}
	var answer struct {
		All     bool
		Of      int
		Changes []struct{}
		WhyAll  []struct{ Rule string }
		Tests   []struct {
			New     bool
			Reasons []struct{ Rule string }
		}
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return err
	}
	if len(answer.Changes) == 0 { // comments and white space
		return nil
	}
	selected, executed := 0, 0
	for _, t := range answer.Tests {
		if t.New {
			continue
		}
		selected++
		m.rules[t.Reasons[0].Rule]++
		for _, r := range t.Reasons {
			if r.Rule == string(affected.Executed) {
				executed++
				break
			}
		}
	}
	why := ""
	if answer.All {
		m.all++
		selected, why = answer.Of, answer.WhyAll[0].Rule
	}
	m.tests = answer.Of
	m.share = append(m.share, float64(selected)/float64(max(1, answer.Of)))
	m.executed = append(m.executed, float64(executed)/float64(max(1, answer.Of)))
	if m.verbose {
		fmt.Printf("%.10s %5d selected, %5d executed it %s\n", commit, selected, executed, why)
	}
	return nil
}

// git runs Git in the folder of the project, with the given input.
func (m *measured) git(input []byte, args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = m.dir, bytes.NewReader(input)
	var problem bytes.Buffer
	cmd.Stderr = &problem
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w: %s", args[0], err, bytes.TrimSpace(problem.Bytes()))
	}
	return out, nil
}
