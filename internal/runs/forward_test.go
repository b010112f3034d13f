package runs

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/util/atomicfile"
)

// pipelineRun makes a run of the modules in text: "a: a=2 b=1, b:, -c, d" means that the tests of a executed a twice
// and b once, those of b nothing, that c was not built, and that d has no tests. "=3" has counts of a, of no step.
func pipelineRun(t *testing.T, id, label, text string) *Opened {
	t.Helper()
	dir := filepath.Join(t.TempDir(), id)
	r := Run{ID: id, Label: label, Started: start, Ended: start, JVMs: 1, Sources: ".", Project: "g:root"}
	if err := os.MkdirAll(filepath.Join(dir, "maps"), 0o777); err != nil {
		t.Fatal(err)
	}
	ids := map[string]probe.ID{}
	module := func(name string) {
		if ids[name] != (probe.ID{}) {
			return
		}
		var out bytes.Buffer
		w, err := probe.NewWriter(&out, "test", "g:"+name, "main")
		if err != nil {
			t.Fatal(err)
		}
		p := &probe.Package{Name: name, Helper: "__Counter00000001", Files: []*probe.File{{Path: name + "/A.java",
			Hash: sha256.Sum256([]byte(name)), Encoding: "UTF-8", Counters: 1}}}
		if err := w.Add(p); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "maps", name+".map"), out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		ids[name] = p.ID
		r.Sets = append(r.Sets, Set{Module: "g:" + name, Name: "main", Map: name + ".map", Files: 1, Measured: 1})
	}
	file := &counts.File{Merged: true, JVMs: 1, Start: start, Java: []string{"17"}}
	for item := range strings.SplitSeq(text, ", ") {
		name, executed, tests := strings.Cut(item, ":")
		if failed, ok := strings.CutPrefix(name, "-"); ok {
			r.NotBuilt = append(r.NotBuilt, NotBuilt{Module: "g:" + failed, Name: "main"})
			continue
		}
		if n, ok := strings.CutPrefix(item, "="); ok {
			module("a")
			count := uint64(n[0] - '0')
			file.Sections = append(file.Sections, counts.Section{ID: ids["a"], Counters: []uint64{count}})
			continue
		}
		module(name)
		if !tests {
			continue
		}
		r.Tests = append(r.Tests, TestStep{ID: name + "-test", Module: "g:" + name, Goal: "test", Kind: "unit"})
		step := counts.Step{Name: name + "-test"}
		for _, part := range strings.Fields(executed) {
			of, n, _ := strings.Cut(part, "=")
			module(of)
			step.Sections = append(step.Sections, counts.Section{ID: ids[of], Counters: []uint64{uint64(n[0] - '0')}})
		}
		slices.SortFunc(step.Sections, func(a, b counts.Section) int { return bytes.Compare(a.ID[:], b.ID[:]) })
		file.Steps = append(file.Steps, step)
	}
	var out bytes.Buffer
	if err := counts.Write(&out, file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, CountsFile), out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteJSON(filepath.Join(dir, "run.json"), r); err != nil {
		t.Fatal(err)
	}
	o, err := Store{Project: filepath.Dir(dir)}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// merged merges runs.
