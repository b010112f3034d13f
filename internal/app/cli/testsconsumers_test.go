package cli

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"jprof/docs/schema"
	"jprof/internal/jtest"
	"jprof/internal/jtest/schemas"
	"jprof/report"
	"jprof/report/export/formats"
	"jprof/report/export/lcov"
	"jprof/report/reporttest"
	"jprof/report/tests/testview"
)

// exportedTests is a project with counts by test, and an export of it.
type exportedTests struct {
	dir   string // its sources
	file  string
	model *testview.Model
	named bool // names are hostile: there are no such files
}

// testConsumers read the exports of each format for counts by test: they must be able to, without a warning, and find
// the numbers that jprof has.
var testConsumers = map[string]func(*testing.T, *exportedTests){
	"tests-json": checkTestsJSON, "tests-lcov": checkTestsLCOV, "tests-sonar": checkSonar,
}

func TestTestExportsAreRead(t *testing.T) {
	jtest.Slow(t)
	tested := t.TempDir()
	p, err := reporttest.Tested()
	if err == nil {
		err = p.Save(tested, "tested")
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]exportedTests{
		"tested":  {dir: tested, model: reporttest.TestedModel(t)},
		"hostile": {dir: t.TempDir(), model: reporttest.HostileTests(t), named: true},
	} {
		for _, f := range formats.Of(formats.OfTests) {
			t.Run(name+"/"+f.Name, func(t *testing.T) {
				e.file = filepath.Join(t.TempDir(), f.Name)
				out, err := os.Create(e.file)
				if err != nil {
					t.Fatal(err)
				}
				if err := f.Write(out, &formats.Input{Tests: e.model,
					Includes: func(f *report.File) bool { return !f.IsTest() }}); err != nil {
					t.Fatal(err)
				}
				if err := out.Close(); err != nil {
					t.Fatal(err)
				}
				read := testConsumers[f.Name]
				if read == nil {
					t.Fatalf("nothing reads %s: add a function that reads it to testConsumers", f.Name)
				}
				read(t, &e)
			})
		}
	}
}

func checkTestsJSON(t *testing.T, e *exportedTests) {
	s, err := schemas.Compile(schema.Tests, true)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(e.file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err == nil {
		err = s.Validate(doc)
	}
	if err != nil {
		t.Error(err)
	}
}

// checkTestsLCOV has genhtml add up the records of all tests: the sums are those of the run.
func checkTestsLCOV(t *testing.T, e *exportedTests) {
	text, err := os.ReadFile(e.file)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]uint64{} // by file and line
	file := ""
	for line := range strings.Lines(string(text)) {
		kind, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		switch kind {
		case "TN":
			if !regexp.MustCompile(`^\w+$`).MatchString(value) || len(value) > 210 {
				t.Errorf("the name of a test: %s", value)
			}
		case "SF":
			file = value
		case "DA":
			at, count, _ := strings.Cut(value, ",")
			n, err := strconv.ParseUint(count, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			counts[file+":"+at] += n
		}
	}
	var b strings.Builder
	if err := lcov.Write(&b, e.model.Report.MainSources(), nil); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		kind, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		if kind == "SF" {
			file = value
		}
		at, count, _ := strings.Cut(value, ",")
		if n := strconv.FormatUint(counts[file+":"+at], 10); kind == "DA" && n != count {
			t.Errorf("line %s: all tests together have %s, the run %s", at, n, count)
		}
	}
	if e.named {
		return
	}
	cmd := exec.Command(jtest.Consumer(t, "genhtml"), "--branch-coverage", "--show-details", "-o", t.TempDir(), e.file)
	cmd.Dir = e.dir
	out, err := cmd.CombinedOutput()
	if err != nil || complaint.Match(out) {
		t.Fatalf("genhtml: %v\n%s", err, out)
	}
	m := e.model.Report
	for what, want := range map[string]report.Ratio{"lines": m.Totals.Lines, "functions": m.Totals.Methods,
		"branches": m.Totals.Branches} {
		found := regexp.MustCompile(what + `\.+: .*\((\d+) of (\d+) `).FindSubmatch(out)
		if found == nil || string(found[1]) != strconv.Itoa(want.Covered) ||
			string(found[2]) != strconv.Itoa(want.Total) {
			t.Errorf("genhtml finds %q %s, want %v, in\n%s", found, what, want, out)
		}
	}
}

func checkSonar(t *testing.T, e *exportedTests) {
	text, err := os.ReadFile(e.file)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		XMLName xml.Name `xml:"testExecutions"`
		Version string   `xml:"version,attr"`
		Files   []struct {
			Path  string `xml:"path,attr"`
			Cases []struct {
				Name     string `xml:"name,attr"`
				Duration int64  `xml:"duration,attr"`
				Skipped  *struct {
					Message string `xml:"message,attr"`
				} `xml:"skipped"`
			} `xml:"testCase"`
		} `xml:"file"`
	}
	if err := xml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Version != "1" {
		t.Errorf("version %s", doc.Version)
	}
	cmd := exec.Command(jtest.Consumer(t, "xmllint"), "--nonet", "--noout", e.file)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("xmllint: %v\n%s", err, out)
	}
	if e.named {
		if !strings.Contains(string(text), "tests of classes whose source is not in the run: omitted") {
			t.Errorf("omitted tests are not in\n%.2000s", text)
		}
		return
	}
	if len(doc.Files) != 1 || doc.Files[0].Path != "app/src/test/java/org/example/ParserTest.java" ||
		len(doc.Files[0].Cases) != 6 { // the test that was tried again is one
		t.Fatalf("%+v", doc.Files)
	}
	if c := doc.Files[0].Cases[2]; c.Name != "flaky" || c.Duration != 5 {
		t.Errorf("%+v", c)
	}
	if c := doc.Files[0].Cases[5]; c.Skipped == nil || c.Skipped.Message != "not today" {
		t.Errorf("%+v", c)
	}
}
