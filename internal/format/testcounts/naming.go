package testcounts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// test describes a test that began in a JVM: a new attempt, for Builder.Owner.
//
// Frameworks report tests in different ways. JUnit Platform reports class and method, and has invocations in unique
// IDs: [engine:junit-jupiter]/[class:p.FooTest]/[test-template:f(int)]/[test-template-invocation:#2]. Dynamic tests
// have no method; they get that of the factory around them. JUnit 4 has the invocation in the name: f[2]. Spock
// compiles features to methods with generated names. Cucumber has no classes.
func (s *stream) test(b *begun, step string) Test {
	t := Test{Kind: Case, Step: step, ID: b.id, Display: b.display, Status: Unfinished, Began: b.at,
		Class: b.class, Method: b.method, Params: b.params}
	segments := segmentsOf(b.id)
	t.Invocation = invocation(segments)
	if t.Method == "" {
		if m := s.container(b, func(c *begun) bool { return c.method != "" }); m != nil {
			t.Class, t.Method, t.Params = m.class, m.method, m.params
		} else {
			t.Class, t.Method = s.byDisplay(b)
		}
	}
	if n := s.instance(b, segments); n != "" {
		t.Invocation = strings.TrimSuffix(n+"."+t.Invocation, ".")
	}
	if strings.HasPrefix(t.Method, "$") {
		t.Method = s.feature(b).display
	}
	if t.Invocation == "" {
		t.Method, t.Invocation = splitJUnit4(t.Method, b.display, segments)
	}
	return t
}

// class returns the name of the class that gets the counts of a container, "" for none.
func (s *stream) class(b *begun) string {
	c := s.container(b, func(c *begun) bool { return c.class != "" })
	if c != nil {
		return c.class
	}
	if c = s.container(b, func(c *begun) bool { return c.kind == beginClass }); c != nil {
		return c.display
	}
	return ""
}

// feature returns the container of all invocations of a method: the outermost container with the method of b.
func (s *stream) feature(b *begun) *begun {
	outermost := b
	for c := b; c != nil; c = s.byNumber[c.parent] {
		if c.class == b.class && c.method == b.method && b.method != "" {
			outermost = c
		}
	}
	return outermost
}

// byDisplay returns a name for a test without a method, from the display names of the containers around it. The class
// is that of the innermost container that has one, else the outermost container that is not an engine. The method is
// the rest.
func (s *stream) byDisplay(b *begun) (class, method string) {
	var path []string
	for c := b; c != nil && !isEngine(c.id); c = s.byNumber[c.parent] {
		if c != b && c.class != "" {
			class = c.class
			break
		}
		path = append(path, c.display)
	}
	slices.Reverse(path)
	class = cmp.Or(class, b.class)
	if class == "" && len(path) > 1 {
		class, path = path[0], path[1:]
	}
	return class, strings.Join(path, " / ")
}

// instance returns the number of the instance if a factory of TestNG has made several instances of a class, "" if not.
// TestNG's engine of JUnit Platform has the number only in the display name of the method, as each[2](x).
func (s *stream) instance(b *begun, segments []segment) string {
	if len(segments) == 0 || segments[0] != (segment{"engine", "testng"}) {
		return ""
	}
	rest, _ := strings.CutPrefix(s.feature(b).display, b.method+"[")
	n, _, _ := strings.Cut(rest, "]")
	if _, err := strconv.Atoi(n); err != nil {
		return ""
	}
	return n
}

// segment is one of the parts [kind:value] of a unique ID.
type segment struct{ kind, value string }

// segmentsOf returns the segments of a unique ID of JUnit Platform, which encodes brackets and slashes in values.
func segmentsOf(id string) []segment {
	inner, ok := strings.CutPrefix(id, "[")
	if !ok || !strings.HasSuffix(inner, "]") {
		return nil
	}
	var list []segment
	for _, part := range strings.Split(strings.TrimSuffix(inner, "]"), "]/[") {
		kind, value, _ := strings.Cut(part, ":")
		list = append(list, segment{kind, value})
	}
	return list
}

// isEngine reports whether a unique ID is that of an engine.
func isEngine(id string) bool {
	list := segmentsOf(id)
	return len(list) == 1 && list[0].kind == "engine"
}

// invocation returns the numbers of invocations in a unique ID, "" for none.
func invocation(segments []segment) string {
	var numbers []string
	for _, s := range segments {
		n, isNumber := strings.CutPrefix(s.value, "#")
		if isNumber || (s.kind == "iteration" || s.kind == "invoc") && s.value != "" {
			numbers = append(numbers, n)
		}
	}
	return strings.Join(numbers, ".")
}

// splitJUnit4 separates the method from its invocation in names of JUnit 4, such as f[2]. JUnit Vintage has only f as
// the name, and f[2] as the display name.
func splitJUnit4(method, display string, segments []segment) (name, invocation string) {
	if len(segments) > 0 && segments[0].kind == "engine" && segments[0].value != "junit-vintage" {
		return method, ""
	}
	for _, text := range []string{method, display} {
		name, rest, ok := strings.Cut(text, "[")
		if ok && name != "" && strings.HasSuffix(rest, "]") && (text == method || name == method) {
			return name, strings.TrimSuffix(rest, "]")
		}
	}
	return method, ""
}
