// Package systems lists the limits of jprof on each system, for those who start it there: jprof doctor lists them, and
// the first build of a project names them. docs/SYSTEMS.md has the same for readers, which a test compares.
package systems

import "slices"

// names has the users' names of systems, by Go's names for them.
var names = map[string]string{"linux": "Linux", "darwin": "macOS", "windows": "Windows"}

// Name returns the name of a system for users.
func Name(system string) string {
	if name, ok := names[system]; ok {
		return name
	}
	return system
}

// limit is something that does not work.
type limit struct {
	text    string
	systems []string
}

var limits = []limit{
	{"if jprof ui, jprof watch or a CI server cancels a build, its run is lost; Ctrl-C keeps the run",
		[]string{"windows"}},
	{"jprof does not find a process that a build leaves behind if the parent of that process has ended",
		[]string{"darwin", "windows"}},
	{"if jprof is killed, the next one does not wait for the build that goes on in the copy of the project",
		[]string{"windows"}},
	{"the copy of a project takes as much room as the project: it shares no blocks with it on any disk",
		[]string{"windows"}},
	{"symbolic links of a project are only copied in Developer Mode", []string{"windows"}},
	{"a program on Java 8 does not know its process ID, so jprof cannot assign its JVM to a test step if the JVM " +
		"lacks the environment of that step",
		[]string{"darwin", "windows"}},
}

// Limits returns the limits on a system, a text each.
func Limits(system string) []string {
	var list []string
	for _, l := range limits {
		if slices.Contains(l.systems, system) {
			list = append(list, l.text)
		}
	}
	return list
}
