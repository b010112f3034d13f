package main

import (
	"encoding/json"
	"fmt"
	"io"

	"jprof/internal/jtest/trial"
)

// readSources gets the list of measured sources from jprof.
func (c corpus) readSources(r *row, dir string, env []string) error {
	out, err := c.ask(dir, env, "export", "--tests", "--format", "json", "-o", "-")
	if err != nil {
		return err
	}
	var doc struct {
		Files []struct {
			Path       string
			Measured   bool
			Unmeasured []struct {
				Start  struct{ Line int }
				Reason string
			} `json:"notMeasured"`
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
		for _, n := range f.Unmeasured {
			r.unmeasured = append(r.unmeasured, fmt.Sprintf("%s:%d: %s", f.Path, n.Start.Line, n.Reason))
		}
	}
	return nil
}

// print writes the table, and below it the unmeasured parts.
func print(w io.Writer, rows []row) {
	trial.Titles(w, "project", "tests / failed / skipped", "as without jprof", "sources measured", "parts not measured",
		"wall plain", "wall jprof", "ratio")
	for _, r := range rows {
		trial.Row(w, append([]string{r.name, r.tests.Total().String(), same(len(r.differences)),
			fmt.Sprintf("%d of %d", r.measured, r.sources), cell(len(r.unmeasured))}, r.took()...)...)
	}
	for _, r := range rows {
		r.writeNotes(w)
	}
}
