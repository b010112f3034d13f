package measure

import (
	"fmt"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/util/words"
)

// maxNamedModules limits the modules that a message names: it only counts the others.
const maxNamedModules = 4

// unenforced names the checks that could not fail the build, each with its modules: "jacoco:check (core, web)". "" for
// none.
func unenforced(checks []buildtools.Check) string {
	var names []string
	modules := map[string][]string{}
	for _, c := range checks {
		if !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
		if m := c.Module.Name(); !slices.Contains(modules[c.Name], m) {
			modules[c.Name] = append(modules[c.Name], m)
		}
	}
	for i, name := range names {
		in := strings.Join(modules[name], ", ")
		if n := len(modules[name]); n > maxNamedModules {
			in = words.Plural(n, "module")
		}
		names[i] = fmt.Sprintf("%s (%s)", name, in)
	}
	return strings.Join(names, ", ")
}
