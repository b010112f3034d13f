package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
)

// readSources gets the list of measured sources from jprof.
func (c corpus) readSources(r *row, dir string, env []string) error {
	cmd := exec.Command(c.jprof, "export", "--tests", "--format", "json", "-o", "-")
	cmd.Dir, cmd.Env, cmd.Stderr = dir, env, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("jprof export: %w", err)
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
	fmt.Fprintln(w, "| project | tests / failed / skipped | as without jprof | sources measured | parts not measured "+
		"| wall plain | wall jprof | ratio |")
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
		fmt.Fprintf(w, "| %s | %s | %s | %d of %d | %d | %.0f s | %.0f s | %s |\n", r.name, r.tests.Total(), same,
			r.measured, r.sources, len(r.unmeasured), r.plain.Seconds(), r.with.Seconds(), ratio)
	}
	for _, r := range rows {
		if len(r.unmeasured) == 0 && len(r.differences) == 0 && len(r.unstable) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s\n\n", r.name)
		for _, m := range r.unstable {
			fmt.Fprintf(w, "- differs between two plain builds, too; only how often it ran is compared: %s\n", m)
		}
		for _, d := range r.differences {
			fmt.Fprintf(w, "- differs: %s\n", d)
		}
		reasons := slices.Clone(r.unmeasured)
		slices.SortFunc(reasons, cmp.Compare[string])
		for _, n := range reasons {
			fmt.Fprintf(w, "- not measured: %s\n", n)
		}
	}
}
