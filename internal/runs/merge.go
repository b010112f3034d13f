package runs

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
)

// leaf is a run that is to be merged.
type leaf struct {
	Run
	from *Opened
}

// Merge writes the merged run of the given runs, each once, with a label, to the folder or archive out. A single run
// keeps its label if label is "". The result depends only on the runs, the label and the version of jprof. The order of
// the runs, repetitions, and earlier merges of some of them do not matter. Merge ignores runs without counts, except
// failed ones and shards, because no gate may pass without these. It returns the run, and notes for the user. If it
// fails, out does not change. derive computes numbers of the merged run that only packages above this one can read.
func Merge(in []*Opened, out, label string, derive Derive) (*Run, []string, error) {
	var notes []string
	leaves, err := leavesOf(in, &notes)
	if err != nil {
		return nil, nil, err
	}
	if err := sameProject(leaves); err != nil {
		return nil, nil, err
	}
	if err := errors.Join(sameKind(leaves), sameJVMs(leaves)); err != nil {
		return nil, nil, err
	}
	if err := replaceable(out); err != nil {
		return nil, nil, err
	}
	stage, err := atomicfile.NewStage(out)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot write %s: %w", out, err)
	}
	defer stage.Close()
	made := "run"
	r, err := write(leaves, stage.Path(made), label, derive)
	if err != nil {
		return nil, nil, err
	}
	if IsArchive(out) {
		made = "archive"
		err = packTo(stage.Path(made), stage.Path("run"))
	}
	if err == nil {
		err = stage.Replace(made)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("cannot write %s: %w", out, err)
	}
	return r, notes, nil
}

// leavesOf lists the unmerged runs that make up the given runs, each once, sorted by ID.
func leavesOf(in []*Opened, notes *[]string) ([]leaf, error) {
	byID := map[string]leaf{}
	for _, o := range in {
		for _, r := range o.Leaves() {
			l := leaf{r, o}
			other, ok := byID[r.ID]
			if !ok {
				byID[r.ID] = l
				continue
			}
			same, err := sameRun(l, other)
			if err != nil {
				return nil, err
			}
			if !same {
				return nil, fmt.Errorf("%s and %s: two different runs with the ID %s: one of them was altered",
					other.from.in.name(other.from.Dir), o.in.name(o.Dir), r.ID)
			}
			*notes = append(*notes, fmt.Sprintf("the run %s is given more than once, and is counted once", r.ID))
		}
	}
	*notes = append(*notes, carriedTwice(byID)...)
	var leaves []leaf
	for _, l := range byID {
		leaves = append(leaves, l)
	}
	slices.SortFunc(leaves, func(a, b leaf) int { return strings.Compare(a.ID, b.ID) })
	*notes = slices.Compact(slices.Sorted(slices.Values(*notes)))
	leaves = slices.DeleteFunc(leaves, func(l leaf) bool {
		// A build that failed counts as failed even without counts, and a shard without tests is not missing.
		if l.JVMs > 0 || l.HasContexts() || l.Failed() || l.Shard != nil {
			return false
		}
		what := "counts"
		if l.IsContexts() {
			what = "contexts"
		}
		*notes = append(*notes, fmt.Sprintf("the run %s has no %s: it is not merged", l.ID, what))
		return true
	})
	if len(leaves) == 0 {
		return nil, NoRun(term.WithHints(errors.New("no run with counts or contexts to merge"), *notes...))
	}
	return leaves, nil
}

// sameRun reports whether two runs with the same ID have the same content.
func sameRun(a, b leaf) (bool, error) {
	x, err := a.numbers()
	if err != nil {
		return false, a.from.in.broken(err)
	}
	y, err := b.numbers()
	if err != nil {
		return false, b.from.in.broken(err)
	}
	a.Sets, b.Sets = nil, nil     // maps have other names in a merged run
	a.Label, b.Label = "", ""     // labels depend on the store
	a.Totals, b.Totals = nil, nil // totals depend on the settings of the project
	a.Format, b.Format = 0, 0     // jprof 0.1 omits it when it merges
	return bytes.Equal(x, y) && reflect.DeepEqual(a.Run, b.Run), nil
}

