package unused

import (
	"fmt"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
)

// Empty reports whether nothing was found, marked code included.
func (r *Result) Empty() bool {
	return len(r.Methods)+len(r.Classes)+len(r.Files)+len(r.Branches)+len(r.Marked)+len(r.MarkedClasses) == 0
}

// Summary sums up what is dead: "never executed: 12 of 120 methods, 3 classes, 1 file: 340 lines would go".
func (r *Result) Summary() string {
	parts := []string{words.Thousands(uint64(len(r.Methods))) + " of " + words.Plural(r.Of, "method")}
	if n := len(r.Classes); n > 0 {
		parts = append(parts, words.Thousands(uint64(n))+" "+words.Form(n, "class", "classes"))
	}
	if n := len(r.Files); n > 0 {
		parts = append(parts, words.Plural(n, "whole file"))
	}
	text := "never executed: " + words.Listed(parts)
	if r.Of == 0 && len(r.Foreign) > 0 {
		methods, of := 0, 0
		for _, c := range r.Foreign {
			methods, of = methods+len(c.Methods), of+c.Of
		}
		return fmt.Sprintf("never executed: %s of %s, of classes without sources", words.Thousands(uint64(methods)),
			words.Plural(of, "method"))
	}
	if r.Total.Lines > 0 {
		text += fmt.Sprintf(": %s with %s would go", words.Plural(r.Total.Lines, "line"),
			words.Plural(r.Total.Statements, "statement"))
	}
	return text
}

// Warnings lists what was not observed: Observed.Warnings, and methods whose code no observed JVM had.
func (r *Result) Warnings() []string {
	list := r.Observed.Warnings()
	if n := r.Unobserved; n > 0 {
		list = append(list, fmt.Sprintf("nobody looked: no JVM that was observed has the code of %s",
			words.Plural(n, "method")))
	}
	return list
}

// ClassesTitle and MethodsTitle head the lists of OuterClasses and Outermost.
func (r *Result) ClassesTitle() string {
	if len(r.Files) > 0 {
		return "classes in other files"
	}
	return "classes"
}

// MethodsTitle is described at ClassesTitle.
func (r *Result) MethodsTitle() string {
	if len(r.Classes) > 0 {
		return "methods in other classes"
	}
	return "methods"
}

// MarkedNote returns the number of marked methods as text, by kind; "" for none.
func (r *Result) MarkedNote() string {
	if len(r.Marked) == 0 {
		return ""
	}
	var kinds []string
	for _, k := range r.MarkedBy() {
		kinds = append(kinds, fmt.Sprintf("%s %s", words.Thousands(uint64(k.Count)), k.Kind))
	}
	return fmt.Sprintf("marked, as they may be reached without a call in the sources: %s (%s)",
		words.Plural(len(r.Marked), "more method"), strings.Join(kinds, ", "))
}

// Without has a note about each list that was asked for and has no rows.
func (r *Result) Without(lists Lists) (notes []string) {
	if lists.Marked && len(r.Marked) == 0 {
		notes = append(notes, "marked methods: none")
	}
	switch {
	case !lists.Hot || len(r.Hot) > 0:
	case r.Tests == nil:
		notes = append(notes, "executed, but not by tests: unknown, as there is no run of all tests")
	default:
		notes = append(notes, "executed, but not by tests: none")
	}
	return notes
}

// TestsNote names the run of tests that is compared; "" without one.
func (r *Result) TestsNote() string {
	if r.Tests == nil {
		return ""
	}
	return fmt.Sprintf("tests: those of run %s", report.Printable(r.Tests.Model.Run.ID))
}

// Cell returns the tests of a method for a table: their number; "yes" or "no" without counts by test; "?" if no run of
// tests has the method.
func (t TestedBy) Cell() string {
	switch {
	case !t.Known:
		return "?"
	case !t.Executed:
		return "no"
	case t.Count == 0:
		return "yes"
	}
	return words.Thousands(uint64(t.Count))
}

// Cell returns the days for a table.
func (s Seen) Cell() string { return words.Thousands(uint64(s.Days)) }

// Cell returns them for a table: "2 of 7", or "?" if no run of tests has them.
func (t TestedMethods) Cell() string {
	if !t.Known {
		return "?"
	}
	return fmt.Sprintf("%d of %d", t.Tested, t.Of)
}
