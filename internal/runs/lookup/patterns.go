package lookup

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/pattern"
)

// MethodPattern returns a function that matches methods by a pattern, which need not start with package or class.
func MethodPattern(text string) (func(report.MethodRef) bool, error) {
	p, err := pattern.ParseMethodEnd(text)
	if err != nil {
		return nil, exit.Usagef("give a name or a pattern: parse, parse(String), Foo.*, com.example.**", "%w", err)
	}
	return p.Matches, nil
}

// ClassPattern returns a function that matches top-level classes by a pattern, which need not start with the package.
func ClassPattern(text string) (func(*report.Class) bool, error) {
	whole, err := pattern.ParseName(text)
	if err != nil {
		return nil, exit.Usagef("give a name or a pattern: Foo, com.example.**", "%w", err)
	}
	end, err := pattern.ParseName("**." + text)
	if err != nil {
		return nil, err
	}
	return func(c *report.Class) bool { return whole.Matches(c.Qualified()) || end.Matches(c.Qualified()) }, nil
}

// patternOfAll returns a pattern for all methods of a class or package, if the given pattern is the name of a class or
// package. Otherwise it returns "".
func patternOfAll(m *report.Model, pattern string) string {
	isClass, err := ClassPattern(pattern)
	switch {
	case err == nil && slices.ContainsFunc(m.Classes, isClass):
		return pattern + ".*"
	case slices.ContainsFunc(m.Files, func(f *report.File) bool { return f.Package == pattern }):
		return pattern + ".**"
	}
	return ""
}

// MatchesSome returns an error if the pattern matches nothing, executed or not. A nil function matches nothing.
func MatchesSome(m *report.Model, inMethods func(report.MethodRef) bool, inClasses func(*report.Class) bool,
	pattern string) error {
	var names []string
	switch {
	case inMethods != nil:
		all := m.AllMethods()
		if slices.ContainsFunc(all, inMethods) {
			return nil
		}
		for _, r := range all {
			names = append(names, methodName(r))
		}
		err := fmt.Errorf("%s: matches no method", pattern)
		if whole := patternOfAll(m, pattern); whole != "" {
			return exit.Usagef("did you mean "+words.Command([]string{"jprof", "top", report.Printable(whole)})+"?",
				"%w", err)
		}
		return withNotBuilt(WithNear(err, simpleName(pattern), names), m.Run)
	case inClasses != nil:
		if slices.ContainsFunc(m.Classes, inClasses) {
			return nil
		}
		for _, c := range m.Classes {
			names = append(names, c.Name)
		}
		err := WithNear(fmt.Errorf("%s: matches no class", pattern), simpleName(pattern), names)
		return withNotBuilt(err, m.Run)
	}
	return nil
}

// WithNear returns an exit.UsageError for a name that does not exist, with similar names as a hint, the nearest first.
func WithNear(err error, asked string, names []string) error {
	err = exit.AsUsage(err)
	near := words.Nearest(asked, names)
	if len(near) == 0 {
		return err
	}
	for i, name := range near {
		near[i] = report.Printable(name)
	}
	return term.WithHints(err, "similar names: "+strings.Join(near, ", "))
}

// simpleName returns the simple name in a pattern for methods or classes, without parameters.
func simpleName(pattern string) string {
	pattern, _, _ = strings.Cut(pattern, "(")
	return strings.TrimSpace(pattern[strings.LastIndexAny(pattern, ".:$")+1:])
}

// methodName returns the name of a method as the source has it.
func methodName(r report.MethodRef) string {
	label := r.Method().Label
	return simpleName(label[strings.Index(label, "::")+2:])
}
