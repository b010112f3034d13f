package lookup

import (
	"fmt"
	"path/filepath"

	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/internal/util/lineends"
	"jprof/internal/util/regular"
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
		in.warnOld(name)
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
	raw, err := regular.ReadUpTo(filepath.Join(in.Root, filepath.FromSlash(f.Path)), runs.MaxSource)
	return raw, err == nil && lineends.Find(raw, f.Hash) == nil
}

// Present returns a function that translates lines of a file in the run to those of the present file, 0 for a line
// whose code has changed. Lines stay those of the run if the user has named it, or if its source is not there.
func (in Run) Present(f *report.File) func(line int) int {
	same := func(line int) int { return line }
	raw, changed := in.Now(f)
	if !changed {
		return same
	}
	src, err := source.Load(in.Model, f)
	if in.Named || err != nil {
		in.warnOld(report.Printable(f.Path))
		return same
	}
	now := source.Then(source.Of(f, raw), src)
	return func(line int) int { return now[line] }
}

// warnOld warns that lines of a file are not those of the present file.
func (in Run) warnOld(name string) {
	in.UI.Warn("%s has changed since run %s: lines are those of the run", name, in.Model.Run.ID)
}

// rangeName returns a range of lines in words.
func rangeName(l text.Lines) string {
	if l.First == l.Last {
		return fmt.Sprintf("line %d", l.First)
	}
	return fmt.Sprintf("lines %d to %d", l.First, l.Last)
}
