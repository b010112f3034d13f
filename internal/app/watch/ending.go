package watch

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"jprof/internal/runs"
	"jprof/internal/runs/findings"
	"jprof/internal/runs/live"
	"jprof/internal/util/environ"
	"jprof/internal/util/paths"
	"jprof/internal/util/words"
	"jprof/report"
)

// since is the revision that the lines of the change differ from: as for the tests that are selected.
const since = "HEAD"

// mostMessage limits the lines of a message that are shown, and mostFound the errors, tests and places of each kind.
const (
	mostMessage = 8
	mostFound   = 50
)

// endOf returns the message about the end of a run. Paths in it are relative to dir, the folder that the user is in.
func endOf(state live.State, dir string, env environ.Env) ended {
	end := ended{state: state}
	store := runs.Store{Project: state.Project}
	o, err := store.Open(store.RunDir(state.ID))
	if err != nil || o.NotFinished {
		return end
	}
	f := findings.Of(o, since, env)
	end.text = totals(o, &f)
	if o.JVMs > 0 && o.Totals != nil {
		end.report = filepath.Join(store.Report(), "index.html")
		end.text = append(end.text, "report: "+shortest(dir, end.report))
	}
	sources := store.Abs(o.Sources)
	end.found = found(&f, func(path string) string {
		return shortest(dir, filepath.Join(sources, filepath.FromSlash(path)))
	})
	return end
}

// shortest returns the path of a file relative to dir if the file is in it, else its absolute path.
func shortest(dir, file string) string {
	if rel := paths.Rel(dir, file); !strings.HasPrefix(rel, "../") {
		return rel
	}
	return file
}

// totals returns lines with the numbers of a saved run, which are final.
func totals(o *runs.Opened, f *findings.Findings) []string {
	took := words.Duration(o.Ended.Sub(o.Started))
	line := "run " + o.ID + ": " + o.HowEnded()
	switch b := o.ByTest; {
	case b != nil && b.Carried > 0:
		line += fmt.Sprintf(", %s ran in %s; %s", words.Plural(b.Distinct()-b.Carried, "test"), took, o.CarriedNote())
	case o.Results != nil:
		line += fmt.Sprintf(", %s in %s", words.Plural(o.Results.Tests, "test"), took)
	default:
		line += " in " + took
	}
	lines := []string{line}
	switch {
	case o.Totals == nil && o.JVMs == 0:
		lines = append(lines, o.NoCounts())
	case len(f.Errors) > 0 && (o.Totals == nil || o.Totals.Methods.Covered == 0):
		lines = append(lines, "no code was executed: it does not compile")
	case o.Totals != nil:
		lines = append(lines, "final: "+strings.Join([]string{share(o.Totals.Lines, "lines"),
			share(o.Totals.Branches, "branches"), share(o.Totals.Methods, "methods")}, ", ")+" executed")
	}
	if f.Change != nil && f.Change.Text() != "" {
		lines = append(lines, "your change: "+f.Change.Text())
	}
	return lines
}

func share(s runs.Share, what string) string {
	text := fmt.Sprintf("%s of %s %s", words.Thousands(uint64(s.Covered)), words.Thousands(uint64(s.Total)), what)
	if s.Total > 0 {
		text += fmt.Sprintf(" (%d %%)", 100*s.Covered/s.Total)
	}
	return text
}

// found returns lines with the findings in a run: errors of the compiler, failed tests, lines of the change that did
// not run. Each has its place on a line of its own, with nothing behind it, as PATH:LINE. place turns the path of a
// source into one that the user can open.
func found(f *findings.Findings, place func(path string) string) (lines []string) {
	add := func(indent int, text string) { lines = append(lines, strings.Repeat("  ", indent)+text) }
	head := func(n int, text string) {
		if len(lines) > 0 {
			add(0, "")
		}
		add(0, words.Thousands(uint64(n))+" "+text)
	}
	rest := func(more int) {
		if more > 0 {
			add(1, fmt.Sprintf("and %s more: the report has all", words.Thousands(uint64(more))))
		}
	}
	if n := len(f.Errors); n > 0 {
		head(n, words.Form(n, "error", "errors")+" of the compiler")
		for _, e := range f.Errors {
			message := strings.Split(e.Message, "\n")
			add(1, message[0])
			for _, line := range message[1:] {
				add(2, strings.TrimSpace(line))
			}
			add(2, findings.Place{Path: place(e.Path), Line: e.Line}.String())
		}
	}
	if n := len(f.Failed); n > 0 {
		head(n, words.Form(n, "test", "tests")+" failed")
		for _, t := range f.Failed[:min(n, mostFound)] {
			add(1, t.Test)
			for _, line := range t.Message[:min(len(t.Message), mostMessage)] {
				add(2, line)
			}
			if more := len(t.Message) - mostMessage; more > 0 {
				add(2, fmt.Sprintf("(%s more in the report)", words.Plural(more, "line")))
			}
			for _, p := range t.Places {
				if strings.Contains(p.Path, "/") {
					p.Path = place(p.Path)
				}
				add(2, p.String())
			}
		}
		rest(n - mostFound)
	}
	if f.Change != nil && len(f.Change.Uncovered) > 0 {
		n := 0
		for _, r := range f.Change.Uncovered {
			n += r.Lines
		}
		head(n, words.Form(n, "line", "lines")+" of your change not executed")
		for _, r := range f.Change.Uncovered[:min(len(f.Change.Uncovered), mostFound)] {
			r.Path = place(r.Path)
			add(1, r.String())
		}
		rest(len(f.Change.Uncovered) - mostFound)
	}
	if f.Change == nil {
		return lines
	}
	// Methods and regions are in the lines. f.Missed has only the first places.
	n := 0
	for _, m := range f.Change.Missed {
		if m.Kind == report.MissedBranch {
			n++
		}
	}
	if n > 0 {
		head(n, words.Form(n, "branch", "branches")+" of your change with outcomes that never happened")
		for _, m := range f.Missed {
			if m.Kind == report.MissedBranch {
				n--
				add(1, fmt.Sprintf("%s: %s: %s", findings.Place{Path: place(m.Path), Line: m.Line}, m.What, m.Code))
				if m.Test.Name != "" {
					add(2, "nearest test: "+m.Test.Name)
				}
			}
		}
		rest(n)
	}
	return lines
}

// describeTests returns the numbers of tests that have ended, and of those that failed.
func describeTests(u live.Update) string {
	text := words.Plural(u.Tests.Ended, "test")
	if s := u.State.Selected; s != nil && s.Tests > 0 && s.Tests < s.Of {
		text = fmt.Sprintf("%s of %s", words.Thousands(uint64(u.Tests.Ended)), words.Plural(max(s.Tests, u.Tests.Ended),
			"test"))
	}
	if u.Tests.Failed > 0 {
		text += ", " + words.Thousands(uint64(u.Tests.Failed)) + " failed"
	}
	return text
}

// runningNow returns the test that has run for the longest time of those that run now, and its time; "" for none.
func runningNow(u live.Update, now time.Time) string {
	if len(u.Running) == 0 {
		return ""
	}
	first := u.Running[0]
	text := fmt.Sprintf("runs now: %s, %s", first.Name,
		words.Duration(max(0, now.Sub(first.Began)).Truncate(100*time.Millisecond)))
	if more := len(u.Running) - 1; more > 0 {
		text += fmt.Sprintf(" (and %s more)", words.Plural(more, "test"))
	}
	return text
}
