package reportdir

import (
	"jprof/internal/runs"
	"jprof/internal/util/term"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// ContextsSummary ends a command that has recorded contexts: it prints the totals, the hottest method, the losses in
// the numbers, and the command that shows more.
func ContextsSummary(u *term.UI, r runs.Run, t *cct.Tree) {
	if r.Interrupted {
		u.Warn("cancelled: recorded until then")
	}
	for _, n := range t.Notes() {
		switch n.Kind {
		case cct.Beyond, cct.UpperBound, cct.Agent:
			u.Warn("%s", n.Text)
		case cct.Incomplete: // WarnIncomplete has named the losses
			u.Info("%s", n.Text)
		}
	}
	if missing := contextview.Uncovered(t); missing != "" {
		u.Info("%s", missing)
	}
	u.Info("%s", contextview.Summary(t))
	by := t.Main()
	if hot := contextview.Hottest(t, by, nil); len(hot) > 0 {
		u.Info("hottest method by %s: %s, %s", by, hot[0].Of.Title(),
			contextview.Percent(hot[0].Self[by], t.Sum(by)))
	}
	u.Result("contexts: jprof contexts shows who called what, jprof efficiency what the work was good for")
}
