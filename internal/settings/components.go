package settings

import (
	"maps"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"jprof/internal/util/words"
	"jprof/report/gate"
)

// Components has the patterns for paths of each component.
type Components map[string]Texts

// Of returns the names of the components that have a path, sorted.
func (c Components) Of(path string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if slices.ContainsFunc(c[name], func(p string) bool { return doublestar.MatchUnvalidated(p, path) }) {
			names = append(names, name)
		}
	}
	return names
}

// check returns a valueError for a component without paths, and for a pattern that is not valid.
func (c Components) check() error {
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if len(c[name]) == 0 {
			return under(settingf(": requires paths, as in [src/main/java/com/example/%s/**]", name), name)
		}
		if err := checkPaths(c[name]); err != nil {
			return under(err, name)
		}
	}
	return nil
}

// known returns a valueError for the first pattern of a gate that matches no component.
func (c Components) known(gates Check) error {
	names := slices.Sorted(maps.Keys(c))
	for i, p := range gates.Parts {
		m, err := p.minimum()
		if err != nil || m.Of != gate.Component {
			continue
		}
		for k, pattern := range m.Match {
			if !slices.ContainsFunc(names, pattern.Matches) {
				return under(settingf(": %s is not in the section components, which has %s", pattern,
					words.Listed(names)), "parts", i, "component", k)
			}
		}
	}
	return nil
}
