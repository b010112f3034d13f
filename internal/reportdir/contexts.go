package reportdir

import (
	"fmt"

	"jprof/internal/runs"
	"jprof/internal/ui"
	"jprof/internal/words"
	"jprof/report/cct"
	"jprof/report/contextview"
)

// ContextsSummary ends a command that has recorded contexts: it prints the totals, the hottest method, what the numbers
// lack, and the command that shows more.
func ContextsSummary(u *ui.UI, r runs.Run, t *cct.Tree) {
	if r.Interrupted {
		u.Warn("interrupted: recorded until the interruption")
	}
	for _, n := range t.Notes() {
		switch n.Kind {
		case cct.Beyond, cct.UpperBound, cct.Agent:
			u.Warn("%s", n.Text)
		case cct.Incomplete: // WarnIncomplete has named what was lost, with its files
			u.Info("%s", n.Text)
		}
	}
	if missing := uncovered(t); len(missing) > 0 {
		u.Info("not covered: %s; jprof contexts says why", words.Listed(missing))
	}
	u.Info("%s", contextview.Summary(t))
	by := t.Main()
	if hot := contextview.Hottest(t, by, nil); len(hot) > 0 {
		u.Info("hottest method by %s: %s, %s", by, hot[0].Of.Title(),
			contextview.Percent(hot[0].Self[by], t.Sum(by)))
	}
	u.Result("contexts: jprof contexts shows who called what")
}

// uncovered names the kinds of code without contexts.
func uncovered(t *cct.Tree) []string {
	var names []string
	for _, e := range t.About.Excluded {
		names = append(names, e.What)
	}
	classes := map[string]bool{}
	for _, l := range t.Losses {
		if l.Class != "" {
			classes[l.Class] = true
		}
	}
	switch n := len(classes); n {
	case 0:
	case 1:
		for name := range classes {
			names = append(names, "1 class: "+name)
		}
	default:
		names = append(names, fmt.Sprintf("%d classes or parts of them", n))
	}
	return names
}
