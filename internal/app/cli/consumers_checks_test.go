package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"jprof/docs/schema"
	"jprof/internal/jtest"
	"jprof/report"
)

var hunk = regexp.MustCompile(`(?m)^(?:\+\+\+ b/(.*)|@@ .* \+(\d+)(?:,(\d+))? @@.*)$`)

// changed returns the lines of each path that differ from the branch base.
func (e *exported) changed(t *testing.T) map[string]map[int]bool {
	t.Helper()
	out := map[string]map[int]bool{}
	path := ""
	for _, m := range hunk.FindAllStringSubmatch(e.run(t, "git", "diff", "-U0", "base", "change"), -1) {
		if m[1] != "" {
			path = m[1]
			out[path] = map[int]bool{}
			continue
		}
		first, _ := strconv.Atoi(m[2]) // the expression has digits only
		count := 1
		if m[3] != "" {
			count, _ = strconv.Atoi(m[3])
		}
		for i := range count {
			out[path][first+i] = true
		}
	}
	return out
}

// diffCover checks the findings of diff-cover in changed lines. LCOV also gives those for lines that only a method
// or a branch is on.
func (e *exported) diffCover(t *testing.T, format string, args ...string) {
	t.Helper()
	if e.named {
		return
	}
	var want report.Ratio
	changed := e.changed(t)
	for _, f := range e.doc.Files {
		counts := map[int]uint64{}
		if format == "lcov" {
			for _, m := range f.Methods {
				if m.Measured {
					counts[m.Line] = m.Count
				}
			}
			for line, outcomes := range f.outcomes() {
				counts[line] = 0
				if outcomes.Covered == outcomes.Total {
					counts[line] = 1
				}
			}
		}
		for _, l := range f.Lines {
			counts[l.Line] = l.Count
		}
		for line, count := range counts {
			if changed[f.Path][line] {
				want.Total++
				want.Covered += int(min(count, 1))
			}
		}
	}
	if want.Covered == 0 || want.Covered == want.Total {
		t.Fatalf("changed lines %v tell nothing", want)
	}
	out := filepath.Join(t.TempDir(), "found.json")
	e.run(t, jtest.Consumer(t, "diff-cover"),
		append([]string{e.file(format), "--compare-branch", "base", "--quiet", "--format", "json:" + out}, args...)...)
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var found struct {
		Lines  int `json:"total_num_lines"`
		Missed int `json:"total_num_violations"`
	}
	if err := json.Unmarshal(text, &found); err != nil {
		t.Fatal(err)
	}
	if got := (report.Ratio{Covered: found.Lines - found.Missed, Total: found.Lines}); got != want {
		t.Errorf("diff-cover finds %v changed lines covered, want %v", got, want)
	}
}

// valid has xmllint validate a document against the DTD that it names, without a network.
func (e *exported) valid(t *testing.T, file string) error {
	t.Helper()
	cobertura, err := filepath.Abs("../../../testdata/consumers/coverage-04.dtd")
	if err != nil {
		t.Fatal(err)
	}
	catalog := filepath.Join(t.TempDir(), "catalog.xml")
	text := `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
<system systemId="http://cobertura.sourceforge.net/xml/coverage-04.dtd" uri="` + cobertura + `"/>
<public publicId="-//JACOCO//DTD Report 1.1//EN" uri="` + jtest.Consumer(t, "jacoco.dtd") + `"/></catalog>`
	if err := os.WriteFile(catalog, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(jtest.Consumer(t, "xmllint"), "--nonet", "--noout", "--valid", file)
	cmd.Env = append(os.Environ(), "XML_CATALOG_FILES="+catalog)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		return fmt.Errorf("xmllint: %w\n%s", err, out)
	}
	return nil
}

// checkValid also checks that the validator refuses a file that is not valid.
func (e *exported) checkValid(t *testing.T, format, element string) {
	t.Helper()
	if err := e.valid(t, e.file(format)); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(e.file(format))
	if err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(t.TempDir(), "broken.xml")
	if err := os.WriteFile(broken, bytes.Replace(text, []byte(element), []byte("<unknown/>"+element), 1),
		0o666); err != nil {
		t.Fatal(err)
	}
	if e.valid(t, broken) == nil {
		t.Error("xmllint accepts what is not valid")
	}
}