// sameProject returns an error if a run has no project, module or commit in common with the others.
func sameProject(leaves []leaf) error {
	leaves = slices.DeleteFunc(slices.Clone(leaves), func(l leaf) bool {
		// It failed before its project was known, and has no counts.
		return l.JVMs == 0 && !l.HasContexts() && len(l.marks()) == 0
	})
	if len(leaves) == 0 {
		return nil
	}
	known := leaves[0].marks()
	others := slices.Clone(leaves[1:])
	for grown := true; grown; {
		grown = false
		others = slices.DeleteFunc(others, func(l leaf) bool {
			marks := l.marks()
			if !slices.ContainsFunc(marks, func(m string) bool { return slices.Contains(known, m) }) {
				return false
			}
			known, grown = append(known, marks...), true
			return true
		})
	}
	if len(others) == 0 {
		return nil
	}
	l, first := others[0], leaves[0]
	return term.Errorf("merge the runs of one project only",
		"the run %s (%s) is of another project than %s (%s): they have no module and no commit in common",
		l.ID, l.Title, first.ID, first.Title)
}

// marks lists texts that identify the project of a run. If two runs have a mark in common, they belong to the same
// project.
func (l leaf) marks() []string {
	var marks []string
	if l.Project != "" {
		marks = append(marks, "project "+l.Project)
	}
	folder := ""
	if l.Commit != nil {
		folder = l.Commit.Folder
		marks = append(marks, "commit "+l.Commit.ID+" in "+folder)
	}
	program := "program " + l.Title + " in " + folder
	for _, s := range l.Sets {
		if s.Module == "" {
			marks = append(marks, program)
		} else {
			marks = append(marks, "module "+s.Module)
		}
	}
	if !l.IsContexts() { // a run with contexts has no source sets
		return marks
	}
	for _, t := range l.Tests {
		marks = append(marks, "module "+t.Module)
	}
	if !l.IsBuild() {
		marks = append(marks, program)
	}
	return marks
}

// Derive has functions that compute numbers of a merged run. If a function is nil, the run lacks the number.
type Derive struct {
	Contexts CountContexts
	// Totals returns the totals of the report of a run with counts. The run has all data except the totals.
	Totals func(*Opened) (Totals, error)
}

// write makes the folder of a merged run and returns the run.
func write(leaves []leaf, dir, label string, derive Derive) (*Run, error) {
	for _, d := range []string{"maps", "parts"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o777); err != nil {
			return nil, err
		}
	}
	all := make([]Run, len(leaves))
	for i, l := range leaves {
		all[i] = l.Run
	}
	newest := slices.MaxFunc(all, Order(all))
	if len(leaves) == 1 {
		label = cmp.Or(label, leaves[0].from.Label) // it is the run itself, in another form
	}
	title := newest.Title
	if _, artifact, ok := strings.Cut(newest.Project, ":"); ok && slices.ContainsFunc(leaves, func(l leaf) bool {
		return l.Title != title
	}) {
		title = artifact // rather than the folder of one of the clones
	}
	merged := &Run{
		Label: label, Tool: version.String(), Format: recordfile.Version, Project: newest.Project,
		Command: []string{"jprof", "merge"}, Dir: ".", Started: newest.Started, Ended: newest.Ended,
		Sources: newest.Sources, Around: newest.Around, Mirror: newest.Mirror, Title: title, Commit: newest.Commit,
		JDK: newest.JDK,
	}
	known := map[string]*probe.Set{} // by the name of the map's file
	hash := sha256.New()
	for _, l := range leaves {
		fmt.Fprintln(hash, l.ID)
		part, err := l.writeTo(dir, known)
		if err != nil {
			return nil, err
		}
		merged.Parts = append(merged.Parts, part)
		merged.add(part)
	}
	if leaves[0].IsContexts() {
		if err := merged.writeContexts(leaves, dir, derive.Contexts); err != nil {
			return nil, err
		}
	}
	merged.ID = "merged-" + hex.EncodeToString(hash.Sum(nil)[:6])
	slices.SortFunc(merged.Sets, func(a, b Set) int { return strings.Compare(a.Map, b.Map) })
	kinds := merged.kinds()
	for i := range merged.Sets {
		s := &merged.Sets[i]
		s.Kind = kinds[setName{s.Module, s.Name}]
	}
	merged.Sets = slices.Compact(merged.Sets)
	merged.joinNotBuilt()
	slices.Sort(merged.FailedModules)
	merged.FailedModules = slices.Compact(merged.FailedModules)
	slices.SortStableFunc(merged.Tests, func(a, b TestStep) int { return strings.Compare(a.ID, b.ID) })
	merged.Tests = slices.Compact(merged.Tests)
	if err := merged.check(); err != nil { // the sums may be too large, as the numbers come from elsewhere
		return nil, err
	}
	description := filepath.Join(dir, "run.json")
	if err := atomicfile.WriteJSON(description, merged); err != nil || merged.JVMs == 0 || derive.Totals == nil {
		return merged, err
	}
	o, err := leaves[0].from.Store.Open(dir)
	if err != nil {
		return nil, err
	}
	totals, err := derive.Totals(o)
	if err != nil {
		return nil, err
	}
	merged.Totals = &totals
	return merged, atomicfile.WriteJSON(description, merged)
}

