package collected

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/services"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// Request holds the options of a user.
type Request struct {
	Store   runs.Store
	Dirs    []string       // folders with count files, also below
	Builds  []*runs.Opened // runs whose maps are searched for the packages of the files
	Label   string
	Command []string // the command of the user
	Derive  runs.Derive
}

// Result is the run that was made.
type Result struct {
	Run   *runs.Opened   // merged, if there are several builds
	Parts []*runs.Opened // the runs of several builds, the newest last
	Notes []string       // of what is missing, one line each
}

// Make reads the count files of folders and saves their run.
func Make(r Request) (*Result, error) {
	m := &maker{Request: r}
	for _, dir := range r.Dirs {
		if _, err := os.Stat(dir); err != nil {
			return nil, term.WithHints(fmt.Errorf("%s: %w", dir, errors.Unwrap(err)), "name folders with count files")
		}
	}
	if err := counts.Stable(r.Dirs, m.count); err != nil {
		return nil, err
	}
	return m.save()
}

// count adds up the counts in files. It forgets what it has added up before.
func (m *maker) count(paths []string) error {
	m.inputs, m.parts, m.notes = nil, nil, nil
	if err := m.read(paths); err != nil {
		return err
	}
	if len(m.inputs) == 0 {
		return term.WithHints(fmt.Errorf("%s: no count files", words.Listed(m.Dirs)),
			"JVMs with counters write them to the folder that JPROF_COUNTS names")
	}
	if err := m.choose(); err != nil {
		return err
	}
	for _, p := range m.parts {
		if err := m.add(p); err != nil {
			return err
		}
	}
	return nil
}

// maker makes a run.
type maker struct {
	Request
	inputs []input
	parts  []*part // one for each build, the newest first
	notes  []string

	collection string // see runs.Services
}

// part has the files of a build.
type part struct {
	*build
	inputs []input
	totals *counts.Totals
	slices []services.Slice
	sets   []*probe.Set
}

func (m *maker) note(format string, args ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, args...))
}

// read reads the heads of count files.
func (m *maker) read(paths []string) error {
	for _, path := range paths {
		in, err := readInput(path)
		if errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err != nil {
			m.note("%v", err)
		}
		if in.file != nil {
			m.inputs = append(m.inputs, in)
		}
	}
	all := len(m.inputs)
	m.inputs = distinct(m.inputs)
	if n := all - len(m.inputs); n > 0 {
		m.note("%s of the same JVMs as others, as in a copy of a folder, and counted once",
			words.Form(n, "1 count file is", words.Thousands(uint64(n))+" count files are"))
	}
	return nil
}

// distinct omits files of which there is a longer copy, or that are in a joined file of another folder.
func distinct(inputs []input) []input {
	joined := map[string]bool{}
	longest := map[string]input{} // by the name without its extension
	for _, in := range inputs {
		for _, name := range in.file.Folded {
			joined[stem(name)] = true
		}
		if other, ok := longest[stem(in.path)]; !ok || in.size > other.size {
			longest[stem(in.path)] = in
		}
	}
	return slices.DeleteFunc(slices.Clone(inputs), func(in input) bool {
		return joined[stem(in.path)] || longest[stem(in.path)].path != in.path
	})
}

