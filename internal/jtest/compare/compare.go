// Package compare compares two builds of a project: the results of their tests, and the files in their trees. Only
// tests and the programs in internal/tools import it.
package compare

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Outcomes counts the runs of a test by their results.
type Outcomes struct{ Passed, Failed, Skipped int }

func (o Outcomes) add(p Outcomes) Outcomes {
	return Outcomes{o.Passed + p.Passed, o.Failed + p.Failed, o.Skipped + p.Skipped}
}

func (o Outcomes) String() string {
	return fmt.Sprintf("%d / %d / %d", o.Passed+o.Failed+o.Skipped, o.Failed, o.Skipped)
}

// Results maps the class and name of a test to its Outcomes. The file with the report is ignored: if tests run in
// parallel, Surefire sometimes reports one with another class.
type Results map[string]Outcomes

// report has the elements of a test report that are compared.
type report struct {
	Tests []struct {
		Class   string    `xml:"classname,attr"`
		Name    string    `xml:"name,attr"`
		Failure *struct{} `xml:"failure"`
		Error   *struct{} `xml:"error"`
		Skipped *struct{} `xml:"skipped"`
	} `xml:"testcase"`
}

// reportFolders are the names of folders that hold reports on tests, of Maven, Gradle and jprof.
var reportFolders = []string{"surefire-reports", "failsafe-reports", "test-results", "test-reports"}

// isReport reports whether the slash path names a report of tests.
func isReport(path string) bool {
	parts := strings.Split(path, "/")
	name := parts[len(parts)-1]
	return strings.HasPrefix(name, "TEST-") && strings.HasSuffix(name, ".xml") &&
		slices.ContainsFunc(parts[:len(parts)-1], func(part string) bool {
			return slices.ContainsFunc(reportFolders, func(folder string) bool {
				return strings.Contains(part, folder)
			})
		})
}

// Case is one execution of a test, read from XML or from a run by test.
type Case struct {
	Class, Name string
	Outcomes
}

// identity matches the identity hash code in a text of Object.toString, such as in names of parameterised tests. It
// depends on the number of objects that the thread has hashed before.
var identity = regexp.MustCompile(`@[0-9a-f]{1,8}\b`)

// ReadResults reads the test reports anywhere below dir, except in folders whose name starts with a dot. Tests whose
// names differ only by identity hash codes are counted as one.
func ReadResults(dir string) (Results, error) {
	cases, err := ReadCases(dir)
	if err != nil {
		return nil, err
	}
	out := Results{}
	for _, c := range cases {
		key := c.Class + "." + identity.ReplaceAllString(c.Name, "@")
		out[key] = out[key].add(c.Outcomes)
	}
	return out, nil
}

// ReadCases reads the same reports as ReadResults, but returns each execution of a test by itself.
func ReadCases(dir string) (out []Case, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != dir && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil || d.IsDir() || !isReport(filepath.ToSlash(rel)) {
			return err
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
			o := Outcomes{Passed: 1}
			switch {
			case t.Failure != nil || t.Error != nil:
				o = Outcomes{Failed: 1}
			case t.Skipped != nil:
				o = Outcomes{Skipped: 1}
			}
			out = append(out, Case{t.Class, t.Name, o})
		}
		return nil
	})
	return out, err
}

// Total returns the sum over all tests.
func (r Results) Total() Outcomes {
	var sum Outcomes
	for _, s := range r {
		sum = sum.add(s)
	}
	return sum
}

// Differing returns the tests that have different outcomes in r and other, sorted.
func (r Results) Differing(other Results) []string {
	return slices.DeleteFunc(keys(r, other), func(name string) bool { return r[name] == other[name] })
}

// Differences returns a line for each test that only one of r and got has, or that has different outcomes.
func (r Results) Differences(got Results) []string {
	var out []string
	if len(r) == 0 {
		out = append(out, "the plain build left no test reports")
	}
	for _, name := range r.Differing(got) {
		out = append(out, fmt.Sprintf("%s: run / failed / skipped %s plain, %s under jprof", name, r[name], got[name]))
	}
	return out
}

// method returns the name of a test without the parameters of an invocation.
func method(name string) string {
	name, _, _ = strings.Cut(name, "[")
	return name
}

// Unstable returns the methods whose outcomes differ in a second plain build, sorted.
func (r Results) Unstable(again Results) []string {
	var out []string
	for _, name := range r.Differing(again) {
		out = append(out, method(name))
	}
	return slices.Compact(out)
}

// RunsOnly returns the results, but for the named methods only the number of their runs, counted as passed.
func (r Results) RunsOnly(methods []string) Results {
	out := Results{}
	for name, o := range r {
		if m := method(name); slices.Contains(methods, m) {
			name, o = m, Outcomes{Passed: o.Passed + o.Failed + o.Skipped}
		}
		out[name] = out[name].add(o)
	}
	return out
}

// HashTree maps each file below dir to its mode, time and a hash of its contents. Folders named .jprof are not read.
func HashTree(dir string) (map[string]string, error) {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".jprof" {
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

// Changed returns the paths of added, removed and changed files.
func Changed(before, after map[string]string) []string {
	return slices.DeleteFunc(keys(before, after), func(path string) bool { return before[path] == after[path] })
}

// keys returns the keys of two maps, sorted.
func keys[V any](a, b map[string]V) []string {
	all := map[string]V{}
	maps.Copy(all, a)
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}
