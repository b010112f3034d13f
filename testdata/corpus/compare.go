package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// outcomes counts how the runs of a test ended.
type outcomes struct{ passed, failed, skipped int }

func (o outcomes) add(p outcomes) outcomes {
	return outcomes{o.passed + p.passed, o.failed + p.failed, o.skipped + p.skipped}
}

func (o outcomes) String() string {
	return fmt.Sprintf("%d / %d / %d", o.passed+o.failed+o.skipped, o.failed, o.skipped)
}

// results are the outcomes by class and name of the test. The report that tells of a test does not
// matter: where tests run in parallel, Surefire puts them into that of another class at times.
type results map[string]outcomes

// report is the part of a report on tests that matters here.
type report struct {
	Tests []struct {
		Class   string    `xml:"classname,attr"`
		Name    string    `xml:"name,attr"`
		Failure *struct{} `xml:"failure"`
		Error   *struct{} `xml:"error"`
		Skipped *struct{} `xml:"skipped"`
	} `xml:"testcase"`
}

// readResults reads the reports on tests anywhere below dir, but for folders whose name starts with
// a dot.
func readResults(dir string) (results, error) {
	out := results{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != dir && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		parent := filepath.Base(filepath.Dir(path))
		if !strings.HasPrefix(d.Name(), "TEST-") || filepath.Ext(path) != ".xml" ||
			!strings.Contains(parent, "surefire-reports") && !strings.Contains(parent, "failsafe-reports") {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var r report
		if err := xml.Unmarshal(data, &r); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, t := range r.Tests {
			o := outcomes{passed: 1}
			switch {
			case t.Failure != nil || t.Error != nil:
				o = outcomes{failed: 1}
			case t.Skipped != nil:
				o = outcomes{skipped: 1}
			}
			key := t.Class + "." + t.Name
			out[key] = out[key].add(o)
		}
		return nil
	})
	return out, err
}

func (r results) total() outcomes {
	var sum outcomes
	for _, s := range r {
		sum = sum.add(s)
	}
	return sum
}

// differing lists the tests that r and other tell different things of, sorted.
func (r results) differing(other results) []string {
	names := slices.Concat(slices.Collect(maps.Keys(r)), slices.Collect(maps.Keys(other)))
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return r[name] == other[name] })
}

// differences tells what got has that r has not, and the other way round.
func (r results) differences(got results) []string {
	var out []string
	if len(r) == 0 {
		out = append(out, "the plain build left no test reports")
	}
	for _, name := range r.differing(got) {
		out = append(out, fmt.Sprintf("%s: run / failed / skipped %s plain, %s under jprof", name, r[name], got[name]))
	}
	return out
}

// method is the name of a test without what tells the runs of a parameterized one apart.
func method(name string) string {
	name, _, _ = strings.Cut(name, "[")
	return name
}

// unstable lists the methods that come out differently in a second plain build, sorted.
func (r results) unstable(again results) []string {
	var out []string
	for _, name := range r.differing(again) {
		out = append(out, method(name))
	}
	return slices.Compact(out)
}

// runsOnly puts, for the methods named, how often they were run in the place of how that ended.
func (r results) runsOnly(methods []string) results {
	out := results{}
	for name, o := range r {
		if m := method(name); slices.Contains(methods, m) {
			name, o = m, outcomes{passed: o.passed + o.failed + o.skipped}
		}
		out[name] = out[name].add(o)
	}
	return out
}

// hashTree gives each file below dir its mode and a hash of its contents. .jprof at the top is left out.
func hashTree(dir string) (map[string]string, error) {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if rel == ".jprof" {
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text := info.Mode().String()
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum := sha256.Sum256(data)
			text += " " + info.ModTime().String() + " " + hex.EncodeToString(sum[:])
		}
		out[filepath.ToSlash(rel)] = text
		return nil
	})
	return out, err
}

// changedPaths lists what was added, removed or changed.
func changedPaths(before, after map[string]string) []string {
	var out []string
	for path, text := range before {
		if after[path] != text {
			out = append(out, path)
		}
	}
	for path := range after {
		if _, ok := before[path]; !ok {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}

// readSources asks jprof which sources it measured.
func (c corpus) readSources(r *row, dir string, env []string) error {
	cmd := exec.Command(c.jprof, "export", "--format", "json", "-o", "-")
	cmd.Dir, cmd.Env, cmd.Stderr = dir, env, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("jprof export: %w", err)
	}
	var doc struct {
		Files []struct {
			Path        string
			Measured    bool
			NotMeasured []struct {
				Start  struct{ Line int }
				Reason string
			}
		}
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		return fmt.Errorf("jprof export: %w", err)
	}
	for _, f := range doc.Files {
		r.sources++
		if f.Measured {
			r.measured++
		}
		for _, n := range f.NotMeasured {
			r.notMeasured = append(r.notMeasured, fmt.Sprintf("%s:%d: %s", f.Path, n.Start.Line, n.Reason))
		}
	}
	return nil
}

// print writes the table, and below it what is not measured.
func print(w io.Writer, rows []row) {
	fmt.Fprintln(w, "| project | tests / failed / skipped | as without jprof | sources measured | parts not measured | wall plain | wall jprof | ratio |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, r := range rows {
		same := "yes"
		if n := len(r.differences); n > 0 {
			same = fmt.Sprintf("**no: %d differences**", n)
		}
		ratio := "-"
		if r.plain > 0 {
			ratio = fmt.Sprintf("%.2f", r.with.Seconds()/r.plain.Seconds())
		}
		fmt.Fprintf(w, "| %s | %s | %s | %d of %d | %d | %.0f s | %.0f s | %s |\n", r.name, r.tests.total(), same,
			r.measured, r.sources, len(r.notMeasured), r.plain.Seconds(), r.with.Seconds(), ratio)
	}
	for _, r := range rows {
		if len(r.notMeasured) == 0 && len(r.differences) == 0 && len(r.unstable) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s\n\n", r.name)
		for _, m := range r.unstable {
			fmt.Fprintf(w, "- differs between two plain builds, too; only how often it ran is compared: %s\n", m)
		}
		for _, d := range r.differences {
			fmt.Fprintf(w, "- differs: %s\n", d)
		}
		reasons := slices.Clone(r.notMeasured)
		slices.SortFunc(reasons, cmp.Compare[string])
		for _, n := range reasons {
			fmt.Fprintf(w, "- not measured: %s\n", n)
		}
	}
}
