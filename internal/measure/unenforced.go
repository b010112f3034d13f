package measure

import (
	"fmt"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/util/words"
)

// maxNamedModules limits the number of modules that a message names. If there are more, it gives their number.
const maxNamedModules = 4

// mentions groups modules by names, such as those of checks. Both keep the order in which they were added.
type mentions struct {
	names   []string
	modules map[string][]string
}

// add appends a module to the list of a name.
func (m *mentions) add(name, module string) {
	if m.modules == nil {
		m.modules = map[string][]string{}
	}
	if !slices.Contains(m.names, name) {
		m.names = append(m.names, name)
	}
	m.modules[name] = append(m.modules[name], module)
}

// of returns the modules of a name as text. If there are more than maxNamedModules, it returns their number with the
// unit.
func (m *mentions) of(name, unit string) string {
	if n := len(m.modules[name]); n > maxNamedModules {
		return words.Plural(n, unit)
	}
	return strings.Join(m.modules[name], ", ")
}

// unenforced names the checks that could not fail the build, each with its modules, as in "jacoco:check (core, web)".
// It returns "" if there are none.
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