func checkLCOV(t *testing.T, e *exported) {
	if e.named {
		return
	}
	out := e.run(t, jtest.Consumer(t, "genhtml"), "--branch-coverage", "-o", t.TempDir(), e.file("lcov"))
	for what, want := range map[string]report.Ratio{"lines": e.doc.Totals.Lines, "functions": e.doc.Totals.Methods,
		"branches": e.doc.Totals.Branches} {
		found := regexp.MustCompile(what + `\.+: .*\((\d+) of (\d+) `).FindStringSubmatch(out)
		if found == nil || found[1] != strconv.Itoa(want.Covered) || found[2] != strconv.Itoa(want.Total) {
			t.Errorf("genhtml finds %q %s, want %v, in\n%s", found, what, want, out)
		}
	}
	e.diffCover(t, "lcov")
}

func checkCobertura(t *testing.T, e *exported) {
	e.checkValid(t, "cobertura", "<packages>")
	var found struct {
		Covered, Total int
		Rate           float64
		Lines          [][]any
		Names          []string
	}
	e.read(t, &found, "cobertura", e.file("cobertura"))
	want := e.doc.Totals.Lines
	if found.Covered != want.Covered || found.Total != want.Total || len(found.Lines) != want.Total ||
		math.Abs(found.Rate-float64(want.Covered)/float64(want.Total)) > 1e-9 {
		t.Errorf("Python finds %+v, want lines %v", found, want)
	}
	if e.named {
		return
	}
	e.diffCover(t, "cobertura")
	var shown struct {
		Total struct{ Stmts, Miss int }
	}
	pycobertura := jtest.Consumer(t, "pycobertura")
	if err := json.Unmarshal([]byte(e.run(t, pycobertura, "show", "--format", "json", e.file("cobertura"))),
		&shown); err != nil {
		t.Fatal(err)
	}
	if missed := e.missedOrPartly(); shown.Total.Stmts != want.Total || shown.Total.Miss != missed {
		t.Errorf("pycobertura finds %+v, want %d lines, %d of them not or partly executed", shown.Total, want.Total,
			missed)
	}
	var diff struct {
		Total map[string]any
	}
	out := e.run(t, pycobertura, "diff", "--format", "json", "--source1", e.root, "--source2", e.root,
		e.file("cobertura"), e.file("cobertura"))
	if err := json.Unmarshal([]byte(out), &diff); err != nil || diff.Total == nil {
		t.Errorf("pycobertura diff: %v\n%s", err, out)
	}
}

// missedOrPartly is the number of lines that are not executed, or of which some outcome of a branch is missing.
func (e *exported) missedOrPartly() int {
	missed := 0
	for _, f := range e.doc.Files {
		partly := make([]bool, len(f.Lines))
		for line, outcomes := range f.outcomes() {
			at := -1 // the last line up to there
			for i, l := range f.Lines {
				if l.Line <= line {
					at = i
				}
			}
			if at >= 0 && outcomes.Covered < outcomes.Total {
				partly[at] = true
			}
		}
		for i, l := range f.Lines {
			if l.Count == 0 || partly[i] {
				missed++
			}
		}
	}
	return missed
}

func checkJaCoCo(t *testing.T, e *exported) {
	e.checkValid(t, "jacoco", "<sessioninfo")
	var found struct {
		Counters map[string][2]int
		Lines    int
	}
	e.read(t, &found, "jacoco", e.file("jacoco"))
	for what, want := range map[string]report.Ratio{"LINE": e.doc.Totals.Lines, "METHOD": e.doc.Totals.Methods,
		"BRANCH": e.doc.Totals.Branches} {
		if got := found.Counters[what]; got != [2]int{want.Covered, want.Total - want.Covered} {
			t.Errorf("Python finds %v for %s, want %v", got, what, want)
		}
	}
	if found.Lines != e.doc.Totals.Lines.Total {
		t.Errorf("Python finds %d lines, want %d", found.Lines, e.doc.Totals.Lines.Total)
	}
	roots := map[string]bool{}
	for _, f := range e.doc.Files {
		folder := strings.TrimSuffix(filepath.Dir(f.Path), strings.ReplaceAll(f.Package, ".", "/"))
		roots[filepath.Join(e.root, folder)] = true
	}
	e.diffCover(t, "jacoco", append([]string{"--src-roots"}, slices.Sorted(maps.Keys(roots))...)...)
}

