package measure

import (
	"path/filepath"
	"slices"

	"jprof/buildtools"
	"jprof/internal/rejections"
	"jprof/internal/ui"
	"jprof/internal/words"
)

// maxErrors is how many errors of the user's own are repeated: all are in the output of the build.
const maxErrors = 20

// reportRejected names, at the end of the rounds, the parts that are unmeasured because javac rejected them with
// counters. It repeats the user's own errors, in the form of the tool, so that what looks for errors in the output
// finds them: the build named files and columns of the instrumented copy, which nobody should edit.
func (b *toolBuild) reportRejected(u *ui.UI, tool buildtools.Info) {
	own := b.ownErrors()
	ended := b.endedAgain()
	for _, r := range b.skipped {
		if ended && (buildtools.Rejection{Message: r.Message}).Ended() {
			continue
		}
		if !slices.ContainsFunc(own, func(o rejections.Rejection) bool { return o.Path == r.Path }) {
			u.Info("unmeasured: %s: %s", r.Place(), r.Reason())
		}
	}
	if ended {
		u.Info("javac ends in the same way where the most deeply nested code has no counters: the error is not " +
			"jprof's; if its stack overflows, it needs a larger one (-Xss)")
	}
	if len(own) == 0 {
		return
	}
	u.Info("errors, with the paths of the project:")
	for _, r := range own[:min(len(own), maxErrors)] {
		file := filepath.Join(b.ws.Home, filepath.FromSlash(r.Path))
		u.Raw(tool.Rejected(buildtools.Rejection{File: file, Line: r.Line, Column: r.Column, Message: r.Message},
			lineOf(file, r.Line)))
	}
	if more := len(own) - maxErrors; more > 0 {
		u.Info("and %s more", words.Plural(more, "error"))
	}
}

// endedAgain reports whether javac, in the last round, has ended without naming a place, although no more could be
// skipped because of that.
func (b *toolBuild) endedAgain() bool {
	if b.rounds < 2 || b.rounds == rejections.MaxRounds || b.result.ExitCode == 0 || b.result.Interrupted() {
		return false
	}
	return slices.ContainsFunc(b.events.Failures, func(f buildtools.Failure) bool {
		return slices.ContainsFunc(f.Rejections, buildtools.Rejection.Ended)
	})
}

// ownErrors lists the user's own errors in the last round of a build that failed because of them, each once.
func (b *toolBuild) ownErrors() []rejections.Rejection {
	if b.result.ExitCode == 0 && len(b.events.Failed) == 0 || b.result.Interrupted() {
		return nil
	}
	var own []rejections.Rejection
	for _, f := range b.events.Failures {
		for _, r := range f.Rejections {
			path, ok := b.projectPath(r.File)
			e := rejections.Rejection{Path: path, Line: r.Line, Message: r.Message}
			file := filepath.Join(b.ws.Home, filepath.FromSlash(path))
			e.Column = ownColumn(lineOf(r.File, r.Line), lineOf(file, r.Line), r.Column)
			if ok && !rejections.IsHelper(path) && !slices.Contains(own, e) {
				own = append(own, e)
			}
		}
	}
	return own
}
