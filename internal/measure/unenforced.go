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

// mentions has names, and the modules that each is said of, both in the order in which they came.
type mentions struct {
	names   []string
	modules map[string][]string
}

// add adds a module to a name.
func (m *mentions) add(name, module string) {
	if m.modules == nil {
		m.modules = map[string][]string{}
	}
	if !slices.Contains(m.names, name) {
		m.names = append(m.names, name)
	}
	m.modules[name] = append(m.modules[name], module)
}

// of lists the modules of a name, or counts them by a unit if they are many.
func (m *mentions) of(name, unit string) string {
	if n := len(m.modules[name]); n > maxNamedModules {
		return words.Plural(n, unit)
	}
	return strings.Join(m.modules[name], ", ")
}

// unenforced names the checks that could not fail the build, each with its modules: "jacoco:check (core, web)". "" for
// none.
func unenforced(checks []buildtools.Check) string {
	var m mentions
	for _, c := range checks {
		if !slices.Contains(m.modules[c.Name], c.Module.Name()) {
			m.add(c.Name, c.Module.Name())
		}
	}
	var all []string
	for _, name := range m.names {
		all = append(all, fmt.Sprintf("%s (%s)", name, m.of(name, "module")))
	}
	return strings.Join(all, ", ")
}
