package html

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"jprof/report"
)

// place names the modules and source sets of a file.
type place struct {
	Modules, Sets []string
	Version       string
}

func placeOf(f *report.File) place {
	modules, sets := map[string]bool{}, map[string]bool{}
	for _, s := range f.Sets {
		modules[report.Printable(s.Module)], sets[report.Printable(s.Name)] = true, true
	}
	return place{slices.Sorted(maps.Keys(modules)), slices.Sorted(maps.Keys(sets)), report.Printable(f.VersionNote())}
}

// Kinds returns the names of the source sets without IDs of executions of Maven: main for main:compile-java8.
func (p place) Kinds() []string {
	var list []string
	for _, name := range p.Sets { // in their order
		if kind, _, _ := strings.Cut(name, ":"); !slices.Contains(list, kind) {
			list = append(list, kind)
		}
	}
	return list
}

func (s *site) lineHref(root string, f *report.File, line int) string {
	return fmt.Sprintf("%s%s#L%d", root, s.sourcePage[f], line)
}

// label is the label of a method, in parts, so that its name can be emphasised.
type label struct{ Owner, Name, Params string }

func makeLabel(text string) label {
	text = report.Printable(text)
	owner, name, ok := strings.Cut(text, "::")
	if !ok {
		return label{Name: text}
	}
	l := label{Owner: owner + "::", Name: name}
	if i := strings.IndexByte(name, '('); i >= 0 {
		l.Name, l.Params = name[:i], name[i:]
	}
	return l
}

// of returns the label for a place at which the class is known. The result has no owner if this is the class itself,
// and only the rest of the name for a class within it.
func (l label) of(class string) label {
	if l.Owner = strings.TrimPrefix(l.Owner, class+"."); l.Owner == class+"::" {
		l.Owner = ""
	}
	return l
}

// omittedTag holds the reason why there are no counts.
type omittedTag struct {
	Excluded bool
	Reason   string
}

// Sign returns what stands in the place of a count.
func (o *omittedTag) Sign() string {
	if o.Excluded {
		return "⊘"
	}
	return "?"
}

func makeOmittedTag(p *report.Part) *omittedTag {
	if p == nil {
		return nil
	}
	return &omittedTag{p.Excluded, report.Printable(p.Reason)}
}
