package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/report/tests/affected"
)

// selection is the answer of jprof affected for a change, compared with the run of all tests.
type selection struct {
	Jprof   string // hash of the program
	Seconds float64
	All     []string `json:",omitempty"` // the reasons why all tests are needed, nil if not all are
	Tests   int      // number of selected tests; Of is the number of tests of the recorded run
	Of      int
	Time    float64        // share of the time of all tests
	Kinds   map[string]int // by kind of reason, the number of tests that it selected first
	Missed  []failure      `json:",omitempty"` // tests that fail, and are not selected
	Random  []failure      `json:",omitempty"` // tests that were missed, but do not fail in a second run of all tests
	Alone   *alone         `json:",omitempty"`
}

// alone is the run of the selected tests only.
type alone struct {
	CPU, AllCPU float64  // seconds of the JVM, and of one that runs all tests with the change
	Differ      []string // the tests that fail in one of the two runs only
}

// answer is the output of jprof affected: see report/export/json.
type answer struct {
	Format string
	All    bool
	WhyAll []reason
	Of     int
	Tests  []struct {
		Class, Method string
		Reasons       []reason
	}
}

type reason struct{ Rule affected.Rule }

// record builds the project with counts by test, unless an earlier call did so.
func (p *place) record() error {
	if p.recorded() {
		return nil
	}
	args, err := p.arguments()
	if err != nil {
		return err
	}
	args = append([]string{"mvn", "--by-test"}, args...)
	if err := logged(filepath.Join(p.dir, "record.log"), p.tree(), p.jprofEnv(), p.jprof, args...); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(p.dir, "recorded"), nil, 0o666)
}

// recorded reports whether the project was built with counts by test.
func (p *place) recorded() bool {
	_, err := os.Stat(filepath.Join(p.dir, "recorded"))
	return err == nil
}

func (p *place) jprofEnv() []string {
	return append(slices.Clone(p.env), "JPROF_CACHE="+filepath.Join(p.dir, "cache"))
}

// selections asks jprof for the selection of each change that has none yet. The error names the misses.
func (w *work) selections(p *place, every int) error {
	hash, err := hashFile(p.jprof)
	if err != nil {
		return err
	}
	if err := p.record(); err != nil {
		return err
	}
	b, err := p.baseline(w.compiler)
	if err != nil {
		return err
	}
	all, err := p.records()
	if err != nil {
		return err
	}
	missed := 0
	for i, r := range all {
		if r.Full == nil {
			continue
		}
		if r.Selected == nil || r.Selected.Jprof != hash {
			if r.Selected, err = w.selection(p, b, r, every > 0 && i%every == 0); err != nil {
				return fmt.Errorf("%v: %w", r, err)
			}
			r.Selected.Jprof = hash
			if err := p.save(r); err != nil {
				return err
			}
		}
		if w.warn(p, r) {
			missed++
		}
	}
	if missed > 0 {
		return fmt.Errorf("%s: with %d changes, tests fail that are not selected", p.name, missed)
	}
	return nil
}

// warn prints the faults of a selection.
func (w *work) warn(p *place, r *record) bool {
	s := r.Selected
	if len(s.Missed) == 0 && (s.Alone == nil || len(s.Alone.Differ) == 0) {
		return false
	}
	fmt.Printf("MISS: %v: %v\n  %d of %d tests selected; to see it: make the change in %s, and run there\n"+
		"  %s affected --since HEAD --format json\n", r, &r.Mutant, s.Tests, s.Of, p.tree(), p.jprof)
	for i, f := range s.Missed {
		if i == 10 {
			fmt.Printf("  and %d more\n", len(s.Missed)-i)
			break
		}
		fmt.Printf("  not selected: %s (%s): %s: %s\n", f.name(), f.ID, f.Status, f.Why)
	}
	if s.Alone != nil {
		for _, d := range s.Alone.Differ {
			fmt.Printf("  the selected tests alone: %s\n", d)
		}
	}
	return true
}

// selection asks jprof for the tests that a change affects. With really, it also runs the selected tests.
func (w *work) selection(p *place, b *baseline, r *record, really bool) (*selection, error) {
	s, chosen, err := p.changed(b, &r.Mutant)
	if err != nil {
		return nil, err
	}
	if s.keepMissed(chosen, r.Full); s.All != nil {
		return s, nil
	}
	if really = really && r.Full.Ended == endedItself; len(s.Missed) == 0 && !really { // later results are not known
		return s, nil
	}
	if _, err := w.compile(p, b, &r.Mutant); err != nil {
		return nil, err
	}
	if len(s.Missed) > 0 {
		return s, w.again(p, b, s)
	}
	s.Alone, err = w.alone(p, b, r, chosen)
	return s, err
}

// share returns the share of the chosen tests in the time of all tests.
func (b *baseline) share(chosen map[string]bool) float64 {
	part, all := 0.0, 0.0
	for _, t := range b.Tests {
		all += t.Seconds
		if chosen[t.name()] {
			part += t.Seconds
		}
	}
	return part / all
}

