package unusedrun

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/runs/lookup"
	"jprof/report"
	"jprof/report/pattern"
	"jprof/report/unused"
)

// foreign lists the classes that the model has no source of, with the methods that did not run.
func (n *noted) foreign(model *report.Model) (list []unused.ForeignClass) {
	own := map[string]bool{}
	for _, f := range model.Files {
		for i := range f.Types {
			own[decl.Qualified(f.Package, f.Types[i].Name)] = true
		}
	}
	const synthetic = 0x1000 // of the access flags of a class file
	for _, c := range n.Classes {
		if own[decl.Outermost(c.Name)] || own[c.Name] {
			continue
		}
		x := unused.ForeignClass{Name: c.Name, Place: c.Place, Loaded: c.Loaded}
		for _, m := range c.Methods {
			if m.Access&synthetic != 0 || strings.HasPrefix(m.Name, "<clinit>") {
				continue
			}
			if x.Of++; m.Day == 0 {
				x.Methods = append(x.Methods,
					unused.ForeignMethod{Name: m.Name, Descriptor: m.Descriptor, Line: m.Line})
			}
		}
		if len(x.Methods) > 0 {
			list = append(list, x)
		}
	}
	return list
}

// inForeign returns a function that reports whether a place names a method of a class without sources. The place is a
// package (com.example, or com.example.** with those below it), a class, whose name may lack the package, or a method.
func inForeign(p lookup.Place) (func(class, method string) bool, error) {
	whole, err := pattern.ParseName(p.File)
	end, _ := pattern.ParseName("**." + p.File)
	method, _, _ := strings.Cut(p.Method, "(")
	return func(class, name string) bool {
		pkg := class[:max(0, strings.LastIndexByte(class, '.'))]
		class = strings.ReplaceAll(class, "$", ".")
		return p.Lines.First == 0 && (method == "" || method == name) &&
			(whole.Matches(class) || end.Matches(class) || pkg == p.File)
	}, err
}

// chooseForeign keeps the methods of classes without sources that the places of a request name; all without places.
// known has those places that name sources, and need not name a class without.
func (r Request) chooseForeign(list []unused.ForeignClass, known []lookup.Place) ([]unused.ForeignClass, error) {
	if len(r.Places) == 0 {
		return list, nil
	}
	chosen := make([][]unused.ForeignMethod, len(list))
	for _, p := range r.Places {
		in, err := inForeign(p)
		if err == nil && !addChosen(list, chosen, in) {
			err = errors.New("no class without sources has this name, and methods that did not run")
		}
		if err != nil && !slices.Contains(known, p) {
			names := make([]string, len(list))
			for i := range list {
				names[i] = list[i].Name[strings.LastIndexAny(list[i].Name, ".$")+1:]
			}
			return nil, lookup.WithNear(fmt.Errorf("%s: %w", report.Printable(p.File), err), p.File, names)
		}
	}
	list = slices.Clone(list)
	for i := range list {
		list[i].Methods = chosen[i]
	}
	return slices.DeleteFunc(list, func(c unused.ForeignClass) bool { return len(c.Methods) == 0 }), nil
}

// addChosen adds the methods that a function accepts to those that are chosen, and reports whether there are any.
func addChosen(list []unused.ForeignClass, chosen [][]unused.ForeignMethod, in func(class, method string) bool) bool {
	found := false
	for i, c := range list {
		for _, m := range c.Methods {
			if in(c.Name, m.Name) {
				found = true
				if !slices.Contains(chosen[i], m) {
					chosen[i] = append(chosen[i], m)
				}
			}
		}
	}
	return found
}
