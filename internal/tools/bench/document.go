package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"jprof/internal/jtest/trial"
	"jprof/internal/util/words"
)

// written is the command that the documents of counters and of contexts name as their source.
const written = "make bench"

// document returns the results for some parts as Markdown.
func (r *results) document(of []string) string {
	var w strings.Builder
	switch {
	case slices.Contains(of, contexts):
		if r.Contexts != nil {
			r.Contexts.write(&w)
		}
		return w.String()
	case slices.Contains(of, services):
		if r.Services != nil {
			r.Services.write(&w)
		}
		return w.String()
	}
	if r.Runs != nil {
		r.Runs.write(&w)
	}
	if r.Steady != nil {
		r.Steady.writeSteady(&w)
	}
	return w.String()
}

// write adds a line to w on the machine, the time and the tools of a measurement.
func (m machine) write(w *strings.Builder) {
	fmt.Fprintf(w, "%s; JaCoCo %s; OpenClover %s.\n\n", m.line(), jacocoVersion, openCloverVersion)
}

// line returns a line on the machine, the time and the command of a measurement.
func (m machine) line() string {
	s := fmt.Sprintf("%s, by `%s`: %s, %d cores", m.Date, m.Command, m.System, m.Cores)
	if m.Processor != "" {
		s += fmt.Sprintf(" (%s)", m.Processor)
	}
	if m.Memory > 0 {
		s += fmt.Sprintf(", %.0f GB", m.Memory)
	}
	return s + fmt.Sprintf("; load average %s before and %s after. JDK %s. %s", m.LoadBefore, m.LoadAfter,
		strings.Join(m.JDKs, ", "), m.Jprof)
}

func (r *runsPart) write(w *strings.Builder) {
	fmt.Fprintf(w, "## What programs take\n\n")
	r.Machine.write(w)
	fmt.Fprintf(w, "All counts that a driver knows are right. Ratios to the plain run of the same round: median "+
		"(least..greatest) of %s%s.\n\n", words.Plural(r.Rounds, "round"), r.sittings())
	r.writeTimes(w)
	r.writePrograms(w)
	r.writeGrowth(w)
}

// writeSteady writes the times of long runs.
func (r *runsPart) writeSteady(w *strings.Builder) {
	fmt.Fprintf(w, "## What programs take that run for half a minute\n\n")
	r.Machine.write(w)
	fmt.Fprintf(w, "More of the same work: what the start costs matters less. Ratios to the plain run of the same "+
		"round: median (least..greatest) of %s%s.\n\n", words.Plural(r.Rounds, "round"), r.sittings())
	r.writeTimes(w)
}

// sittings returns the number of sittings as text if the measuring was interrupted, else "".
func (r *runsPart) sittings() string {
	if r.Sittings < 2 {
		return ""
	}
	return fmt.Sprintf(", in %d sittings", r.Sittings)
}

// writeTimes writes a table for each quantity, number of threads and JDK.
func (r *runsPart) writeTimes(w *strings.Builder) {
	for _, q := range []struct {
		name string
		of   quantity
	}{{"CPU time", cpu}, {"Wall time", wall}} {
		for _, c := range r.cells() {
			fmt.Fprintf(w, "### %s, %s, JDK %d\n\n", q.name, threadsText(c.threads), c.jdk)
			r.table(w, c, q.of)
		}
	}
	r.spreads(w)
}

func threadsText(n int) string {
	if n == 1 {
		return "1 thread"
	}
	return fmt.Sprintf("%d threads", n)
}

func (r *runsPart) writePrograms(w *strings.Builder) {
	fmt.Fprintf(w, "### The programs\n\n")
	trial.Titles(w, "program", "what it does", "sources", "files")
	for _, p := range r.Programs {
		from := p.Artefact
		if from == "" {
			from = "internal/tools/bench/" + p.Name
		}
		trial.Row(w, p.Name, p.What, from, fmt.Sprint(p.Growth.Files))
	}
	fmt.Fprintln(w)
	for _, p := range r.Programs {
		for _, v := range slices.Sorted(maps.Keys(p.Missing)) {
			if !slices.Contains(r.Variants, v) { // nobody wanted it
				continue
			}
			fmt.Fprintf(w, "- %s with %s is missing: %s\n", p.Name, v, inline(p.Missing[v]))
		}
		for _, file := range slices.Sorted(maps.Keys(p.Skipped)) {
			fmt.Fprintf(w, "- %s with OpenClover: `%s` is compiled without counters: %s\n", p.Name, file,
				inline(p.Skipped[file]))
		}
	}
	fmt.Fprintln(w)
}

// inline returns a message as inline code of Markdown.
func inline(message string) string { return "`" + strings.ReplaceAll(message, "`", "'") + "`" }

func (r *runsPart) writeGrowth(w *strings.Builder) {
	ways := []string{jprof}
	fmt.Fprintf(w, "### What instrumenting adds\n\nBytes of sources and of class files, as a multiple of the plain "+
		"ones; CPU time of instrumenting and of `javac` in seconds. The class that counts is a part of jprof's")
	if slices.Contains(r.Variants, openClover) {
		ways = append(ways, openClover)
		fmt.Fprint(w, ", and of none of OpenClover's")
	}
	fmt.Fprintf(w, ". JaCoCo adds nothing to either: it changes classes as they are loaded.\n\n")
	of := func(first string, more ...string) []string { return append([]string{first}, more...) }
	trial.Titles(w, slices.Concat([]string{"program"}, of("sources, KB", ways...), of("classes, KB", ways...),
		of("instrumenting: "+ways[0], ways[1:]...), of("javac: plain", ways...))...)
	for _, p := range r.Programs {
		g := p.Growth
		row := []string{p.Name}
		for _, bytes := range []map[string]int64{g.Sources, g.Classes} {
			row = append(row, fmt.Sprintf("%d", bytes[plain]/1000))
			for _, v := range ways {
				row = append(row, orDash(bytes[v] > 0, "%.2f", float64(bytes[v])/float64(bytes[plain])))
			}
		}
		for _, v := range ways {
			row = append(row, orDash(p.Missing[v] == "", "%.1f", g.Instrumenting[v].CPU))
		}
		for _, v := range append([]string{plain}, ways...) {
			row = append(row, orDash(p.Missing[v] == "", "%.1f", g.Compiling[v].CPU))
		}
		trial.Row(w, row...)
	}
	fmt.Fprintln(w)
}

// orDash returns n in a format if it is known, else a dash.
func orDash(known bool, format string, n float64) string {
	if !known {
		return "-"
	}
	return fmt.Sprintf(format, n)
}
