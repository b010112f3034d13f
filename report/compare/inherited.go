package compare

import (
	"strings"

	"jprof/internal/java/decl"
	"jprof/report"
	"jprof/report/source"
)

// hierarchy has the super types of the types of a run, by the binary names of the types. It is read as needed.
type hierarchy struct {
	model  *report.Model
	files  map[string]*report.File // with the sources of the types
	named  map[string][]string     // the types by their simple names
	supers map[string][]string     // the simple names of their super types
	read   map[*report.File]bool   // false for a file that could not be read
	parser decl.Parser
}

func newHierarchy(m *report.Model) *hierarchy {
	h := &hierarchy{model: m, files: map[string]*report.File{}, named: map[string][]string{},
		supers: map[string][]string{}, read: map[*report.File]bool{}}
	for _, f := range m.Files {
		for i := range f.Types {
			class := decl.Qualified(f.Package, f.Types[i].Name)
			if h.files[class] == nil {
				h.files[class] = f
				simple := class[strings.LastIndexAny(class, ".$")+1:]
				h.named[simple] = append(h.named[simple], class)
			}
		}
	}
	return h
}

// above returns the types that a class extends or implements, directly or not, nearest first. They are found by their
// simple names. all is false if some of them are not in the sources.
func (h *hierarchy) above(class string) (list []string, all bool) {
	seen := map[string]bool{class: true}
	all = true
	for todo := []string{class}; len(todo) > 0; todo = todo[1:] {
		if f := h.files[todo[0]]; f == nil || !h.parse(f) {
			all = false
			continue
		}
		for _, name := range h.supers[todo[0]] {
			all = all && len(h.named[name]) > 0
			for _, super := range h.named[name] {
				if !seen[super] {
					seen[super] = true
					list, todo = append(list, super), append(todo, super)
				}
			}
		}
	}
	return list, all
}

// parse reads the super types of the types of a file. It reports whether the source is there.
func (h *hierarchy) parse(f *report.File) bool {
	if ok, known := h.read[f]; known {
		return ok
	}
	h.read[f] = false
	if src, err := source.Load(h.model, f); err == nil {
		d := h.parser.Parse(src.Raw())
		for _, t := range d.Types {
			h.supers[t.Binary] = t.Supers
		}
		h.read[f] = d.Unclear == ""
	}
	return h.read[f]
}

// types returns the types of the run.
func (t *tests) types() *hierarchy {
	if t.hierarchy == nil {
		t.hierarchy = newHierarchy(t.model)
	}
	return t.hierarchy
}

// find returns the method of a test, which the class may inherit.
func (t *tests) find(name testName) report.MethodRef {
	if r := t.code[name.class][name.method]; r.File != nil {
		return r
	}
	above, _ := t.types().above(name.class)
	for _, super := range above {
		if r := t.code[super][name.method]; r.File != nil {
			return r
		}
	}
	return report.MethodRef{}
}
