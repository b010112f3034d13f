package unusedrun

import (
	"slices"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/format/reached"
	"jprof/internal/java/decl"
	"jprof/internal/runs"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/unused"
)

// noted has what JVMs with the agent in the mode reached have noted.
type noted struct {
	*reached.Set
	byName map[string][]int // indices of classes, by name
}

// readReached reads the notes in the folder of a request, and the classes in its jars. It is nil without a folder.
func (r Request) readReached() (*noted, error) {
	if r.Reached == "" {
		return nil, nil
	}
	files, problems, err := reached.ReadDir(r.Reached)
	if err != nil {
		return nil, err
	}
	for _, p := range problems {
		r.UI.Warn("%v", p)
	}
	if len(files) == 0 {
		return nil, runs.NoRun(term.Errorf("jprof agent --reached, or jprof attach PID --reached, writes them",
			"%s has no files about methods that ran (.reached)", r.Reached))
	}
	all := len(files)
	files = slices.DeleteFunc(files, func(f *reached.File) bool {
		return len(r.Applications) > 0 && !slices.Contains(r.Applications, f.App) ||
			len(r.Environments) > 0 && !slices.Contains(r.Environments, f.Env) ||
			!r.Since.IsZero() && f.Written.Before(r.Since)
	})
	if n := all - len(files); n > 0 {
		r.UI.Warn("%s in %s are of other applications, environments or days: they are not used",
			words.Plural(n, "file"), r.Reached)
	}
	set := reached.Join(files)
	if len(files) > 0 {
		for _, jar := range r.Jars {
			if err := set.AddJar(jar); err != nil {
				return nil, err
			}
		}
	}
	return newNoted(set), nil
}

func newNoted(set *reached.Set) *noted {
	n := &noted{set, map[string][]int{}}
	for i, c := range n.Classes {
		n.byName[c.Name] = append(n.byName[c.Name], i)
	}
	return n
}

// ran reports whether a method of a source ran, by its class, name and line or, without lines, number of parameters.
func (n *noted) ran(ref report.MethodRef) bool {
	m := ref.Method()
	for _, i := range n.byName[decl.Qualified(ref.File.Package, m.Owner())] {
		for _, x := range n.Classes[i].Methods {
			line := uint32(x.Line)
			here := m.Span.Start.Line <= line && line <= m.Span.End.Line
			if x.Day > 0 && x.Name == m.VMName() && (here || line == 0 && m.Kind == probe.PlainMethod) {
				return true
			}
		}
	}
	return false
}

// observe adds the JVMs to what was observed.
func (n *noted) observe(o *unused.Observed) {
	days := newWhere()
	add := func(list *[]string, name string) {
		if name != "" && !slices.Contains(*list, name) {
			*list = append(*list, name)
			slices.Sort(*list)
		}
	}
	for _, j := range n.JVMs {
		o.Services = true
		o.JVMs++
		add(&o.Applications, j.App)
		add(&o.Environments, j.Env)
		add(&o.Versions, j.Version)
		add(&o.Hosts, j.Host)
		for d := j.Start.UTC().Truncate(24 * time.Hour); !d.After(j.Written); d = d.AddDate(0, 0, 1) {
			days.days[d.Format(time.DateOnly)] = true
		}
	}
	for _, d := range o.Days {
		days.days[d] = true
	}
	o.Days = named(days.days)
}
