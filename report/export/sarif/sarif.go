// Package sarif writes a verdict as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), for tools that
// show results beside the code:
//
//	jprof/gate                     a gate that failed: an error; those of the run itself come first
//	jprof/uncovered-changed-lines  changed lines that were not executed: a warning for each range of them
//
// CodeQuality writes the same results as a report for GitLab.
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
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"time"

	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/export/jsondoc"
	"jprof/report/gate"
	"jprof/report/source"
)

const (
	schema    = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	root      = "%SRCROOT%"
	gateRule  = "jprof/gate"
	linesRule = "jprof/uncovered-changed-lines"
	settings  = "jprof.yaml"
	printName = "jprof/v1" // of fingerprints
)

type object = jsondoc.Object

// message returns the object for a text for people.
func message(text string) object { return object{"text", text} }

// rule returns the object for a rule, which results refer to.
func rule(id, name, level, short, full, help string) object {
	return object{"id", id, "name", name, "shortDescription", message(short), "fullDescription", message(full),
		"help", message(help), "defaultConfiguration", object{"level", level}}
}

// result returns the object for a finding of a rule. index is the index in the list of rules.
func result(rule string, index int, level, text string, at object, fingerprints map[string]string) object {
	return object{"ruleId", rule, "ruleIndex", index, "level", level, "message", message(plain(text)),
		"locations", []object{at}, "partialFingerprints", fingerprints}
}

// notification returns the object for a reason why the numbers may not be those of the whole project.
func notification(kind, level, text string) object {
	return object{"descriptor", object{"id", "jprof/" + kind}, "level", level,
		"message", message(plain(words.Capital(text) + "."))}
}

// rules returns the rules in the order of the index of results.
func rules() []object {
	return []object{
		rule(gateRule, "GateFailed", "error", "A gate failed.",
			"The project requires that its build and tests succeed, that tests execute a part "+
				"of the code, or that code is executed a number of times. The run is not within that limit.",
			"Repair the build, add tests for the code that the report of jprof shows as not "+
				"executed, or change the limit."),
		rule(linesRule, "UncoveredChangedLines", "warning", "Changed lines are not executed.",
			"The lines differ from the revision that the project is compared with, statements "+
				"start on them, and none of these was executed.",
			"Add a test that executes the lines."),
	}
}

// Write writes the results of v, none if v is nil.
func Write(w io.Writer, m *report.Model, v *gate.Verdict) error {
	results := []object{}
	if v != nil {
		for _, f := range findings(m, v) {
			results = append(results, f.result())
		}
	}
	return write(w, m.Run, rules(), results, notifications(m.Run))
}

// write writes a document.
func write(w io.Writer, info report.RunInfo, rules, results, notes []object) error {
	version := ""
	if semantic().MatchString(info.Tool) {
		version = info.Tool
	}
	run := object{
		"tool", object{"driver", object{"name", "jprof", "version", info.Tool,
			"semanticVersion", jsondoc.Optional(version), "rules", rules}},
		"invocations", []object{{"executionSuccessful", true, "startTimeUtc", info.Start.UTC().Format(time.RFC3339),
			"toolExecutionNotifications", jsondoc.Optional(notes)}},
		"automationDetails", object{"id", "jprof/" + info.ID},
		"originalUriBaseIds", object{root, object{"description", message("The root of the project.")}},
		"columnKind", "utf16CodeUnits",
		"results", results,
	}
	document := object{"$schema", schema, "version", "2.1.0", "runs", []object{run}}
	return jsondoc.Indented(w, "sarif", document, " ")
}

// semantic is the grammar of Semantic Versioning 2.0.0, but allows leading zeros.
var semantic = lazyregexp.New(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

// notifications lists the failures of the run, whether gates allow them or not.
func notifications(r report.RunInfo) []object {
	var list []object
	for _, f := range r.Failures() {
		n := notification(string(f.Kind), "error", f.Text)
		if f.File != "" {
			n = append(n, "locations", []object{place(f.File, 1, 1)})
		}
		list = append(list, n)
	}
	return list
}

// findings lists the gates that failed, and changed lines that were not executed.
func findings(m *report.Model, v *gate.Verdict) []Finding {
	return append(failed(v.Gates), uncovered(m, v.Changed)...)
}

// result returns the object for a finding of a verdict.
func (f *Finding) result() object {
	index, at := 1, place(f.Path, f.First, f.Last)
	if f.rule == gateRule {
		index, at = 0, within(at, f.subject)
	}
	return result(f.rule, index, f.Level, f.Text, at, map[string]string{printName: f.fingerprint})
}

func failed(gates []gate.Gate) []Finding {
	var out []Finding
	prints := fingerprints{}
	for _, g := range gates {
		if g.Passed {
			continue
		}
		path, line := cmp.Or(g.Path, settings), 1
		if g.Path != "" {
			line = max(1, g.Line)
		}
		out = append(out, Finding{Level: Error, Text: words.Capital(g.Text()) + ".", Path: path, First: line,
			Last: line, rule: gateRule, subject: g.Subject, fingerprint: prints.of("gate", g.Rule, g.Subject)})
	}
	return out
}

func uncovered(m *report.Model, c *compare.ChangedLines) []Finding {
	if c == nil {
		return nil
	}
	var out []Finding
	prints := fingerprints{}
	texts := newTexts(m)
	for _, r := range c.Uncovered {
		text := fmt.Sprintf("Line %d differs from %s and is not executed.", r.First, c.Since)
		if r.Last > r.First {
			text = fmt.Sprintf("Lines %d to %d differ from %s and are not executed.", r.First, r.Last, c.Since)
		}
		out = append(out, Finding{Level: Warning, Text: text, Path: r.Path, First: r.First, Last: r.Last,
			rule: linesRule, fingerprint: prints.of("lines", r.Path, texts.of(r))})
	}
	return out
}

// place returns the location of lines.
func place(path string, first, last int) object {
	return object{"physicalLocation", object{"artifactLocation", object{"uri", uri(path), "uriBaseId", root},
		"region", object{"startLine", first, "endLine", last}}}
}

// within returns a location inside a named element.
func within(place object, name string) object {
	return append(place, "logicalLocations", []object{{"fullyQualifiedName", name}})
}

// uri escapes all characters but those that never need it. It escapes the colon, because text before a colon would be a
// scheme.
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

// plain returns a message that readers do not interpret: "[text](target)" would be a link, {0} a placeholder.
func plain(s string) string {
	return strings.NewReplacer("](", "] (", "{", "(", "}", ")").Replace(report.Printable(s))
}

// fingerprints counts results with the same parts, to number them.
type fingerprints map[string]int

func (f fingerprints) of(parts ...string) string {
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:16]
	f[sum]++
	return fmt.Sprintf("%s:%d", sum, f[sum])
}

// texts reads the texts of lines. It keeps the source of one file.
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

// of returns the lines, each without the white space around it. Without a source, it returns their numbers instead.
func (t *texts) of(r compare.Range) string {
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
