package gate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"jprof/internal/util/jsonerror"
	"jprof/internal/util/version"
	"jprof/report"
)

// Baseline is the state of a project at some time, in a file beside the sources. The file is sorted, and has no data
// that differs between equal runs.
type Baseline struct {
	Format   string           `json:"format"` // BaselineFormat
	Version  int              `json:"version"`
	Coverage []Coverage       `json:"coverage"`
	Methods  []BaselineMethod `json:"methods"` // methods with a rule for growth
	Varying  []string         `json:"varying"` // names of these methods that vary between equal runs
}

// BaselineFormat and BaselineVersion identify the format of a file. From version 2 on, files also have the key tool,
// with the version of jprof that wrote the file, so that older versions can report it.
const (
	BaselineFormat  = "jprof-baseline"
	BaselineVersion = 1
)

// Coverage holds the ratios of a part of the project, as covered and total.
type Coverage struct {
	Of       Scope   `json:"of"`
	Name     string  `json:"name"`
	Lines    covered `json:"lines"`
	Branches covered `json:"branches"`
	Methods  covered `json:"methods"`
}

// UnmarshalJSON requires all keys, because a missing ratio would check nothing.
func (c *Coverage) UnmarshalJSON(text []byte) error {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil {
		return err
	}
	for _, key := range []string{"of", "name", "lines", "branches", "methods"} {
		if _, ok := keys[key]; !ok || len(keys) != 5 {
			return fmt.Errorf("each entry of coverage must have the keys of, name, lines, branches and methods, "+
				"and no other key: %s",
				text)
		}
	}
	type plain Coverage
	return json.Unmarshal(text, (*plain)(c))
}

// covered holds two numbers of parts: those that were executed, and all.
type covered [2]int

// UnmarshalJSON requires exactly two numbers.
func (c *covered) UnmarshalJSON(text []byte) error {
	var list []int
	if err := json.Unmarshal(text, &list); err != nil || len(list) != len(c) {
		return fmt.Errorf("%s must be a list of two whole numbers: covered, total", text)
	}
	*c = covered(list)
	return nil
}

// BaselineMethod holds the counts of a method. If several modules have methods of one name, it is their sum.
type BaselineMethod struct {
	Method      string `json:"method"` // package and label
	Code        string `json:"code"`   // report.Method.CodeHash
	Invocations uint64 `json:"invocations"`
	Executions  uint64 `json:"executions"`
}

// NewBaseline returns the baseline for the state of a model, with the methods that have rules for growth.
func NewBaseline(m *report.Model, rules Rules) *Baseline {
	b := &Baseline{Format: BaselineFormat, Version: BaselineVersion, Coverage: []Coverage{},
		Methods: []BaselineMethod{}, Varying: []string{}}
	pair := func(r report.Ratio) covered { return covered{r.Covered, r.Total} }
	for _, of := range []Scope{Project, Module, Package} {
		for _, e := range elements(m, of) {
			b.Coverage = append(b.Coverage,
				Coverage{of, e.name, pair(e.totals.Lines), pair(e.totals.Branches), pair(e.totals.Methods)})
		}
	}
	grows := func(r report.MethodRef) bool {
		return slices.ContainsFunc(rules.Methods, func(rule MethodRule) bool {
			return rule.Growth != nil && rule.Match.Matches(r)
		})
	}
	for _, s := range sums(m, grows) {
		if rules.varies(s) {
			b.Varying = append(b.Varying, s.Method)
		} else {
			b.Methods = append(b.Methods, s.BaselineMethod)
		}
	}
	slices.Sort(b.Varying)
	slices.SortFunc(b.Methods, func(x, y BaselineMethod) int { return strings.Compare(x.Method, y.Method) })
	slices.SortStableFunc(b.Coverage, func(x, y Coverage) int {
		if x.Of != y.Of {
			return 0
		}
		return strings.Compare(x.Name, y.Name)
	})
	return b
}

