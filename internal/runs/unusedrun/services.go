package unusedrun

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/services"
	"jprof/internal/runs"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/unused"
)

// chosen has the counts of services that a request chooses.
type chosen struct {
	observed unused.Observed
	totals   *counts.Totals
	seen     func(report.MethodRef) unused.Seen
}

// code identifies a method with its tokens, in all versions that have it.
type code struct {
	path, label string
	hash        [8]byte
}

// where collects the days, hosts and versions on which code was seen.
type where struct{ days, hosts, versions map[string]bool }

func newWhere() *where { return &where{map[string]bool{}, map[string]bool{}, map[string]bool{}} }

// add adds a slice, from the day since on.
func (w *where) add(s *services.Slice, since string) {
	for _, d := range s.Days() {
		if d >= since {
			w.days[d] = true
		}
	}
	for _, h := range s.Hosts {
		w.hosts[h] = true
	}
	if s.Version != "" {
		w.versions[s.Version] = true
	}
}

// choose chooses the slices of a run of services that a request asks for. It fails if there is none.
func (r Request) choose(o *runs.Opened) (*chosen, error) {
	since := ""
	if !r.Since.IsZero() {
		since = r.Since.UTC().Format(time.DateOnly)
	}
	c := &chosen{observed: unused.Observed{Services: true, Since: r.Since, Now: r.Now}, totals: &counts.Totals{}}
	apps, envs, all, known := map[string]bool{}, map[string]bool{}, newWhere(), newWhere()
	knownApps, knownEnvs := map[string]bool{}, map[string]bool{}
	byCode, byMap := map[code]*where{}, map[string]*where{} // merged runs share maps
	for _, leaf := range o.Leaves() {
		list, err := o.ServicesOf(leaf)
		if err != nil {
			return nil, err
		}
		in := newWhere()
		for i := range list {
			s := &list[i]
			known.add(s, "")
			knownApps[s.Application], knownEnvs[s.Environment] = true, true
			if !r.takes(s, since) {
				continue
			}
			in.add(s, since)
			all.add(s, since)
			apps[s.Application], envs[s.Environment] = true, true
			c.observed.JVMs += s.JVMs
			for _, section := range s.Sections {
				c.totals.Add(section)
			}
		}
		if len(in.days) == 0 {
			continue
		}
		for _, set := range leaf.Sets {
			path := o.MapPath(set)
			if byMap[path] == nil {
				byMap[path] = newWhere()
			}
			byMap[path].join(in)
		}
	}
	for path, in := range byMap {
		if err := noteCode(path, in, byCode); err != nil {
			return nil, err
		}
	}
	if len(all.days) == 0 {
		return nil, r.nothingObserved(o, known, knownApps, knownEnvs)
	}
	x := &c.observed
	x.Applications, x.Environments, x.Versions = named(apps), named(envs), named(all.versions)
	x.Hosts, x.Days = named(all.hosts), named(all.days)
	for _, a := range r.Applications {
		if !apps[a] {
			x.NeverSeen = append(x.NeverSeen, "the application "+a)
		}
	}
	for _, e := range r.Environments {
		if !envs[e] {
			x.NeverSeen = append(x.NeverSeen, "the environment "+e)
		}
	}
	c.totals.TakeOver(x.JVMs, nil)
	c.seen = func(ref report.MethodRef) unused.Seen {
		m := ref.Method()
		w := byCode[code{ref.File.Path, m.Label, m.Hash}]
		if w == nil {
			return unused.Seen{}
		}
		return unused.Seen{Days: len(w.days), Hosts: named(w.hosts), Versions: named(w.versions)}
	}
	return c, nil
}

// takes reports whether a request chooses a slice.
func (r Request) takes(s *services.Slice, since string) bool {
	days := s.Days()
	return (len(r.Applications) == 0 || slices.Contains(r.Applications, s.Application)) &&
		(len(r.Environments) == 0 || slices.Contains(r.Environments, s.Environment)) &&
		len(days) > 0 && days[len(days)-1] >= since
}

// noteCode notes where the methods in a map were seen.
func noteCode(path string, in *where, byCode map[code]*where) error {
	m, err := probe.ReadFile(path)
	if err != nil {
		return runs.NoRun(err)
	}
	for _, p := range m.Packages {
		for _, f := range p.Files {
			for i := range f.Methods {
				key := code{f.Path, f.Methods[i].Label(f.Types), f.Methods[i].Hash}
				if byCode[key] == nil {
					byCode[key] = newWhere()
				}
				byCode[key].join(in)
			}
		}
	}
	return nil
}

// join adds what another one has.
func (w *where) join(o *where) {
	for _, pair := range [][2]map[string]bool{{w.days, o.days}, {w.hosts, o.hosts}, {w.versions, o.versions}} {
		for name := range pair[1] {
			pair[0][name] = true
		}
	}
}

// named returns the names of a set in order, without "", which means that a name is not known.
func named(set map[string]bool) (list []string) {
	for name := range set {
		if name != "" {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// nothingObserved returns the error for a request that chooses no data. It names what there is.
func (r Request) nothingObserved(o *runs.Opened, known *where, apps, envs map[string]bool) error {
	has := []string{}
	if list := named(apps); len(list) > 0 {
		has = append(has, "of "+words.Listed(list))
	}
	if list := named(envs); len(list) > 0 {
		has = append(has, "in "+words.Listed(list))
	}
	if days := named(known.days); len(days) > 0 {
		has = append(has, fmt.Sprintf("from %s to %s", days[0], days[len(days)-1]))
	}
	return runs.NoRun(term.Errorf("jprof collect makes a run of newer counts",
		"nobody looked: run %s has no data of what %s; it has data %s", o.ID, r.chosen(), strings.Join(has, " ")))
}
