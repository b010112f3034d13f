package lookup

import (
	"fmt"
	"path/filepath"

	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/internal/util/lineends"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/text"
	"jprof/report/source"
)

// runLines returns the lines of the run that a user means by lines of a file. If the user has named the run, they are
// the same lines. Otherwise he means lines of the present file, and runLines finds these in the source of the run. src
// is that source, nil if it is not there. If the lines differ, runLines prints a message.
func (in Run) runLines(f *report.File, src *source.Source, lines text.Lines) (text.Lines, error) {
	name := report.Printable(f.Path)
	raw, changed := in.Now(f)
	if changed && (in.Named || src == nil) {
		in.UI.Warn("%s has changed since run %s: lines are those of the run", name, in.Model.Run.ID)
	}
	now := src
	if changed && !in.Named && src != nil {
		now = source.Of(f, raw)
	}
	if now == nil {
		return lines, nil
	}
	if lines.First > now.Lines() {
		return lines, exit.Usagef("", "%s: has %s, not %d", name, words.Plural(now.Lines(), "line"), lines.First)
	}
	if now == src {
		return lines, nil
	}
	then := source.Then(src, now)
	was, same := text.Lines{}, 0
	for n := lines.First; n <= min(lines.Last, now.Lines()); n++ {
		if was.Last = max(was.Last, then[n]); then[n] > 0 {
			same++
			if was.First == 0 {
				was.First = then[n]
			}
		}
	}
	switch {
	case same == 0:
		return lines, exit.Usagef("run jprof again, or give lines of the run, with --run "+in.Model.Run.ID,
			"%s has changed since run %s, which does not have %s of it", name, in.Model.Run.ID, rangeName(lines))
	case was == lines:
	case same <= was.Last-was.First || same <= lines.Last-lines.First && lines.Last <= now.Lines():
		in.UI.Info("%s has changed since run %s: jprof shows %s of the run for %s, as the code is only partly the "+
			"same", name, in.Model.Run.ID, rangeName(was), rangeName(lines))
	default:
		in.UI.Info("%s has changed since run %s: %s was %s", name, in.Model.Run.ID, rangeName(lines), rangeName(was))
	}
	return was, nil
}

// Now returns the present text of a file, and whether it has changed since the run. changed is false if the file does
// not exist any more.
func (in Run) Now(f *report.File) (raw []byte, changed bool) {
	raw, err := runs.ReadFile(filepath.Join(in.Root, filepath.FromSlash(f.Path)), runs.MaxSource)
	return raw, err == nil && lineends.Find(raw, f.Hash) == nil
}

// rangeName returns a range of lines in words.
func rangeName(l text.Lines) string {
	if l.First == l.Last {
		return fmt.Sprintf("line %d", l.First)
	}
	return fmt.Sprintf("lines %d to %d", l.First, l.Last)
}
