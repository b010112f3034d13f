package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"jprof/internal/jtest/generated"
	"jprof/internal/util/atomicfile"
)

// allReleases tries the libraries named, or all, and makes the table.
func (w *work) allReleases(names []string, script, doc string, testsOnly bool) error {
	var bad []error
	for _, l := range libraries {
		if len(names) == 0 || slices.Contains(names, l.name) {
			bad = append(bad, w.releases(l, script, testsOnly))
		}
	}
	if testsOnly {
		return errors.Join(bad...)
	}
	text, err := w.releasesDocument()
	if err != nil {
		return errors.Join(append(bad, err)...)
	}
	fmt.Print(text)
	if doc != "" {
		bad = append(bad, generated.Write(doc, writtenReleases, text))
	}
	return errors.Join(bad...)
}

// writtenReleases is the command that the document names for releases.
const writtenReleases = "make mutants-releases"

// releasesDocument is the part of the document about releases.
func (w *work) releasesDocument() (string, error) {
	var t strings.Builder
	fmt.Fprintf(&t, "%s, by `%s`.\n\n| library | from | to | tests | with another result | selected | their time | "+
		"with another result and not selected | all selected because of |\n|%s\n",
		time.Now().UTC().Format("2006-01-02"), writtenReleases,
		strings.Repeat(" --- |", 9))
	var notes strings.Builder
	tried, of := 0, 0
	for _, l := range libraries {
		var open []string
		for i, to := range l.versions[1:] {
			of++
			s, err := w.readStep(l, l.versions[i], to)
			if errors.Is(err, fs.ErrNotExist) {
				s, err = &step{From: l.versions[i], To: to}, nil
			}
			if err != nil {
				return "", err
			}
			if s.Problem != "" {
				fmt.Fprintf(&notes, "- %s %s to %s was not tried: %s\n", l.name, s.From, s.To, cause(s.Problem))
				continue
			}
			if s.Selected == nil {
				open = append(open, s.From+" to "+s.To)
				continue
			}
			tried++
			if len(s.Dropped) > 0 {
				fmt.Fprintf(&notes, "- %s %s to %s: these tests do not compile with the new main sources: `%s`\n",
					l.name, s.From, s.To, strings.Join(s.Dropped, "`, `"))
			}
			x := s.Selected
			t.WriteString(row([]string{l.name, s.From, s.To, fmt.Sprint(s.Tests), fmt.Sprint(len(s.Full.Failed)),
				percent(min(1, float64(x.Tests)/float64(max(1, x.Of)))), percent(x.Time), fmt.Sprint(len(x.Missed)),
				strings.Join(slices.Compact(slices.Sorted(slices.Values(x.All))), ", ")}))
		}
		if open != nil {
			fmt.Fprintf(&notes, "- %s, not tried yet: %s\n", l.name, strings.Join(open, ", "))
		}
	}
	return fmt.Sprintf("%s\n%d of %d changes were tried.\n\n%s", &t, tried, of, &notes), nil
}

func (w *work) stepFile(l library, from, to string) string {
	return filepath.Join(w.dir, "releases", l.name, from+" to "+to+".json")
}

func (w *work) readStep(l library, from, to string) (*step, error) {
	s := &step{}
	return s, atomicfile.ReadJSON(w.stepFile(l, from, to), s)
}

// cause is the first error that Maven or javac names in a problem, without the place on this machine, else its first
// line.
func cause(problem string) string {
	if m := firstError.FindStringSubmatch(problem); m != nil {
		if m[2] != "" {
			return "the new main sources do not compile with the libraries of the release before: " + m[2]
		}
		return m[1]
	}
	first, _, _ := strings.Cut(problem, "\n")
	return first
}

// firstError matches a message of Maven, or one of javac.
var firstError = regexp.MustCompile(`(?m)^\[ERROR\] (.+?)(?: -> \[Help 1\])?$|^/.*\.java:\d+: error: (.*)$`)
