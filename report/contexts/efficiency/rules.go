package efficiency

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/words"
	"jprof/report/contexts/cct"
	"jprof/report/pattern"
)

// Charge sets the costs of each element that native methods copy, from a text such as "arraycopy=7,clone=0".
func (o *Options) Charge(costs string) error {
	for _, one := range strings.Split(costs, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(one), "=")
		cost, err := strconv.ParseUint(value, 10, 32)
		to := map[string]*uint64{"arraycopy": &o.ArraycopyCost, "clone": &o.CloneCost}[name]
		if to == nil || err != nil {
			return fmt.Errorf("%q is not a cost such as arraycopy=7 or clone=7", one)
		}
		*to = cost
	}
	return nil
}

var className = lazyregexp.New(`^[\pL_$][\pL\pN_$]*(\.[\pL_$][\pL\pN_$]*)*$`)

// CountAsValue adds classes to ValueTypes. The name none removes all that are there.
func (o *Options) CountAsValue(classes []string) error {
	types := slices.Clone(o.ValueTypes)
	for _, name := range classes {
		switch name = strings.TrimSpace(name); {
		case name == "none":
			types = nil
		case !className().MatchString(name):
			return fmt.Errorf("%q is not the name of a class such as Money or com.example.Money", name)
		default:
			types = append(types, name)
		}
	}
	o.ValueTypes = types
	return nil
}

// notReturned returns the value types that no method of the run returns, except String, each with similar types.
func (a *analysis) notReturned() []string {
	returned := map[string]bool{}
	for i := range a.head.Methods {
		if of := dataflow.ResultOf(a.head.Methods[i].Descriptor); strings.HasPrefix(of, "L") {
			returned[of] = true
		}
	}
	var list []string
	for _, name := range a.options.ValueTypes {
		only := Options{ValueTypes: []string{name}}
		var near []string
		found := name == "java.lang.String"
		for of := range returned {
			class := classfile.TypeName(strings.TrimSuffix(of[1:], ";"))
			if !strings.Contains(name, ".") {
				class = class[strings.LastIndexAny(class, ".$")+1:]
			}
			near, found = append(near, class), found || only.valueType(of)
		}
		slices.Sort(near)
		near = words.Nearest(name, slices.Compact(near))
		switch {
		case found:
		case len(near) > 0:
			list = append(list, name+" (did you mean "+words.Either(near)+"?)")
		default:
			list = append(list, name)
		}
	}
	return list
}

// output holds the patterns of methods of the program that are output, and for each whether a method matched it.
type output struct {
	patterns []pattern.Compiled
	found    []bool
}

// is reports whether a method matches a pattern.
func (o *output) is(class, name, descriptor string) bool {
	m := cct.Method{Class: class, Name: name, Descriptor: descriptor}
	is := false
	for i, p := range o.patterns {
		if p.Matches(&m) {
			o.found[i], is = true, true
		}
	}
	return is
}

// missing returns the patterns that no method matched.
func (o *output) missing() []string {
	var list []string
	for i, p := range o.patterns {
		if !o.found[i] {
			list = append(list, p.String())
		}
	}
	return list
}

// callee reports whether the method that a call names matches a pattern.
func (o *output) callee(to classfile.Member) bool {
	return o.is(classfile.TypeName(to.Class), to.Name, to.Descriptor)
}