// writeTo writes the maps and the counts of a run to the folder of a merged run. known has the maps that are there.
func (l leaf) writeTo(dir string, known map[string]*probe.Set) (Run, error) {
	r := l.Run
	r.Sets = slices.Clone(r.Sets)
	var sets []*probe.Set
	for i, s := range r.Sets {
		data, err := regular.ReadFile(l.from.MapPath(s))
		if err != nil {
			return r, l.from.in.broken(err)
		}
		name := mapName(s, data)
		if known[name] == nil {
			m, err := probe.ReadSet(bytes.NewReader(data), l.from.MapPath(s))
			if err != nil {
				return r, l.from.in.broken(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "maps", name), data, 0o666); err != nil {
				return r, err
			}
			known[name] = m
		}
		sets = append(sets, known[name])
		r.Sets[i].Map = name
	}
	if l.IsContexts() {
		return r, nil // see writeContexts
	}
	from := l.from.file(l.Run, CountsFile)
	data, err := l.counts()
	var totals *counts.Totals
	if err == nil {
		totals, err = counts.ParseTotals(data, from, sets)
	}
	if err == nil {
		err = l.knows(totals.Steps())
	}
	if err != nil {
		return r, l.from.in.broken(err)
	}
	if err := os.WriteFile(partFile(dir, r.ID, CountsFile), data, 0o666); err != nil {
		return r, err
	}
	return r, errors.Join(l.writeTests(dir, sets), l.writeSources(dir, sets), l.writeReports(dir), l.writeServices(dir))
}

// counts returns the content of the count file of a run. A run that is not finished has an empty one.
func (l leaf) counts() ([]byte, error) {
	if !l.NotFinished {
		return regular.ReadFile(l.from.file(l.Run, CountsFile))
	}
	var none bytes.Buffer
	err := counts.Write(&none, &counts.File{Merged: true, Start: l.Started})
	return none.Bytes(), err
}

// mapName returns the name for the file of a map, with a hash of its content.
func mapName(s Set, data []byte) string {
	base := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '-' {
			return c
		}
		return '_'
	}, strings.TrimPrefix(s.Module+"_"+s.Name, "_"))
	sum := sha256.Sum256(data)
	// A file system may take no names of more than 255 bytes. Names with an equal start differ in the hash.
	return base[:min(len(base), 150)] + "-" + hex.EncodeToString(sum[:8]) + ".map"
}

// replaceable returns an error if Merge must not write to out. It may create out, or replace a merged run.
func replaceable(out string) error {
	merged := false
	info, err := os.Lstat(out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case IsArchive(out) && info.Mode().IsRegular():
		merged, err = isMergedArchive(out)
	case info.IsDir():
		if entries, err := os.ReadDir(out); err == nil && len(entries) == 0 {
			return nil
		}
		var o *Opened
		if o, err = (Store{}).Open(out); err == nil {
			merged = len(o.Parts) > 0
		}
	}
	const elsewhere = "name a folder or archive (.tar.gz) that does not exist yet"
	switch {
	case merged:
		return nil
	case isNewer(err):
		return term.Errorf(elsewhere, "not replaced: %v", err)
	}
	return term.Errorf(elsewhere, "%s exists, and is not a merged run: it is not replaced", out)
}
