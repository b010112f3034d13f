// Package sarif writes a verdict as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), for tools that
// show results beside the code:
//
//	jprof/gate                     a gate that failed: an error; those of the run itself come first
//	jprof/uncovered-changed-lines  changed lines that were not executed: a warning for each range of them
//
// A document of efficiency has jprof/no-effect: a note for each method of the project whose work had no effect.
//
// A failure of the run (the build, tests, modules that were not built) is a notification of the tool as well, even if
// settings allow it.
//
// Paths are URIs relative to %SRCROOT%, the root of the project. Many readers need a place for every result: a gate
// that is not of one file has jprof.yaml, where gates are set. Fingerprints do not change if code moves: those of lines
// depend on the path and the text, those of gates on rule and subject.
package sarif

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/gate"
	"jprof/report/source"
)

const (
	schema    = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	root      = "%SRCROOT%"
	gateRule  = "jprof/gate"
	linesRule = "jprof/uncovered-changed-lines"
	settings  = "jprof.yaml"
)

type log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []run  `json:"runs"`
}

type run struct {
	Tool        tool            `json:"tool"`
	Invocations []invocation    `json:"invocations"`
	Automation  id              `json:"automationDetails"`
	Bases       map[string]base `json:"originalUriBaseIds"`
	ColumnKind  string          `json:"columnKind"`
	Results     []result        `json:"results"`
}

type tool struct {
	Driver driver `json:"driver"`
}

type driver struct {
	Name            string `json:"name"`
	Version         string `json:"version"`
	SemanticVersion string `json:"semanticVersion,omitempty"`
	Rules           []rule `json:"rules"`
}

type rule struct {
	ID            string        `json:"id"`
	Name          string        `json:"name"`
	Short         message       `json:"shortDescription"`
	Full          message       `json:"fullDescription"`
	Help          message       `json:"help"`
	Configuration configuration `json:"defaultConfiguration"`
}

type configuration struct {
	Level string `json:"level"`
}

type message struct {
	Text string `json:"text"`
}

type invocation struct {
	Successful    bool           `json:"executionSuccessful"`
	Start         string         `json:"startTimeUtc"`
	Notifications []notification `json:"toolExecutionNotifications,omitempty"`
}

// notification is a reason why the numbers may not be those of the whole project.
type notification struct {
	Descriptor id         `json:"descriptor"`
	Level      string     `json:"level"`
	Message    message    `json:"message"`
	Locations  []location `json:"locations,omitempty"`
}

type id struct {
	ID string `json:"id"`
}

type base struct {
	Description message `json:"description"`
}

type result struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      message           `json:"message"`
	Locations    []location        `json:"locations"`
	Fingerprints map[string]string `json:"partialFingerprints"`
}

type location struct {
	Physical physical  `json:"physicalLocation"`
	Logical  []logical `json:"logicalLocations,omitempty"`
}

type physical struct {
	Artifact artifact `json:"artifactLocation"`
	Region   region   `json:"region"`
}

type artifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId"`
}

type region struct {
	Start int `json:"startLine"`
	End   int `json:"endLine"`
}

type logical struct {
	Name string `json:"fullyQualifiedName"`
}

// rules are in the order of result.RuleIndex.
func rules() []rule {
	return []rule{
		{ID: gateRule, Name: "GateFailed", Short: message{"A gate failed."},
			Full: message{"The project requires that its build and tests succeed, that tests execute a part " +
				"of the code, or that code is executed a number of times. The run is not within that limit."},
			Help: message{"Repair the build, add tests for the code that the report of jprof shows as not " +
				"executed, or change the limit."},
			Configuration: configuration{"error"}},
		{ID: linesRule, Name: "UncoveredChangedLines", Short: message{"Changed lines are not executed."},
			Full: message{"The lines differ from the revision that the project is compared with, statements " +
				"start on them, and none of these was executed."},
			Help:          message{"Add a test that executes the lines."},
			Configuration: configuration{"warning"}},
	}
}

// Write writes the results of v: none where it is nil.
func Write(w io.Writer, m *report.Model, v *gate.Verdict) error {
	results := []result{}
	if v != nil {
		results = append(failed(v.Gates), uncovered(m, v.Changed)...)
	}
	return write(w, m.Run, rules(), results, notifications(m.Run))
}