// stem returns the name of a count file without its extension. No other JVM has it.
func stem(path string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// readInput reads which packages a count file has, and who counted. The error is that of a file with nothing to use.
func readInput(path string) (input, error) {
	f, err := counts.ReadFile(path)
	if f == nil || f.JVMs == 0 && len(f.Who) == 0 {
		return input{}, err
	}
	in := input{path: path, file: f}
	if info, err := os.Stat(path); err == nil {
		in.size = info.Size()
	}
	for _, s := range f.Sections {
		in.ids = append(in.ids, s.ID)
	}
	slices.SortFunc(in.ids, func(a, b probe.ID) int { return bytes.Compare(a[:], b[:]) })
	in.ids = slices.Compact(in.ids)
	f.Sections, f.Steps, f.Frames = nil, nil, nil
	return in, nil // the adder notes what is wrong
}

// choose gives each file to the builds that have its packages.
func (m *maker) choose() error {
	c := chooser{builds: candidates(m.Builds)}
	byBuild := map[*build]*part{}
	give := func(b *build, in input) {
		p := byBuild[b]
		if p == nil {
			p = &part{build: b}
			byBuild[b] = p
			m.parts = append(m.parts, p)
		}
		p.inputs = append(p.inputs, in)
	}
	last := map[[3]string]*build{} // by application, environment and version: for files without counts
	var empty []input
	lost := 0
	for _, in := range m.inputs {
		if len(in.ids) == 0 {
			empty = append(empty, in)
			continue
		}
		builds, missing := c.of(in)
		for _, b := range builds {
			give(b, in)
			last[named(in.file.Who)] = b
		}
		if missing > 0 {
			lost++
			if lost <= maxListed {
				m.note("%s: no map has %s of it: name the run or the folder of its build with --maps", in.path,
					words.Plural(missing, "package"))
			}
		}
	}
	if lost > maxListed {
		m.note("no map has packages of %s more", words.Plural(lost-maxListed, "file"))
	}
	for _, in := range empty { // a JVM that lived on a day, and counted nothing more
		if b := last[named(in.file.Who)]; b != nil {
			give(b, in)
		}
	}
	if len(m.parts) == 0 {
		return runs.NoRun(term.WithHints(fmt.Errorf("no run has the maps of these %s",
			words.Plural(len(m.inputs), "count file")), append(m.notes[:min(len(m.notes), maxListed)],
			"name the folder that --ship wrote, a run or an archive with --maps")...))
	}
	slices.SortStableFunc(m.parts, func(a, b *part) int { return b.Started.Compare(a.Started) })
	return nil
}

// maxListed limits the files that are named.
const maxListed = 5

// named returns the texts that distinguish applications and their versions.
func named(who []counts.Who) [3]string {
	if len(who) == 0 {
		return [3]string{}
	}
	return [3]string{who[0].Application, who[0].Environment, who[0].Version}
}

// add adds up the files of a part: all of them, and by slice.
func (m *maker) add(p *part) error {
	for _, s := range p.Sets {
		set, err := probe.ReadFile(p.from.MapPath(s))
		if err != nil {
			return err
		}
		p.sets = append(p.sets, set)
	}
	adder := counts.NewAdder(p.sets, counts.Sources(runmodel.Sources(m.Store, p.Run, p.from.Dir)))
	type key struct{ application, environment, version, day string }
	files := map[key][]input{}
	var keys []key
	for _, in := range p.inputs {
		name := named(in.file.Who)
		k := key{name[0], name[1], name[2], ""}
		if len(in.file.Who) > 0 {
			k.day = in.file.Who[0].From.UTC().Format(time.DateOnly)
		}
		if shipped := p.Shipped; shipped != nil {
			k.application = cmp.Or(k.application, shipped.Application)
			k.version = cmp.Or(k.version, shipped.Version)
		}
		if files[k] == nil {
			keys = append(keys, k)
		}
		files[k] = append(files[k], in)
	}
	var running []string // names of JVMs
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(strings.Compare(a.day, b.day), strings.Compare(a.application, b.application),
			strings.Compare(a.environment, b.environment), strings.Compare(a.version, b.version))
	})
	for _, k := range keys {
		s := services.Slice{Application: k.application, Environment: k.environment, Version: k.version, Day: k.day}
		for _, in := range files[k] {
			if !adder.Add(in.path) {
				running = append(running, in.writer())
			}
			if _, err := os.Stat(in.path); err != nil && !renamed(in.path) {
				return err
			}
			extend(&s, in)
		}
		totals := adder.Take()
		s.Sections = totals.Sections()
		slices.Sort(s.Hosts)
		s.Hosts = slices.Compact(s.Hosts)
		p.slices = append(p.slices, s)
		if p.totals == nil {
			p.totals = totals
		} else {
			p.totals.Merge(totals)
		}
	}
	if n := len(running); n > 0 {
		m.note("%s of run %s had not written all of their counts: they run, or were killed: %s",
			words.Plural(n, "JVM"), p.ID, words.Few(running, maxListed))
	}
	return nil
}

// renamed reports whether a JVM has ended its file meanwhile.
func renamed(path string) bool {
	stem, ok := strings.CutSuffix(path, ".part")
	_, err := os.Stat(stem + ".counts")
	return ok && err == nil
}

// extend adds the hosts and times of a file to a slice.
func extend(s *services.Slice, in input) {
	s.JVMs += int(in.file.JVMs)
	times := make([]time.Time, 0, 2*len(in.file.Who))
	for _, w := range in.file.Who {
		if w.Host != "" {
			s.Hosts = append(s.Hosts, w.Host)
		}
		times = append(times, w.From, w.To)
	}
	if len(in.file.Who) == 0 {
		times = append(times, in.file.Start)
		if info, err := os.Stat(in.path); err == nil && info.ModTime().After(in.file.Start) {
			times = append(times, info.ModTime().UTC())
		}
	}
	for _, t := range times {
		if s.From.IsZero() || t.Before(s.From) {
			s.From = t
		}
		if t.After(s.To) {
			s.To = t
		}
	}
}