func merged(t *testing.T, in ...*Opened) *Opened {
	t.Helper()
	out := filepath.Join(t.TempDir(), "merged")
	if _, _, err := Merge(in, out, "", Derive{}); err != nil {
		t.Fatal(err)
	}
	o, err := in[0].Store.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestCarryForward checks which parts of an earlier run are added, and with which counts.
func TestCarryForward(t *testing.T) {
	for name, c := range map[string]struct {
		base, now []string // runs: "label/text"
		gone      string   // a module without files in the project
		parts     string
		counts    string // of all modules in the merged run
	}{
		"other modules": {base: []string{"/a: a=1, b: a=2 b=3"}, now: []string{"/a: a=5"}, parts: "g:b test",
			counts: "a=7 b=3"},
		"nothing":  {base: []string{"/a: a=1, b: a=2 b=3"}, now: []string{"/a: a=5, b: b=1"}, counts: "a=5 b=1"},
		"all":      {base: []string{"/b: b=3"}, now: []string{"/a: a=5"}, parts: "g:b test", counts: "a=5 b=3"},
		"no tests": {base: []string{"/a: a=1, b"}, now: []string{"/a: a=5"}, parts: "g:b main", counts: "a=5 b=0"},
		"tests only": {base: []string{"/a: a=1, b: b=3"}, now: []string{"/a: a=5, b"},
			parts: "g:b test", counts: "a=5 b=3"},
		"not built": {base: []string{"/a: a=1, b: a=2 b=3"}, now: []string{"/a: a=5, -b"}, counts: "a=5"},
		"gone":      {base: []string{"/a: a=1, b: a=2 b=3"}, now: []string{"/a: a=5"}, gone: "b", counts: "a=5"},
		"no step":   {base: []string{"/a, =4"}, now: []string{"/b: b=1"}, parts: "g:a main", counts: "a=4 b=1"},
		"no step now": {base: []string{"/a: a=1, =4, b: b=3"}, now: []string{"/a: a=5"},
			parts: "g:b test", counts: "a=5 b=3"},
		"label": {base: []string{"unit/a: a=1", "it/a: a=2"}, now: []string{"unit/a: a=5"}, parts: "g:a test",
			counts: "a=7"},
		"labels, and a module": {base: []string{"unit/a: a=1, b: b=1", "it/b: b=2"},
			now: []string{"unit/a: a=5", "it/b: b=6"}, parts: "g:b test", counts: "a=5 b=7"},
		"other labels": {base: []string{"nightly/a: a=1", "weekly/b: b=2"}, now: []string{"pr/a: a=5"},
			parts: "g:b test", counts: "a=5 b=2"},
	} {
		opened := func(kind string, texts []string) (list []*Opened) {
			for i, text := range texts {
				label, text, _ := strings.Cut(text, "/")
				list = append(list, pipelineRun(t, fmt.Sprintf("%s%d", kind, i), label, text))
			}
			return list
		}
		now := opened("now", c.now)
		base := opened("base", c.base)[0]
		if len(c.base) > 1 {
			base = merged(t, opened("base", c.base)...)
		}
		for _, module := range []string{"a", "b"} {
			if module == c.gone {
				continue
			}
			file := filepath.Join(now[0].Store.Project, module, "A.java")
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		forward, notes, err := CarryForward(now, base, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		var parts, sums []string
		for _, o := range forward {
			parts = append(parts, o.Forward.Parts...)
		}
		o := merged(t, append(slices.Clone(now), forward...)...)
		content, err := o.Read()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, m := range content.Maps {
			n := uint64(0)
			if list := content.Totals.Counters(m.Packages[0].ID); len(list) > 0 {
				n = list[0]
			}
			sums = append(sums, fmt.Sprintf("%s=%d", m.Packages[0].Name, n))
		}
		slices.Sort(sums)
		if strings.Join(parts, ", ") != c.parts || strings.Join(sums, " ") != c.counts ||
			len(o.Forwarded()) != len(forward) || (len(notes) > 0) != (c.gone != "") {
			t.Errorf("%s: %q with %q, want %q with %q; %v, %q", name, parts, sums, c.parts, c.counts, o.Forwarded(),
				notes)
		}
	}
}

// TestForwardedAgain: a part that is carried forward again keeps its run and gets older, and merging is still a union.
func TestForwardedAgain(t *testing.T) {
	first, second, third := pipelineRun(t, "r1", "main", "a: a=1, b: b=3"), pipelineRun(t, "r2", "", "a: a=5"),
		pipelineRun(t, "r3", "", "a: a=6")
	second.Started, third.Started = start.Add(25*time.Hour), start.Add(80*time.Hour)
	for _, o := range []*Opened{second, third} {
		o.Commit = &Commit{ID: "c", Time: start.Add(-time.Hour)} // of an older branch
	}
	base := first
	for _, o := range []*Opened{second, third} {
		forward, _, err := CarryForward([]*Opened{o}, base, t.TempDir())
		if err != nil || len(forward) != 1 {
			t.Fatalf("%v, %v", forward, err)
		}
		base = merged(t, append(forward, o)...)
	}
	list := base.Forwarded()
	if len(list) != 1 || list[0].Text() != "carried forward from run r1 (main), 3.4 days old: g:b test" {
		t.Errorf("%+v", list)
	}
	if base.Commit == nil || base.Commit.ID != "c" {
		t.Errorf("the commit is that of what ran: %+v", base.Commit)
	}
	_, notes, err := Merge([]*Opened{base, first}, filepath.Join(t.TempDir(), "twice"), "", Derive{})
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0], "carried forward from r1, which is merged, too") {
		t.Errorf("merged with the run that it comes from: %q, %v", notes, err)
	}
	again := merged(t, base, third)
	if !equalContent(content(t, again.Dir), content(t, base.Dir)) {
		t.Error("merged again with one of its runs, the run is another one")
	}
}
