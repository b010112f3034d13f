package affected

import (
	"slices"
	"strings"

	"jprof/internal/java/decl"
)

// Together returns, by the binary names of test classes, the reasons why their tests depend on each other: they share
// an instance, or have an order.
func Together(sources []Source) map[string]string {
	own := map[*decl.Type]string{}
	byName := map[string][]*decl.Type{}
	var types []*decl.Type
	for i := range sources {
		s := &sources[i]
		if !s.Test {
			continue
		}
		testNG := slices.ContainsFunc(s.Decls.Imports, func(i decl.Import) bool {
			return strings.HasPrefix(i.Name, "org.testng.")
		})
		for _, t := range s.Decls.Types {
			types = append(types, t)
			byName[t.Name] = append(byName[t.Name], t)
			for _, name := range t.Mentions {
				if why := dependent[name]; why != "" {
					own[t] = why
				}
			}
			if testNG {
				own[t] = "TestNG makes one instance for all"
			}
		}
	}
	together := map[string]string{}
	for _, t := range types {
		if why := inherited(t, own, byName, 0); why != "" {
			together[t.Binary] = why
		}
	}
	return together
}

// dependent has names in annotations of classes whose tests depend on each other, with the reasons.
var dependent = map[string]string{"PER_CLASS": "they share an instance", "TestMethodOrder": "they have an order",
	"FixMethodOrder": "they have an order", "Stepwise": "they have an order"}

// inherited returns the reason why the tests of a type depend on each other, which its super types and the types around
// it may have.
func inherited(t *decl.Type, own map[*decl.Type]string, byName map[string][]*decl.Type, depth int) string {
	if t == nil || depth > 50 {
		return ""
	}
	if own[t] != "" {
		return own[t]
	}
	for _, name := range t.Supers {
		for _, s := range byName[name] {
			if why := inherited(s, own, byName, depth+1); why != "" {
				return why
			}
		}
	}
	return inherited(t.Outer, own, byName, depth+1)
}
