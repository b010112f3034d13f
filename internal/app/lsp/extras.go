package lsp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/runs"
	"jprof/internal/runs/contextrun"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/times"
)

// What takes long to read, times and callers, is read in a goroutine after a hover has asked for it the first time.
// Later hovers have it.

// extras returns the time of a method, and its callers, as far as runs have them and they have been read.
func (p *project) extras(c *counted, m *method) []string {
	var text []string
	if c.run != nil && c.run.HasTimes() {
		times := p.inBackground("times "+c.run.ID, func() map[string]string {
			if sum, err := p.summary(); err == nil && sum.run == c.run.ID {
				return sum.times
			}
			return nil
		})
		text = append(text, times[c.file.Path+" "+c.file.Methods[m.index].Label])
	}
	p.mu.Lock()
	o := p.traced
	p.mu.Unlock()
	if o != nil {
		callers := p.inBackground("callers "+o.ID, func() map[string]string { return p.callersIn(o) })
		text = append(text, callers[nameInContexts(c.file, m.index)])
	}
	return slices.DeleteFunc(text, func(t string) bool { return t == "" })
}

// inBackground returns the texts about methods that read has returned, none while it works. The first call with a key,
// which names what is read and the run, starts it.
func (p *project) inBackground(key string, read func() map[string]string) map[string]string {
	p.mu.Lock()
	defer p.mu.Unlock()
	found, begun := p.found[key]
	if !begun {
		p.found[key] = nil
		go func() {
			texts, _ := guarded(key, func() (map[string]string, error) { return read(), nil }) // hovers go without
			p.mu.Lock()
			defer p.mu.Unlock()
			p.found[key] = texts
		}()
	}
	return found
}

// timesOf returns texts about the times of methods, by path and label.
func timesOf(m *times.Model) map[string]string {
	texts := map[string]string{}
	if m == nil {
		return nil
	}
	for _, x := range m.Methods(nil) {
		texts[x.File.Path+" "+x.Method().Label] = fmt.Sprintf("time: %s, of which %s in the method itself",
			times.Text(x.Total, false), times.Text(x.Self, false))
	}
	return texts
}

// mostCallers limits the callers of a method that are kept.
const mostCallers = 3

// callersIn returns texts about who called each method of main sources in a run with contexts, by contextName.
func (p *project) callersIn(o *runs.Opened) map[string]string {
	f := &runs.Finder{Store: p.store, Dir: p.store.Project}
	defer f.Close()
	run, err := contextrun.Open(f, o.ID, contextrun.Options{})
	if err != nil {
		return nil
	}
	t := run.Tree
	calls := map[string]map[string]uint64{}
	for node, m := range t.Method {
		parent := t.Parent[node]
		if m < 0 || parent < 0 || t.Method[parent] < 0 || t.Methods[m].Source == "" {
			continue
		}
		name := contextName(&t.Methods[m])
		if calls[name] == nil {
			calls[name] = map[string]uint64{}
		}
		calls[name][t.Methods[t.Method[parent]].Short()] += t.Self[cct.Calls][node]
	}
	callers := map[string]string{}
	for name, by := range calls {
		var list []string
		for caller := range by {
			list = append(list, caller)
		}
		slices.SortFunc(list, func(a, b string) int {
			return cmp.Or(cmp.Compare(by[b], by[a]), strings.Compare(a, b))
		})
		for i, caller := range list[:min(mostCallers, len(list))] {
			list[i] = fmt.Sprintf("`%s` (%s)", caller, words.Plural(int(by[caller]), "call"))
		}
		if more := len(list) - mostCallers; more > 0 {
			list = append(list[:mostCallers], fmt.Sprintf("%d more", more))
		}
		callers[name] = fmt.Sprintf("callers in run %s: %s", o.ID, strings.Join(list, ", "))
	}
	return callers
}

// contextName returns the name by which a method of a run with contexts is found: its source, class, name, and number
// of parameters.
func contextName(m *cct.Method) string {
	class := m.Class[strings.LastIndexByte(m.Class, '.')+1:]
	return fmt.Sprintf("%s %s::%s/%d", m.Source, class, m.Name, len(m.Parameters()))
}

// nameInContexts returns the name of contextName for a method of a file.
func nameInContexts(f *report.File, index int) string {
	m := &f.Methods[index]
	n := 0
	if params := strings.Trim(m.Params(), "()"); params != "" {
		depth := 0
		n = 1
		for _, c := range params {
			switch c {
			case '<', '(':
				depth++
			case '>', ')':
				depth--
			case ',':
				if depth == 0 {
					n++
				}
			}
		}
	}
	return fmt.Sprintf("%s %s::%s/%d", f.Path, m.Owner(), m.VMName(), n)
}