// again runs all tests a second time. Missed tests that do not fail again are moved to Random.
func (w *work) again(p *place, b *baseline, s *selection) error {
	o, err := p.runTests(b, p.mutated(), nil, b.limits())
	if err != nil {
		return err
	}
	fails := map[string]bool{}
	for _, f := range b.compared(o).Failed {
		fails[f.ID] = true
	}
	var missed []failure
	for _, f := range s.Missed {
		if fails[f.ID] {
			missed = append(missed, f)
		} else {
			s.Random = append(s.Random, f)
		}
	}
	s.Missed = missed
	return nil
}

// alone runs the selected tests that pass without the change. It returns nil if this run and the run of all tests
// cannot be compared.
func (w *work) alone(p *place, b *baseline, r *record, chosen map[string]bool) (*alone, error) {
	var names []string
	for _, t := range b.Tests {
		if chosen[t.name()] {
			names = append(names, t.name())
		}
	}
	if names = slices.Compact(names); len(names) == 0 {
		return nil, nil
	}
	o, err := p.runTests(b, p.mutated(), names, b.limits())
	if err != nil || o.Ended != endedItself {
		return nil, err
	}
	all, err := p.runTests(b, p.mutated(), nil, b.limits()) // the first run was at another time
	if err != nil {
		return nil, err
	}
	run := &alone{CPU: o.CPU, AllCPU: all.CPU, Differ: differ(b.compared(o), r.Full, chosen)}
	if len(run.Differ) > 0 { // as with all tests: a difference must come again, or it is the clock, or chance
		if o, err = p.runTests(b, p.mutated(), names, b.limits()); err != nil || o.Ended != endedItself {
			return nil, err
		}
		again := differ(b.compared(o), r.Full, chosen)
		run.Differ = slices.DeleteFunc(run.Differ, func(d string) bool { return !slices.Contains(again, d) })
	}
	return run, nil
}

// differ lists the chosen tests that fail in only one of two runs: some, of the chosen tests, and all, of all tests.
func differ(some, all *fullRun, chosen map[string]bool) []string {
	full := map[string]bool{}
	for _, f := range all.Failed {
		full[f.ID] = true
	}
	var list []string
	for _, f := range some.Failed {
		if !chosen[f.name()] {
			continue
		}
		if !full[f.ID] {
			list = append(list, f.ID+" fails, and passes with all")
		}
		delete(full, f.ID)
	}
	for id := range full {
		list = append(list, id+" passes, and fails with all")
	}
	slices.Sort(list)
	return list
}

// keepMissed keeps the tests that fail and are not selected.
func (s *selection) keepMissed(chosen map[string]bool, full *fullRun) {
	for _, f := range full.Failed {
		if s.All == nil && !chosen[f.name()] {
			s.Missed = append(s.Missed, f)
		}
	}
}

// changed makes the change in the repository, asks jprof for the selection, and undoes the change.
func (p *place) changed(b *baseline, m *mutant) (*selection, map[string]bool, error) {
	path := filepath.Join(p.root(p.tree()), filepath.FromSlash(m.File))
	old, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	text, err := m.apply(old)
	if err != nil {
		return nil, nil, err
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		return nil, nil, err
	}
	s, chosen, err := p.selected(b)
	return s, chosen, errors.Join(err, os.WriteFile(path, old, 0o666))
}

// selected asks jprof for the tests that the changes in the repository affect. It also returns the names of the tests.
func (p *place) selected(b *baseline) (*selection, map[string]bool, error) {
	start := time.Now()
	a, err := p.ask()
	if err != nil {
		return nil, nil, err
	}
	s := &selection{Seconds: time.Since(start).Seconds(), Of: a.Of, Tests: len(a.Tests), Kinds: map[string]int{}}
	chosen := map[string]bool{}
	if a.All && len(a.WhyAll) == 0 {
		s.All = []string{"no reason is given"}
	}
	for _, why := range a.WhyAll {
		s.All = append(s.All, why.Rule.Words())
	}
	for _, t := range a.Tests {
		chosen[t.Class+"#"+t.Method] = true
		if len(t.Reasons) > 0 {
			s.Kinds[t.Reasons[0].Rule.Words()]++
		}
	}
	s.Time = b.share(chosen)
	if a.All {
		s.Tests, s.Time, s.Kinds = s.Of, 1, nil
	}
	return s, chosen, nil
}

// ask runs jprof affected for the changes in the repository, and returns the answer.
func (p *place) ask() (*answer, error) {
	var stderr bytes.Buffer
	args := []string{"affected", "--since", "HEAD", "--format", "json"}
	if p.module != "" { // a run of one module is not taken by itself
		runs, err := filepath.Glob(filepath.Join(p.tree(), ".jprof", "runs", "*"))
		if err != nil || len(runs) == 0 {
			return nil, fmt.Errorf("no run in %s: %v", p.tree(), err)
		}
		args = append(args, "--run", filepath.Base(slices.Max(runs)))
	}
	cmd := exec.Command(p.jprof, args...)
	cmd.Dir, cmd.Env, cmd.Stderr = p.tree(), p.jprofEnv(), &stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, stderr.Bytes())
	}
	a := &answer{}
	if err := json.Unmarshal(text, a); err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	if a.Format != "jprof-affected" {
		return nil, fmt.Errorf("%s: the format is %q", strings.Join(cmd.Args, " "), a.Format)
	}
	return a, nil
}

func hashFile(path string) (string, error) {
	text, err := os.ReadFile(path)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8]), err
}
