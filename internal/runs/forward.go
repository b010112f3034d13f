package runs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// Forward describes a run that was carried forward: it has those parts of an earlier run that a pipeline did not run.
type Forward struct {
	From  string   `json:"from"`  // the ID of the earlier run
	Parts []string `json:"parts"` // names of test steps and source sets: "org.example:app test default-test"
}

// Forwarded is a run that was carried forward to a merged run, with its age.
type Forwarded struct {
	Forward
	Label string
	Age   time.Duration // the time from its start to that of the newest other run
}

// Forwarded lists the runs that were carried forward to a merged run, oldest first.
func (r Run) Forwarded() []Forwarded {
	var newest time.Time
	for _, leaf := range r.Leaves() {
		if leaf.Forward == nil && leaf.Started.After(newest) {
			newest = leaf.Started
		}
	}
	var list []Forwarded
	for _, leaf := range r.Leaves() {
		if leaf.Forward != nil {
			list = append(list, Forwarded{*leaf.Forward, leaf.Label, max(0, newest.Sub(leaf.Started))})
		}
	}
	slices.SortStableFunc(list, func(a, b Forwarded) int { return int((b.Age - a.Age) / time.Second) })
	return list
}

// Text returns "carried forward from run X (unit), 3 days old: org.example:app test default-test".
func (f Forwarded) Text() string {
	const most = 5
	from, parts := "run "+f.From, strings.Join(f.Parts[:min(most, len(f.Parts))], ", ")
	if f.Label != "" {
		from += " (" + f.Label + ")"
	}
	if n := len(f.Parts) - most; n > 0 {
		parts += fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("carried forward from %s, %s old: %s", from, words.Age(f.Age), parts)
}

// CarryForward writes to folders below dir those parts of base that the runs in did not run, and opens them: one run
// for each of the runs in base that has such parts. A part is a test step, or a source set that was to be built. If
// base and in are merged runs with common labels, runs are compared with those of the same label, and those with
// another label are whole parts. Source sets whose files are gone from the project are not carried forward; notes name
// them.
func CarryForward(in []*Opened, base *Opened, dir string) (list []*Opened, notes []string, err error) {
	var now []Run
	labels := map[string]bool{}
	for _, o := range in {
		for _, leaf := range o.Leaves() {
			now, labels[leaf.Label] = append(now, leaf), true
		}
	}
	if base.IsContexts() || slices.ContainsFunc(now, Run.IsContexts) {
		return nil, nil, term.Errorf("merge such runs without --carry-forward",
			"--carry-forward: runs with contexts cannot be carried forward")
	}
	before := base.Leaves()
	delete(labels, "")
	labelled := len(before) > 1 && slices.ContainsFunc(before, func(r Run) bool { return labels[r.Label] })
	gone := map[string]bool{}
	for _, leaf := range before {
		others := now
		if labelled {
			others = slices.DeleteFunc(slices.Clone(now), func(r Run) bool { return r.Label != leaf.Label })
		}
		f := &forwarding{from: base, leaf: leaf, now: now, gone: gone}
		if !f.choose(others, newestOf(now), in[0].Store) {
			continue
		}
		o, err := f.write(dir)
		if err != nil {
			return nil, nil, base.in.broken(err)
		}
		list = append(list, o)
	}
	for name := range gone {
		notes = append(notes, name+" is not carried forward: its sources are gone")
	}
	slices.Sort(notes)
	return list, notes, nil
}

func newestOf(list []Run) Run { return slices.MaxFunc(list, Order(list)) }

type setName struct{ module, name string }

// forwarding makes the run that carries parts of another one forward.
type forwarding struct {
	from *Opened
	leaf Run
	now  []Run           // all runs of the pipeline
	gone map[string]bool // names of source sets whose files are gone

	whole bool // nothing of the run was run again
	steps []TestStep
	sets  []Set // those that the pipeline lacks, and those in which the steps have counts
	lacks map[setName]bool
	maps  []*probe.Set // of sets
}

// choose finds the parts that others did not run, and reports whether there are some.
func (f *forwarding) choose(others []Run, newest Run, project Store) bool {
	ran, steps := setsOf(others), map[string]bool{}
	for _, r := range others {
		for _, t := range r.Tests {
			steps[t.ID] = true
		}
	}
	f.whole = !slices.ContainsFunc(f.leaf.Tests, func(t TestStep) bool { return steps[t.ID] }) &&
		!slices.ContainsFunc(f.leaf.Sets, func(s Set) bool { return ran[setName{s.Module, s.Name}] })
	f.lacks = map[setName]bool{}
	here, known := setsOf(f.now), f.isHere(newest, project)
	modules := map[string]bool{} // that still exist
	for _, s := range f.leaf.Sets {
		key := setName{s.Module, s.Name}
		if !here[key] && known && !f.exists(s, project) {
			f.gone[strings.TrimSpace(s.Module+" "+s.Name)] = true
			continue
		}
		modules[s.Module] = true
		f.sets = append(f.sets, s)
		if !here[key] {
			f.lacks[key] = true
		}
	}
	for _, t := range f.leaf.Tests {
		failed := slices.ContainsFunc(others, func(r Run) bool {
			return slices.ContainsFunc(r.NotBuilt, func(n NotBuilt) bool { return n.Module == t.Module })
		})
		if !steps[t.ID] && !failed && modules[t.Module] {
			f.steps = append(f.steps, t)
		}
	}
	if len(f.leaf.Tests) == 0 && f.whole {
		return len(f.sets) > 0
	}
	return len(f.steps) > 0 || len(f.lacks) > 0
}

// setsOf returns the source sets that runs have built, or were to build.
func setsOf(list []Run) map[setName]bool {
	all := map[setName]bool{}
	for _, r := range list {
		for _, s := range r.Sets {
			all[setName{s.Module, s.Name}] = true
		}
		for _, n := range r.NotBuilt {
			all[setName{n.Module, n.Name}] = true
		}
	}
	return all
}

// isHere reports whether the folder of the project has sources of the newest run.
func (f *forwarding) isHere(newest Run, project Store) bool {
	return project.Project != "" && paths.IsDir(project.Abs(newest.Sources)) &&
		slices.ContainsFunc(f.leaf.Sets, func(s Set) bool { return f.exists(s, project) })
}

// exists reports whether the project has a file of a source set.
func (f *forwarding) exists(s Set, project Store) bool {
	m, err := probe.ReadFile(f.from.MapPath(s))
	if err != nil {
		return true // the error comes when the map is read
	}
	for _, p := range m.Packages {
		for _, file := range p.Files {
			if paths.Exists(filepath.Join(project.Abs(f.leaf.Sources), filepath.FromSlash(file.Path))) {
				return true
			}
		}
	}
	return false
}

// kept reports whether the counts of a test step are carried forward; "" means JVMs of no step.
func (f *forwarding) kept(step string) bool {
	if step == "" {
		return f.whole
	}
	return slices.ContainsFunc(f.steps, func(t TestStep) bool { return t.ID == step })
}

// parts returns the names of what is carried forward.
func (f *forwarding) parts() []string {
	var names []string
	tested := map[string]bool{}
	for _, t := range f.steps {
		tested[t.Module] = true
		names = append(names, strings.Join(strings.Fields(t.Module+" "+t.Goal+" "+t.Execution), " "))
	}
	for _, s := range f.sets {
		if !tested[s.Module] && (f.lacks[setName{s.Module, s.Name}] || len(f.leaf.Tests) == 0) {
			names = append(names, strings.TrimSpace(s.Module+" "+s.Name))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// write writes the run to a folder below dir, and opens it.
func (f *forwarding) write(dir string) (*Opened, error) {
	r := f.leaf
	r.Forward = &Forward{From: r.ID, Parts: f.parts()}
	if f.leaf.Forward != nil {
		r.Forward.From = f.leaf.Forward.From
	}
	sum := sha256.Sum256([]byte(f.leaf.ID + "\n" + strings.Join(r.Forward.Parts, "\n")))
	r.ID = r.Forward.From + "+" + hex.EncodeToString(sum[:4])
	r.Sets, r.Tests, r.Totals, r.Shard = f.sets, f.steps, nil, nil
	r.NotBuilt = slices.DeleteFunc(slices.Clone(r.NotBuilt), func(n NotBuilt) bool {
		return !f.lacks[setName{n.Module, n.Name}]
	})
	to := filepath.Join(dir, r.ID)
	if err := os.MkdirAll(filepath.Join(to, "maps"), 0o777); err != nil {
		return nil, err
	}
	for _, s := range r.Sets {
		m, err := probe.ReadFile(f.from.MapPath(s))
		if err == nil {
			err = copyFile(f.from.MapPath(s), filepath.Join(to, "maps", s.Map))
		}
		if err != nil {
			return nil, err
		}
		f.maps = append(f.maps, m)
	}
	err := errors.Join(f.writeCounts(to), f.writeTests(to, &r), f.writeReports(to, &r), f.writeSources(to))
	if err == nil {
		err = atomicfile.WriteJSON(filepath.Join(to, "run.json"), r)
	}
	if err != nil {
		return nil, err
	}
	return f.from.Store.Open(to)
}

// writeCounts writes the counts of the steps. Of JVMs of no step, it writes the counts of packages that the pipeline
// lacks.
func (f *forwarding) writeCounts(to string) error {
	in, err := regular.Open(f.from.file(f.leaf, CountsFile))
	if err != nil {
		return err
	}
	defer in.Close()
	file, err := counts.Read(in, in.Name())
	if err != nil {
		return err
	}
	known, lacking := map[probe.ID]bool{}, map[probe.ID]bool{}
	for _, m := range f.maps {
		for _, p := range m.Packages {
			known[p.ID] = true
			lacking[p.ID] = lacking[p.ID] || f.lacks[setName{m.Module, m.Name}]
		}
	}
	only := func(sections []counts.Section, in map[probe.ID]bool) []counts.Section {
		return slices.DeleteFunc(sections, func(s counts.Section) bool { return !in[s.ID] })
	}
	if f.whole {
		lacking = known
	}
	file.Sections = only(file.Sections, lacking)
	file.Steps = slices.DeleteFunc(file.Steps, func(s counts.Step) bool { return !f.kept(s.Name) })
	for i := range file.Steps {
		file.Steps[i].Sections = only(file.Steps[i].Sections, known)
	}
	var out bytes.Buffer
	if err := counts.Write(&out, file); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, CountsFile), out.Bytes(), 0o666)
}

// writeTests writes the counts by test of the steps, and describes them in r.
func (f *forwarding) writeTests(to string, r *Run) error {
	if !f.leaf.HasTests() {
		return nil
	}
	from := f.from.file(f.leaf, TestsFile)
	data, err := regular.ReadFile(from)
	if err != nil {
		return err
	}
	all, err := testcounts.Read(bytes.NewReader(data), from)
	if err != nil {
		return err
	}
	b := testcounts.NewBuilder(f.maps)
	b.AddJVMs(all.JVMs())
	for i, t := range all.In(f.maps).Tests() {
		if !f.kept(t.Step) {
			continue
		}
		owner := b.Owner(t)
		for s := range all.In(f.maps).Of(i) {
			if err := b.Add(owner, s); err != nil {
				return err
			}
		}
	}
	c := b.Counts()
	r.ByTest = DescribeTests(c)
	if err := c.WriteFile(filepath.Join(to, TestsFile)); err != nil {
		return err
	}
	return f.writeFiles(to)
}

// writeReports writes the test reports of the modules of the steps, but for those of modules that the pipeline has run,
// and sets the results of r.
func (f *forwarding) writeReports(to string, r *Run) error {
	read := f.from.Store.TestReports
	if len(f.from.Parts) > 0 {
		read = f.from.Store.reportsOf
	}
	suites, _ := read(f.leaf, f.from.Dir)
	folders := map[string]bool{}
	for _, t := range f.steps {
		folders[f.leaf.FolderOf(t.ID)] = true
	}
	for _, run := range f.now {
		for _, t := range run.Tests {
			delete(folders, run.FolderOf(t.ID))
		}
	}
	suites = slices.DeleteFunc(suites, func(s testreports.Suite) bool { return !f.whole && !folders[s.Module] })
	if f.whole && len(suites) == 0 {
		return nil // the results of the run stand
	}
	r.Results = nil
	if len(suites) == 0 {
		return nil
	}
	r.Results = &Results{}
	for i := range suites {
		r.Results.Tests += len(suites[i].Cases)
		r.Results.Failed += suites[i].Count(testreports.Failed)
		r.Results.Skipped += suites[i].Count(testreports.Skipped)
	}
	return testreports.Write(filepath.Join(to, TestReportsDir), testreports.CarriedOver, suites)
}

// writeSources copies the sources that the run keeps.
func (f *forwarding) writeSources(to string) error {
	from := filepath.Join(f.from.Dir, SourcesDir)
	if !paths.IsDir(from) {
		return nil
	}
	return os.CopyFS(filepath.Join(to, SourcesDir), os.DirFS(from))
}

func copyFile(from, to string) error {
	in, err := regular.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
