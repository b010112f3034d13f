package sarif

import (
	"fmt"
	"io"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/unused"
)

const unusedRule = "jprof/unused"

// Unused writes a note for each file, class and method of which nothing was executed. What is within another one has no
// note of its own. Notifications say what was not observed.
func Unused(w io.Writer, r *unused.Result) error {
	rules := []object{rule(unusedRule, "Unused", "note", "Code that nobody executed.",
		"None of the observed services executed it on the days on which they were observed. Code that may be reached "+
			"without a call in the sources is not listed.",
		"Find out who needs it, or delete it: jprof unused --patch prints a patch.")}
	results, prints := []object{}, fingerprints{}
	add := func(what, name string, path string, first, last int, s unused.Seen, size unused.Size) {
		text := fmt.Sprintf("%s %s was never executed on %s on which it was observed: %s.", what, name,
			words.Plural(s.Days, "day"), words.Plural(size.Lines, "line"))
		at := within(place(path, max(1, first), max(1, first, last)), name)
		results = append(results, result(unusedRule, 0, "note", text, at,
			map[string]string{printName: prints.of("unused", path, name)}))
	}
	for _, f := range r.Files {
		add("The file", f.Path, f.Path, 1, f.Size.Lines, f.Seen, f.Size)
	}
	for _, c := range r.OuterClasses() {
		add("The class", c.Name, c.File.Path, c.Line, int(c.File.Types[c.Type].Span.End.Line), c.Seen, c.Size)
	}
	for _, m := range r.Outermost() {
		add("The method", m.QualifiedTitle(), m.File.Path, m.Line(), int(m.Method().Span.End.Line), m.Seen, m.Size)
	}
	notes := notifications(r.Model.Run)
	for _, text := range r.Warnings() {
		notes = append(notes, notification("not-observed", "warning", report.Printable(text)))
	}
	return write(w, r.Model.Run, rules, results, notes)
}
