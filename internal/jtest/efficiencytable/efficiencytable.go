// Package efficiencytable makes the table of the efficiency of real programs: a line for each, with the
// columns of table 3 of the paper that docs/EFFICIENCY.md names. The programs of make bench and the test suites of make
// corpus share it.
//
// Measure runs the command "jprof efficiency --json" and returns a Row. Write writes several rows as Markdown. Keep
// stores rows in a file, so that one program can be measured again without the others.
//
// A new column is a field of Row that Measure fills, and an entry in columns.
package efficiencytable

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"jprof/internal/jtest/trial"
)

// Row holds the numbers of a program or test suite. Unless a comment names another unit, they are numbers of bytecodes
// or of writes; Contexts and Methods count these.
type Row struct {
	Name     string
	Coverage string // app, or all: with the JDK
	JDK      string // feature release

	Contexts, Methods                       uint64
	Cost, Writes, Output                    uint64
	NoSideEffect, NoEffect, LowEfficiency   uint64 // cost of the lists
	Captured, TopContext, TopMethod, TopTen uint64 // captured writes
	Arraycopy                               uint64

	Effectless, Capturing []Share // the methods at the top of these lists
	Notes                 []string

	Seconds float64 // of processors, for the analysis
	Peak    int64   // resident memory, in bytes
}

// Share is a method with its share of the cost, or of the captured writes, in thousandths of a percent.
type Share struct {
	Method string // Class.method
	Share  uint64
}

// tops limits the methods in Effectless and in Capturing.
const tops = 3

// document has the fields that Measure needs of the JSON of jprof efficiency.
type document struct {
	Format   string                  `json:"format"`
	Notes    []struct{ Text string } `json:"notes"`
	Contexts uint64                  `json:"contexts"`
	Totals   struct {
		Cost, Writes, Captured, Output, Arraycopy uint64
		MostCaptured                              struct{ Context, Method, TenMethods uint64 }
	} `json:"totals"`
	Lists []struct {
		List string
		Cost uint64
	} `json:"lists"`
	Methods []method `json:"methods"`
}

type method struct {
	Class, Name    string
	Cost, Captured uint64
	In             []string
}

// Measure runs cmd, which is jprof efficiency --json, and returns the row of a program. An analysis that exceeds its
// limit of time or memory is an error.
func Measure(name, coverage string, jdk int, cmd *exec.Cmd) (Row, error) {
	var text, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &messages
	u, err := trial.Run(cmd)
	if err != nil {
		return Row{}, fmt.Errorf("jprof efficiency: %w\n%s", err, messages.Bytes())
	}
	r, err := read(name, text.Bytes())
	r.Coverage, r.JDK, r.Seconds, r.Peak = coverage, fmt.Sprint(jdk), u.CPU, u.Peak
	return r, cmp.Or(err, r.inLimits())
}

// limit holds the time and memory that an analysis may take if the run has at most this number of contexts.
type limit struct {
	contexts uint64
	seconds  float64 // of processors
	peak     int64   // bytes
}

// limits holds one limit for small runs and one for large runs. Runs with even more contexts have no limit.
var limits = []limit{{1_000_000, 60, 2e9}, {22_000_000, 900, 8e9}}

// inLimits returns an error for a row beyond its limits.
func (r *Row) inLimits() error {
	i := slices.IndexFunc(limits, func(l limit) bool { return r.Contexts <= l.contexts })
	if i >= 0 && (r.Seconds > limits[i].seconds || r.Peak > limits[i].peak) {
		return fmt.Errorf("jprof efficiency took %.0f s and %d bytes, but may take %.0f s and %d bytes for %d contexts",
			r.Seconds, r.Peak, limits[i].seconds, limits[i].peak, r.Contexts)
	}
	return nil
}

// read returns the row of a program, from the output of jprof efficiency --json.
func read(name string, text []byte) (Row, error) {
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return Row{}, fmt.Errorf("%s: %w", name, err)
	}
	if d.Format != "jprof-efficiency" {
		return Row{}, fmt.Errorf("%s: the format is %q", name, d.Format)
	}
	t := &d.Totals
	r := Row{Name: name, Contexts: d.Contexts, Methods: uint64(len(d.Methods)), Cost: t.Cost, Writes: t.Writes,
		Output: t.Output, Captured: t.Captured, TopContext: t.MostCaptured.Context, TopMethod: t.MostCaptured.Method,
		TopTen: t.MostCaptured.TenMethods, Arraycopy: t.Arraycopy}
	for _, n := range d.Notes {
		r.Notes = append(r.Notes, n.Text)
	}
	for _, l := range d.Lists {
		switch l.List {
		case "no-side-effect":
			r.NoSideEffect = l.Cost
		case "no-effect":
			r.NoEffect = l.Cost
		case "low-efficiency":
			r.LowEfficiency = l.Cost
		}
	}
	r.Effectless = top(d.Methods, "no-effect", t.Cost, func(m *method) uint64 { return m.Cost })
	r.Capturing = top(d.Methods, "capturing", t.Captured, func(m *method) uint64 { return m.Captured })
	return r, nil
}

// top returns the methods of a list with the greatest numbers. Their shares are parts of the total of.
func top(all []method, list string, of uint64, number func(*method) uint64) (shares []Share) {
	all = slices.DeleteFunc(slices.Clone(all), func(m method) bool { return !slices.Contains(m.In, list) })
	slices.SortStableFunc(all, func(a, b method) int { return cmp.Compare(number(&b), number(&a)) })
	for _, m := range all[:min(tops, len(all))] {
		class := m.Class[strings.LastIndexByte(m.Class, '.')+1:]
		shares = append(shares, Share{class + "." + m.Name, share(number(&m), of)})
	}
	return shares
}

// share returns part/of in thousandths of a percent.
func share(part, of uint64) uint64 { return uint64(float64(part) / float64(max(1, of)) * 100_000) }

// Keep writes rows to the file of all rows. They replace rows with the same name and coverage. Rows whose name is not
// in names are removed. Keep returns all rows of the file, in the order of names, then by coverage.
func Keep(path string, rows []Row, names []string) ([]Row, error) {
	text, err := os.ReadFile(path)
	var kept []Row
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; remove the file to measure all again", path, err)
	}
	for _, old := range kept {
		if !slices.ContainsFunc(rows, func(r Row) bool { return r.Name == old.Name && r.Coverage == old.Coverage }) {
			rows = append(rows, old)
		}
	}
	rows = slices.DeleteFunc(rows, func(r Row) bool { return !slices.Contains(names, r.Name) })
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(slices.Index(names, a.Name), slices.Index(names, b.Name)),
			cmp.Compare(a.Coverage, b.Coverage))
	})
	text, err = json.MarshalIndent(rows, "", "\t")
	if err != nil {
		return nil, err
	}
	return rows, os.WriteFile(path, append(text, '\n'), 0o644)
}