// write writes a document.
func write(w io.Writer, info report.RunInfo, rules []rule, results []result, notes []notification) error {
	d := driver{Name: "jprof", Version: info.Tool, Rules: rules}
	if semantic().MatchString(info.Tool) {
		d.SemanticVersion = info.Tool
	}
	r := run{
		Tool:        tool{d},
		Invocations: []invocation{{true, info.Start.UTC().Format(time.RFC3339), notes}},
		Automation:  id{"jprof/" + info.ID},
		Bases:       map[string]base{root: {message{"The root of the project."}}},
		ColumnKind:  "utf16CodeUnits",
		Results:     results,
	}
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetIndent("", " ")
	err := e.Encode(log{schema, "2.1.0", []run{r}})
	if err == nil {
		err = b.Flush()
	}
	if err != nil {
		return fmt.Errorf("sarif: %w", err)
	}
	return nil
}

// semantic is the grammar of Semantic Versioning 2.0.0, but for leading zeros.
var semantic = lazyregexp.New(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

// notifications lists the failures of the run, whether gates allow them or not.
func notifications(r report.RunInfo) []notification {
	var list []notification
	for _, f := range r.Failures() {
		n := notification{Descriptor: id{"jprof/" + string(f.Kind)}, Level: "error",
			Message: message{plain(words.Capital(f.Text) + ".")}}
		if f.File != "" {
			n.Locations = []location{place(f.File, 1, 1)}
		}
		list = append(list, n)
	}
	return list
}

func failed(gates []gate.Gate) []result {
	out := []result{}
	prints := fingerprints{}
	for _, g := range gates {
		if g.Passed {
			continue
		}
		path, line := g.Path, max(1, g.Line)
		if path == "" {
			path, line = settings, 1
		}
		l := place(path, line, line)
		l.Logical = []logical{{g.Subject}}
		out = append(out, result{gateRule, 0, "error",
			message{plain(words.Capital(g.Text()) + ".")},
			[]location{l}, prints.of("gate", g.Rule, g.Subject)})
	}
	return out
}

func uncovered(m *report.Model, c *gate.ChangedLines) []result {
	if c == nil {
		return nil
	}
	var out []result
	prints := fingerprints{}
	texts := newTexts(m)
	for _, r := range c.Uncovered {
		text := fmt.Sprintf("Line %d differs from %s and is not executed.", r.First, c.Since)
		if r.Last > r.First {
			text = fmt.Sprintf("Lines %d to %d differ from %s and are not executed.", r.First, r.Last, c.Since)
		}
		out = append(out, result{linesRule, 1, "warning", message{plain(text)},
			[]location{place(r.Path, r.First, r.Last)},
			prints.of("lines", r.Path, texts.of(r))})
	}
	return out
}

func place(path string, first, last int) location {
	return location{Physical: physical{artifact{uri(path), root}, region{first, last}}}
}

// uri escapes all but those characters that never need it. It escapes the colon, as text before it would be a scheme.
func uri(path string) string {
	var b strings.Builder
	for _, c := range []byte(path) {
		if c == '/' || c == '-' || c == '.' || c == '_' || c == '~' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' ||
			c >= 'a' && c <= 'z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// plain makes a message that readers do not change: "[text](target)" would be a link, {0} a placeholder.
func plain(s string) string {
	return strings.NewReplacer("](", "] (", "{", "(", "}", ")").Replace(report.Printable(s))
}

// fingerprints numbers results with the same parts.
type fingerprints map[string]int

func (f fingerprints) of(parts ...string) map[string]string {
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:16]
	f[sum]++
	return map[string]string{"jprof/v1": fmt.Sprintf("%s:%d", sum, f[sum])}
}

// texts gives the texts of lines, of one file at a time.
type texts struct {
	model  *report.Model
	files  map[string]*report.File
	path   string
	source *source.Source
}

func newTexts(m *report.Model) *texts {
	t := &texts{model: m, files: map[string]*report.File{}}
	for _, f := range m.Files {
		t.files[f.Path] = f
	}
	return t
}

// of returns the lines without the white space around each. Where there is no source, their numbers have to do.
func (t *texts) of(r gate.Range) string {
	if t.path != r.Path {
		t.path, t.source = r.Path, nil
		if f := t.files[r.Path]; f != nil {
			t.source, _ = source.Load(t.model, f) // nil if it is missing
		}
	}
	if t.source == nil {
		return fmt.Sprintf("%d-%d", r.First, r.Last)
	}
	var b strings.Builder
	for n := r.First; n <= r.Last && n <= t.source.Lines(); n++ {
		b.WriteString(strings.TrimSpace(t.source.Text(t.source.Line(n))))
		b.WriteByte('\n')
	}
	return b.String()
}
