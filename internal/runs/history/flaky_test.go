package history

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/internal/runs"
)

// outcomes returns outcomes in short: the code, the suite, and tests: f! failed, f? passed when it was tried again, f
// is known to have passed.
func outcomes(code, suite, tests string) *runs.Outcomes {
	o := &runs.Outcomes{Code: code, Suite: suite}
	for _, name := range strings.Fields(tests) {
		t := runs.TestOutcome{Name: "m:A#" + strings.TrimRight(name, "!?"), Failed: 1,
			Passed: strings.HasSuffix(name, "?")}
		if strings.TrimRight(name, "!?") == name {
			o.Passed = append(o.Passed, t.Name)
		} else {
			o.Failed = append(o.Failed, t)
		}
	}
	return o
}

// TestFlaky has runs by their code, JDK, suite and tests, and the flaky tests with failed/runs and the days at which
// they were seen.
func TestFlaky(t *testing.T) {
	for name, test := range map[string]struct{ runs, want string }{
		"failed, then passed":              {"c1 17 s f!; c1 17 s", "f 1/2 0 0"},
		"passed, then failed":              {"c1 17 s; c1 17 s f!; c1 17 s f!", "f 2/3 1 2"},
		"other code":                       {"c1 17 s f!; c2 17 s", ""},
		"another JDK":                      {"c1 17 s f!; c1 21 s", ""},
		"code that is not known":           {"- 17 s f!; - 17 s", ""},
		"not run":                          {"c1 17 s f!; c1 17 other", ""},
		"among other tests, by its name":   {"c1 17 s f!; c1 17 other f", "f 1/2 0 0"},
		"another run of these other tests": {"c1 17 s f!; c1 17 other f; c1 17 other", "f 1/3 0 0"},
		"tried again":                      {"- 17 s f?; c2 17 s", "f 1/2 0 0"},
		"broken, then flaky": {"c1 17 s f!; c2 17 s f!; c2 17 s; c3 17 s f! g!; c3 17 s",
			"f 3/5 1 3, g 1/5 3 3"},
	} {
		s := runs.Store{Project: t.TempDir()}
		for n, text := range strings.Split(test.runs, "; ") {
			f := append(strings.SplitN(text, " ", 4), "")
			o := save(t, s, made(n, func(r *runs.Run) {
				r.JDK, r.Outcomes = f[1], outcomes(strings.Trim(f[0], "-"), f[2], f[3])
				r.NotBuilt = make([]runs.NotBuilt, n%2) // no point of trends
			}))
			if err := Keep(s, o); err != nil {
				t.Fatal(err)
			}
			if err := s.Remove(o.ID); err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		days := func(s Seen) int { return int(s.Started.Sub(day).Hours() / 24) }
		for _, f := range of(t, s).Flaky() {
			got = append(got, fmt.Sprintf("%s %d/%d %d %d", strings.TrimPrefix(f.Test, "A#"), f.Failed, f.Runs,
				days(f.First), days(f.Last)))
			if f.Module != "m" || f.First.Branch != "main" || f.First.Commit == "" {
				t.Errorf("%s: %+v", name, f)
			}
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
		known, err := KnownFailed(s)
		if err != nil || !known("m:A#f") || known("m:A#h") {
			t.Errorf("%s: %v, known to have failed: %v", name, err, known("m:A#f"))
		}
	}
}

// TestFlakyInMerged finds the tests of the runs in a merged run, each run once, and none of a run that was interrupted.
func TestFlakyInMerged(t *testing.T) {
	s := runs.Store{Project: t.TempDir()}
	part := func(n int, tests string) runs.Run {
		return made(n, func(r *runs.Run) { r.Outcomes = outcomes("c", "s", tests) })
	}
	one, two := part(1, "f!"), part(2, "")
	save(t, s, one)
	save(t, s, made(3, func(r *runs.Run) { r.Parts = []runs.Run{one, two} }))
	save(t, s, made(4, func(r *runs.Run) { r.Outcomes, r.Interrupted = outcomes("c", "s", "g!"), true }))
	h := of(t, s)
	if list := h.Flaky(); len(h.Tested) != 2 || len(list) != 1 || list[0].Runs != 2 || list[0].Failed != 1 {
		t.Errorf("%+v, %d runs", list, len(h.Tested))
	}
}

// TestCodeOf checks that code is equal where its commit, and the files that differ from it, are.
func TestCodeOf(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a", "1")
	code := func(id string, dirty ...string) string { return CodeOf(dir, &runs.Commit{ID: id, Dirty: dirty}) }
	if CodeOf(dir, nil) != "" || code("x") != "x" || code("x", ".") != "" {
		t.Error("without files")
	}
	first, gone := code("x", "a"), code("x", "b")
	if first != code("x", "a") || !strings.HasPrefix(first, "x+") || first == code("y", "a") || first == gone {
		t.Error(first, gone)
	}
	write("a", "2")
	if code("x", "a") == first {
		t.Error("another text, and the same code")
	}
	set := func(hash byte) []*probe.Set {
		files := []*probe.File{{Path: "A.java", Hash: [32]byte{hash}}}
		return []*probe.Set{{Packages: []*probe.Package{{Files: files}}}}
	}
	if one := SourcesOf(set(1)); one != SourcesOf(set(1)) || one == SourcesOf(set(2)) || SourcesOf(nil) != "" {
		t.Error(one)
	}
}