func checkJSON(t *testing.T, e *exported) {
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, schema.Counts, 0o666); err != nil {
		t.Fatal(err)
	}
	var found struct {
		Totals struct{ Lines, Methods report.Ratio }
		Paths  []string
	}
	e.read(t, &found, "json", e.file("json"), file)
	if found.Totals.Lines != e.doc.Totals.Lines || found.Totals.Methods != e.doc.Totals.Methods ||
		len(found.Paths) != len(e.doc.Files) {
		t.Errorf("Python finds %+v, want %+v", found, e.doc.Totals)
	}
	out := e.run(t, jtest.Consumer(t, "node"), "-e",
		`const d = JSON.parse(require("fs").readFileSync(process.argv[1])); console.log(d.files.length, `+
			`d.totals.lines.covered)`, e.file("json"))
	if want := fmt.Sprintln(len(e.doc.Files), e.doc.Totals.Lines.Covered); out != want {
		t.Errorf("Node finds %q, want %q", out, want)
	}
}

func checkCSV(t *testing.T, e *exported) {
	var found struct {
		Methods, Invoked int
		Invocations      uint64
	}
	e.read(t, &found, "csv", e.file("csv"))
	if want := e.doc.Totals; found.Methods != want.Methods.Total || found.Invoked != want.Methods.Covered ||
		found.Invocations != want.Invocations {
		t.Errorf("Python finds %+v, want %+v", found, want)
	}
}

func checkMarkdown(t *testing.T, e *exported) {
	var found struct {
		Elements map[string]int
		Tables   [][][]string
	}
	e.read(t, &found, "markdown", e.file("markdown"))
	allowed := []string{"h1", "h2", "p", "ul", "li", "code", "strong", "table", "thead", "tbody", "tr", "th", "td"}
	for element := range found.Elements {
		if !slices.Contains(allowed, element) {
			t.Errorf("GitHub's parser finds an element %s", element)
		}
	}
	want := []string{"lines", e.doc.Totals.Lines.String(), e.doc.Totals.Lines.Percent()}
	if !slices.ContainsFunc(found.Tables, func(table [][]string) bool {
		return slices.ContainsFunc(table, func(row []string) bool { return slices.Equal(row, want) })
	}) {
		t.Errorf("GitHub's parser finds no row %q in %q", want, found.Tables)
	}
	for _, table := range found.Tables {
		for _, row := range table {
			if len(row) != len(table[0]) {
				t.Errorf("a row has %d cells, and its table %d columns: %q", len(row), len(table[0]), row)
			}
		}
	}
}

// noAddress is the one wish of the validator that cannot be met: the project has no page.
var noAddress = regexp.MustCompile(`(?m)^.*warning SARIF2005: .* does not provide 'informationUri'.*\n`)

// refuses has the validator read a file that is not valid, once.
var refuses sync.Once

func checkSARIF(t *testing.T, e *exported) {
	validate := func(file string) (string, error) {
		out, err := exec.Command(jtest.Consumer(t, "sarif-multitool"), "validate", file).CombinedOutput()
		return noAddress.ReplaceAllString(string(out), ""), err
	}
	out, err := validate(e.file("sarif"))
	if err != nil || complaint.MatchString(out) || !strings.Contains(out, "1 files scanned") {
		t.Errorf("%v:\n%s", err, out)
	}
	refuses.Do(func() {
		text, err := os.ReadFile(e.file("sarif"))
		if err != nil {
			t.Fatal(err)
		}
		broken := filepath.Join(t.TempDir(), "broken.sarif")
		if err := os.WriteFile(broken, bytes.Replace(text, []byte(`"results"`), []byte(`"outcomes"`), 1),
			0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := validate(broken); err == nil && !complaint.MatchString(out) {
			t.Errorf("the validator accepts what is not valid:\n%s", out)
		}
	})
}
