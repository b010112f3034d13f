// Package lcov writes counts as an LCOV tracefile, which most tools that show coverage can read:
//
//	TN:<run>
//	SF:<path relative to the root of the project>
//	FN:<line>,<method>        each method, in the order of the source
//	FNDA:<invocations>,<method>
//	FNF:<methods>
//	FNH:<methods invoked>
//	BRDA:<line>,<block>,<branch>,<taken>    each outcome of a branch: see below
//	BRF:<outcomes>                         only where there are branches, as BRH
//	BRH:<executed outcomes>
//	DA:<line>,<count>         each line on which code starts: a statement, or an expression (an operand, the
//	                          condition or update of a loop, a resource, a pattern); the count is that of the first
//	                          one executed
//	LF:<lines>
//	LH:<lines executed>
//	end_of_record
//
// A branch is on the line on which its condition (loop header, case labels, selector of a switch without default, catch
// parameter) starts. Its block is its number among the branches of that line, in the order of the source, from 0.
// Branch 0 is true (entered, chosen, caught), branch 1 false; taken is - if execution never reached it.
//
// The format cannot represent unmeasured code, so such files, methods and lines are omitted. If source sets compiled
// different versions of one path, there is a record for each version. Readers add up records of one path, so the lines
// of versions are mixed.
package lcov

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/gate"
)

// Write writes all measured files of m.
func Write(w io.Writer, m *report.Model, _ *gate.Verdict) error {
	b := bufio.NewWriter(w)
	for _, f := range m.Files {
		writeFile(b, testName(m.Run.ID), f, false)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("lcov: %w", err)
	}
	return nil
}

// writeFile writes one record, none for a file without executable code. If executed is true, it omits code that was not
// executed. Errors stay in b.
func writeFile(b *bufio.Writer, name string, f *report.File, executed bool) {
	lines := f.Lines()
	methods := measuredMethods(f)
	if executed {
		lines = slices.DeleteFunc(lines, func(l report.LineCount) bool { return l.Count == 0 })
		methods = slices.DeleteFunc(methods, func(m method) bool { return m.count == 0 })
	}
	if len(lines) == 0 && len(methods) == 0 {
		return
	}
	fmt.Fprintf(b, "TN:%s\nSF:%s\n", name, report.Printable(f.Path))
	invoked := 0
	for _, m := range methods {
		fmt.Fprintf(b, "FN:%d,%s\n", m.line, m.name)
	}
	for _, m := range methods {
		fmt.Fprintf(b, "FNDA:%d,%s\n", m.count, m.name)
		if m.count > 0 {
			invoked++
		}
	}
	fmt.Fprintf(b, "FNF:%d\nFNH:%d\n", len(methods), invoked)
	writeBranches(b, f, executed)
	hit := 0
	for _, l := range lines {
		fmt.Fprintf(b, "DA:%d,%d\n", l.Line, l.Count)
		if l.Count > 0 {
			hit++
		}
	}
	fmt.Fprintf(b, "LF:%d\nLH:%d\nend_of_record\n", len(lines), hit)
}

// writeBranches writes the branches of a file. onlyReached omits those that were not reached.
func writeBranches(b *bufio.Writer, f *report.File, onlyReached bool) {
	var all report.Ratio
	onLine := map[uint32]int{}
	write := func(line uint32, block, branch int, taken uint64, reached bool) {
		if reached {
			fmt.Fprintf(b, "BRDA:%d,%d,%d,%d\n", line, block, branch, taken)
		} else {
			fmt.Fprintf(b, "BRDA:%d,%d,%d,-\n", line, block, branch)
		}
	}
	for _, br := range f.Branches { // ascending, so that lines are
		if !br.Measured {
			continue
		}
		line := br.Span.Start.Line
		if onlyReached && !br.Reached {
			onLine[line]++
			continue
		}
		write(line, onLine[line], 0, br.True, br.Reached)
		if br.Outcomes == 2 {
			write(line, onLine[line], 1, br.False, br.Reached)
		}
		onLine[line]++
		c := br.Covered()
		all.Covered += c.Covered
		all.Total += c.Total
	}
	if all.Total > 0 {
		fmt.Fprintf(b, "BRF:%d\nBRH:%d\n", all.Total, all.Covered)
	}
}

type method struct {
	line  uint32
	name  string
	count uint64
}

// measuredMethods lists the measured methods of a file with unique names, because readers join FN and FNDA by name.
func measuredMethods(f *report.File) []method {
	var out []method
	seen := map[string]int{}
	for _, m := range f.Methods {
		if !m.Measured {
			continue
		}
		name := functionName(m.Label)
		seen[name]++
		if n := seen[name]; n > 1 { // several initialisers of a class
			name = fmt.Sprintf("%s#%d", name, n)
		}
		out = append(out, method{m.Name.Line, name, m.Invocations})
	}
	return out
}

// functionName returns a label without commas, because for many readers a name ends at the first comma. Parameters are
// separated by semicolons instead.
func functionName(label string) string {
	label = strings.ReplaceAll(label, ", ", ";")
	return report.Printable(strings.ReplaceAll(label, ",", ";"))
}

// longestName limits the name of a test, in characters.
const longestName = 200

// testName replaces characters that the format does not allow in the name of a test. It allows letters, digits and
// underscores.
func testName(run string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return r
		}
		return '_'
	}, run)
}
