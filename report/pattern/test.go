package pattern

import "strings"

// Test is a pattern for tests: CLASS#METHOD, CLASS or METHOD. A class need not start with its package. In classes * is
// any text without a dot and ** any text; in methods * is any text. A method may have the types of its parameters and,
// in [], an invocation, as in names of tests. Without them, all methods and invocations match.
type Test struct {
	text    string
	matches func(class, method, name string) bool
}

// ParseTest reads a pattern for tests. Each text is one.
func ParseTest(text string) Test { return Test{text, matchesTest(text)} }

// String returns the pattern as it was read.
func (p Test) String() string { return p.text }

// Matches reports whether a test matches. class is the binary name of its class and method its method, "" for a whole
// class, which matches by its name alone. name is the method with the types of parameters and the invocation.
func (p Test) Matches(class, method, name string) bool { return p.matches(class, method, name) }

func matchesTest(text string) func(class, method, name string) bool {
	class, method, both := strings.Cut(text, "#")
	classes := NewGlob(strings.ReplaceAll(class, "$", "."), ".*", "[^.]*")
	ends := NewGlob("**."+strings.ReplaceAll(class, "$", "."), ".*", "[^.]*")
	isClass := func(of string) bool {
		name := strings.ReplaceAll(of, "$", ".")
		below := strings.HasSuffix(class, ".**") && (classes.MatchString(name+".") || ends.MatchString(name+"."))
		return classes.MatchString(name) || ends.MatchString(name) || below
	}
	if !both {
		methods := NewGlob(text, ".*", ".*")
		return func(class, method, _ string) bool {
			return isClass(class) || method != "" && methods.MatchString(method)
		}
	}
	methods := NewGlob(method, ".*", ".*")
	return func(class, method, name string) bool {
		return isClass(class) && (method == "" || methods.MatchString(method) || methods.MatchString(name))
	}
}
