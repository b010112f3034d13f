package measure

import (
	"path/filepath"
	"slices"

	"jprof/buildtools"
	"jprof/internal/measure/rejections"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// maxMessages limits the number of the user's own errors, or warnings, that are repeated. The output of the build has
// all.
const maxMessages = 20

// reportRejected names, after the last round, the parts that are unmeasured because javac rejected them with counters.
// It repeats the user's own errors in the form of the build tool, so that programs which search the output for errors
// find these. The build itself has named files and columns of the instrumented copy, which nobody should edit.
func (b *toolBuild) reportRejected(u *term.UI) {
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
		u.Info("javac fails in the same way without counters in the most deeply nested code, so counters are not " +
			"the cause. If its stack overflows, give javac a larger one (-Xss)")
	}
	b.repeat(u, "warning", slices.DeleteFunc(slices.Clone(b.warnings), func(r rejections.Rejection) bool {
		return slices.Contains(own, r) // warnings were errors
	}))
	b.repeat(u, "error", own)
}

// repeat prints the errors or warnings about the user's own code a second time. kind is "error" or "warning".
func (b *toolBuild) repeat(u *term.UI, kind string, own []rejections.Rejection) {
	if len(own) == 0 {
		return
	}
	u.Info("%ss, with the paths of the project:", kind)
	lines := fileLines{}
	for _, r := range own[:min(len(own), maxMessages)] {
		file := b.fileOf(r)
		message := buildtools.Rejection{File: file, Line: r.Line, Column: r.Column, Message: r.Message}
		u.Raw(b.tool.Message(kind, message, lines.line(file, r.Line)))
	}
	if more := len(own) - maxMessages; more > 0 {
		u.Info("and %s more", words.Plural(more, kind))
	}
}

// fileOf returns the path of the user's file that a message names.
func (b *toolBuild) fileOf(r rejections.Rejection) string {
	return filepath.Join(b.ws.Home, filepath.FromSlash(r.Path))
}

// endedAgain reports whether javac ended without naming a place, even in the last round, in which jprof had no more
// code to skip for this reason.
func (b *toolBuild) endedAgain() bool {
	if b.rounds < 2 || b.rounds == rejections.MaxRounds || b.result.ExitCode == 0 || b.result.Interrupted() {
		return false
	}
	return slices.ContainsFunc(b.events.Failures, func(f buildtools.Failure) bool {
		return slices.ContainsFunc(f.Rejections, buildtools.Rejection.Ended)
	})
}

// ownErrors lists the user's own errors in the last round, each once. It returns none if the build did not fail. An
// error that javac finds in a counter may come from the user's code around it, one of Error Prone does not.
func (b *toolBuild) ownErrors() []rejections.Rejection {
	if b.result.ExitCode == 0 && len(b.events.Failed) == 0 || b.result.Interrupted() {
		return nil
	}
	var own []rejections.Rejection
	lines := fileLines{}
	for _, f := range b.events.Failures {
		for _, r := range f.Rejections {
			e, counter, ok := b.own(r, lines)
			if ok && !slices.Contains(own, e) && !(counter && rejections.IsOfErrorProne(r.Message)) {
				own = append(own, e)
			}
		}
	}
	return own
}

// noteWarnings keeps the warnings of a round about the user's own code, each once. The next round may compile fewer
// files, and have fewer warnings. It ignores warnings about generated sources, because the user cannot edit these.
func (b *toolBuild) noteWarnings() {
	seen, lines := map[rejections.Rejection]bool{}, fileLines{}
	for _, w := range b.warnings {
		seen[w] = true
	}
	for _, r := range b.events.Warnings {
		own, counter, ok := b.own(r, lines)
		if ok && !counter && !seen[own] && paths.IsFile(b.fileOf(own)) {
			seen[own] = true
			b.warnings = append(b.warnings, own)
		}
	}
}

// own turns a message of javac into a message about the user's own file. The result has a column only if the column is
// certain. counter is true if the message names a place in a counter. ok is false if the message is about a helper
// class, or a file outside of the project.
func (b *toolBuild) own(r buildtools.Rejection, lines fileLines) (e rejections.Rejection, counter, ok bool) {
	path, ok := b.projectPath(r.File)
	e = rejections.Rejection{Path: path, Line: r.Line, Message: r.Message}
	if r.Column > 0 {
		columns := ownColumns(lines.line(r.File, r.Line), lines.line(b.fileOf(e), r.Line), r.Column)
		counter = len(columns) == 0
		if len(columns) == 1 {
			e.Column = columns[0]
		}
	}
	return e, counter, ok && !rejections.IsHelper(path)
}
