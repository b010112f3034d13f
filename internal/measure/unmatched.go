package measure

import (
	"slices"
	"strings"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/term"
)

// warnUnmatched names the patterns of the settings that match nothing in the project or its copy. It does so only after
// a build of the whole project, because a pattern may be for code that a smaller build has not generated. It omits
// patterns that may be for many projects, which jprof doctor reports.
func (b *toolBuild) warnUnmatched(u *term.UI, d *runmodel.Data) {
	if d.Totals.JVMs() == 0 || !ofAll(d.Run) {
		return
	}
	list, err := settings.FindUnmatched(b.ws.Home, false, nil, b.ws.HomeMirror(), b.ws.Home)
	if err != nil {
		u.Warn("%v", err)
	}
	for _, p := range list {
		u.Warn("%s", p)
	}
}

// ofAll reports whether a build has succeeded and, as far as its command says, was a build of the whole project.
func ofAll(r runs.Run) bool {
	return !r.Failed() && len(r.NotBuilt) == 0 && r.Dir == "." && r.Filter() == "" &&
		!slices.ContainsFunc(r.Command, func(arg string) bool { // a task of a module: core:test
			return !strings.HasPrefix(arg, "-") && strings.Contains(arg, ":")
		})
}