// ReadBaseline parses the output of Write. For the baseline of a newer jprof, the error is a *version.Newer.
func ReadBaseline(data []byte) (*Baseline, error) {
	// These keys are in baselines of all versions, except that version 1 has no tool, because jprof 0.1 accepts no
	// other keys.
	var about struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
		Tool    string `json:"tool"`
	}
	err := json.Unmarshal(data, &about)
	if err == nil && about.Format == BaselineFormat && about.Version > BaselineVersion {
		return nil, &version.Newer{Format: about.Version, Reads: BaselineVersion, Writer: about.Tool}
	}
	b := &Baseline{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(b); err != nil {
		return nil, fmt.Errorf("not a baseline of jprof: %w", jsonerror.Plain(err, data))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not a baseline of jprof: text follows the JSON document")
	}
	if b.Format != BaselineFormat {
		return nil, errors.New("not a baseline of jprof")
	}
	if b.Version != BaselineVersion {
		return nil, fmt.Errorf("not a baseline of jprof: version %d is unknown", b.Version)
	}
	var names []string
	for _, m := range b.Methods {
		names = append(names, "method "+m.Method)
	}
	for _, c := range b.Coverage {
		names = append(names, element{name: c.Name}.subject(c.Of))
		for _, r := range []covered{c.Lines, c.Branches, c.Methods} {
			if r[0] < 0 || r[1] < r[0] || r[1] > math.MaxInt32 {
				return nil, fmt.Errorf("%s: a ratio is impossible: %d of %d", names[len(names)-1], r[0], r[1])
			}
		}
	}
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			return nil, fmt.Errorf("%s occurs twice", name)
		}
		seen[name] = true
	}
	return b, nil
}

// Write writes the baseline with one entry on each line, so that version control shows the changes.
func (b *Baseline) Write(w io.Writer) error {
	coverage, err := list(b.Coverage)
	methods, failed := list(b.Methods)
	varying, last := list(b.Varying)
	if err := errors.Join(err, failed, last); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w,
		"{\"format\": %q, \"version\": %d,\n\"coverage\": [%s],\n\"methods\": [%s],\n\"varying\": [%s]}\n",
		b.Format, b.Version, coverage, methods, varying)
	return err
}

// list returns the entries of a JSON list, each on a line of its own.
func list[T any](entries []T) (string, error) {
	var out strings.Builder
	e := json.NewEncoder(&out) // ends each with a newline
	e.SetEscapeHTML(false)     // for <init>
	for _, entry := range entries {
		if err := e.Encode(entry); err != nil {
			return "", err
		}
	}
	text := strings.TrimSuffix(out.String(), "\n")
	if text == "" {
		return "", nil
	}
	return "\n" + strings.ReplaceAll(text, "\n", ",\n"), nil // there is none in an entry: JSON escapes it
}

// coverage returns the entry of a part of the project, nil if the baseline has none.
func (b *Baseline) coverage(of Scope, name string) *Coverage {
	i := slices.IndexFunc(b.Coverage, func(c Coverage) bool { return c.Of == of && c.Name == name })
	if i < 0 {
		return nil
	}
	return &b.Coverage[i]
}

// ratchet checks that no ratio is lower than in the baseline, and that no module is missing. It ignores parts that the
// baseline does not have, or that have nothing to execute now.
func (c *checker) ratchet() {
	for _, of := range c.rules.Ratchet {
		is, found := map[string]bool{}, false
		for _, e := range elements(c.model, of) {
			is[e.name] = true
			was := c.rules.Baseline.coverage(of, e.name)
			if was == nil {
				continue
			}
			found = true
			for i, before := range []covered{was.Lines, was.Branches, was.Methods} {
				is := metrics[i].of(e.totals)
				if before[1] == 0 || is.Total == 0 {
					continue
				}
				old := report.Ratio{Covered: before[0], Total: before[1]}
				c.add(Gate{Rule: metrics[i].name + " against the baseline", Subject: e.subject(of),
					Required: "at least " + ratio(old), Actual: ratio(is),
					Passed: int64(is.Covered)*int64(old.Total) >= int64(old.Covered)*int64(is.Total), Path: e.path,
					Line: e.line})
			}
		}
		if !found && len(is) > 0 {
			c.useless("against the baseline", string(of)+"s", "in the baseline", "not in the baseline: write it again")
		}
		if of != Module {
			continue // packages come and go
		}
		for _, was := range c.rules.Baseline.Coverage {
			if was.Of == of && !is[was.Name] && !c.notBuilt(was.Name) { // a job that is missing, most likely
				c.useless("built", element{name: was.Name}.subject(of), "built, as in the baseline",
					"not built in this run")
			}
		}
	}
}
