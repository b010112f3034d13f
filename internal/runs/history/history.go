package history

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/runs"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
)

// File is the name of the file with the history in the folder of a store.
const File = "history.jsonl"

// maxFile limits the bytes of a history that are read.
const maxFile = 256 << 20

// Line is a line of the file: the numbers of a run.
type Line struct {
	Row
	// Outcomes has the tests that failed, nil if the run has no results of tests. A run that is no point of trends may
	// have some; then Reason is that of Omitted.
	Outcomes *runs.Outcomes `json:"outcomes,omitempty"`
	Reason   string         `json:"omitted,omitempty"`
}

// History has the numbers of runs, the oldest first.
type History struct {
	Lines   []Line
	Tested  []Line    // the lines with results of tests, also of runs that are no points and of parts of merged runs
	Omitted []Omitted // the runs that are no points
	Damaged int       // number of lines and runs that cannot be read
}

// Omitted is a run that is no point of trends.
type Omitted struct {
	Row
	Reason string `json:"reason"` // see WhyOmitted
}

// Of returns the history of a store.
func Of(s runs.Store) (*History, error) {
	list, bad := s.List()
	h, err := From(list, s.Path(File))
	if err == nil {
		h.Damaged += len(bad)
	}
	return h, err
}

// From returns the history of the given runs and of the runs in the given files. A file that does not exist is empty.
func From(list []*runs.Opened, files ...string) (*History, error) {
	h := &History{}
	byID := map[string]Line{}
	for _, file := range files {
		lines, damaged, err := read(file)
		if err != nil {
			return nil, err
		}
		h.Damaged += damaged
		for _, l := range lines {
			l.Deleted = true
			byID[l.ID] = l
		}
	}
	parts := map[string]Line{}
	merged := map[string]bool{} // the IDs of runs that are parts of points
	for _, o := range list {
		l := lineOf(o.Run)
		byID[o.ID] = l
		for _, part := range o.Parts {
			if part.Forward != nil { // these are results of an earlier run
				continue
			}
			parts[part.ID], merged[part.ID] = lineOf(part), merged[part.ID] || l.Reason == ""
		}
	}
	for id, l := range byID {
		if l.Outcomes != nil {
			h.Tested = append(h.Tested, l)
		}
		if merged[id] {
			l.Reason = "in a merged run"
		}
		if l.Reason == "" {
			h.Lines = append(h.Lines, l)
		} else {
			h.Omitted = append(h.Omitted, Omitted{l.Row, l.Reason})
		}
	}
	for id, l := range parts {
		if _, known := byID[id]; !known && l.Outcomes != nil {
			h.Tested = append(h.Tested, l)
		}
	}
	slices.SortFunc(h.Lines, func(a, b Line) int { return order(a.Row, b.Row) })
	slices.SortFunc(h.Tested, func(a, b Line) int { return order(a.Row, b.Row) })
	slices.SortFunc(h.Omitted, func(a, b Omitted) int { return order(a.Row, b.Row) })
	return h, nil
}

// order compares rows by the start of their runs.
func order(a, b Row) int { return cmp.Or(a.Started.Compare(b.Started), strings.Compare(a.ID, b.ID)) }

// lineOf returns the line of a run. The tests of a merged run are those of its parts. Tests of a run that did not end
// by itself may have failed for that reason.
func lineOf(r runs.Run) Line {
	l := Line{Row: RowOf(r), Reason: WhyOmitted(r), Outcomes: r.Outcomes}
	if len(r.Parts) > 0 || r.Interrupted || r.NotFinished {
		l.Outcomes = nil
	}
	return l
}

// read reads the lines of a file, and returns the number of those that are damaged.
func read(file string) (lines []Line, damaged int, err error) {
	text, err := regular.ReadUpTo(file, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if errors.As(err, new(regular.Unfit)) {
		return nil, 0, term.WithHints(err, "move it away: the next run begins a new history")
	}
	for line := range bytes.Lines(text) {
		var l Line
		switch line = bytes.TrimSpace(line); {
		case len(line) == 0:
		case json.Unmarshal(line, &l) != nil || !runs.ValidName(l.ID) || l.Started.IsZero():
			damaged++
		default:
			if l.Part == "" { // as in lines of older versions
				l.Part = runs.Run{Command: strings.Fields(l.Command)}.Part()
			}
			lines = append(lines, l)
		}
	}
	return lines, damaged, err
}

// Keep adds runs of a store to its history. It omits runs that are no points of trends and have no results of tests,
// and runs whose present line the history has already.
func Keep(s runs.Store, list ...*runs.Opened) error {
	file := s.Path(File)
	lines, _, err := read(file)
	if err != nil {
		return err
	}
	known := map[string]string{}
	for _, l := range lines {
		text, _ := json.Marshal(l) // each line that was read can be written
		known[l.ID] = string(text)
	}
	var b bytes.Buffer
	for _, o := range list {
		l := lineOf(o.Run)
		if l.Reason != "" && l.Outcomes == nil {
			continue
		}
		text, err := json.Marshal(l)
		if err != nil {
			return err
		}
		if known[o.ID] != string(text) {
			b.Write(append(text, '\n'))
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return add(file, b.Bytes())
}

// add appends whole lines to a file, in one write. A line that was cut short ends before them.
func add(file string, lines []byte) error {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	last := make([]byte, 1)
	if info, err := f.Stat(); err == nil && info.Size() > 0 {
		if _, err := f.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
			lines = append([]byte{'\n'}, lines...)
		}
	}
	_, err = f.Write(lines)
	return errors.Join(err, f.Close())
}

// Remove removes the history of a store, if there is one.
func Remove(s runs.Store) error { return os.RemoveAll(s.Path(File)) }

// FilesIn lists the two places of a history in a folder with runs: the folder itself, and the folder .jprof of a
// project.
func FilesIn(dir string) []string {
	return []string{filepath.Join(dir, File), filepath.Join(dir, ".jprof", File)}
}

// Select keeps the runs of a branch, or of all branches for "", that began at since or later. If some of them ran all
// tests, those that ran only a part are no points. Of the others it keeps the newest n lines, or all for 0.
func (h *History) Select(branch string, since time.Time, n int) {
	other := func(r Row) bool { return branch != "" && r.Branch != branch || r.Started.Before(since) }
	h.Lines = slices.DeleteFunc(h.Lines, func(l Line) bool { return other(l.Row) })
	h.Tested = slices.DeleteFunc(h.Tested, func(l Line) bool { return other(l.Row) })
	h.Omitted = slices.DeleteFunc(h.Omitted, func(o Omitted) bool { return other(o.Row) })
	if slices.ContainsFunc(h.Lines, func(l Line) bool { return l.Part == "" }) {
		h.Lines = slices.DeleteFunc(h.Lines, func(l Line) bool {
			if l.Part != "" {
				h.Omitted = append(h.Omitted, Omitted{l.Row, "of a part of the tests"})
			}
			return l.Part != ""
		})
		slices.SortFunc(h.Omitted, func(a, b Omitted) int { return order(a.Row, b.Row) })
	}
	if n > 0 {
		h.Lines = h.Lines[max(0, len(h.Lines)-n):]
	}
}

// AllBranches lists the branches of the lines, sorted by name.
func (h *History) AllBranches() []string {
	names := []string{}
	for _, l := range h.Lines {
		if l.Branch != "" && !slices.Contains(names, l.Branch) {
			names = append(names, l.Branch)
		}
	}
	slices.Sort(names)
	return names
}
