package sarif

import (
	"fmt"
	"io"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
	"jprof/report/gate"
)

const noEffectRule = "jprof/no-effect"

// Efficiency writes a note for each method of the project whose contexts without effect have at least the given share
// of the cost. Notifications have the number of such methods of libraries and the JDK, and the limits of the numbers.
func Efficiency(w io.Writer, r *efficiency.Result, info report.RunInfo, share gate.Percent) error {
	e := r.Explain(efficiency.NoEffect)
	rules := []object{rule(noEffectRule, "NoEffect", "note", "The work of a method has no effect.",
		"In some or all of its contexts the method, with all that it calls, changes nothing that "+
			"others see, writes no output, and returns and throws nothing. These contexts take much of the cost.",
		e.Advice)}
	results, prints, elsewhere := []object{}, fingerprints{}, 0
	for _, m := range r.Methods {
		with := m.With[efficiency.NoEffect]
		switch {
		case with.Number == 0 || !share.Within(with.Cost, r.Total.Cost):
			continue
		case m.Kind != cct.App || r.Options.Project == nil:
			elsewhere++
			continue
		}
		line := max(1, int(m.Line))
		at := within(place(m.Source, line, line), m.Signature())
		text := fmt.Sprintf("%s of the program's cost has no effect: the work of %s in %s of its %s. %s",
			contextview.Percent(with.Cost, r.Total.Cost), m.Title(), words.Thousands(with.Number),
			contextview.Counted(m.Contexts, "context"), e.Advice)
		results = append(results, result(noEffectRule, 0, "note", text, at,
			map[string]string{printName: prints.of("no-effect", m.Key())}))
	}
	notes := notifications(info)
	add := func(kind, text string) { notes = append(notes, notification(kind, "note", text)) }
	for _, n := range r.Notes() {
		add(string(n.Kind), n.Text)
	}
	if elsewhere > 0 {
		add("not-of-the-project", fmt.Sprintf("%s without effect %s of libraries and the JDK, or their sources are "+
			"not here: jprof efficiency lists them", words.Plural(elsewhere, "method"),
			words.Form(elsewhere, "is", "are")))
	}
	return write(w, info, rules, results, notes)
}
