package reporttest

import "jprof/report/assemble"

// Sample returns a project with one of everything that a report shows: regions on one line, nested, local and anonymous
// classes, initialisers, overloads, a lambda in a field, conditions, code never run, an unmeasured part and an
// unmeasured file, main and test sources of two modules, and a class without code.
func Sample() (*Project, error) {
	p := &Project{}
	return p, p.Add(
		File{Module: "org.example:app", Package: "org.example", Path: "app/src/main/java/org/example/Fibonacci.java",
			Text:     marked("sample/Fibonacci"),
			Counters: []uint64{1664079, 832040, 1, 29, 1, 0, 0}},
		File{Module: "org.example:app", Package: "org.example", Path: "app/src/main/java/org/example/Shapes.java",
			Text:     marked("sample/Shapes"),
			Counters: []uint64{1200, 700, 500, 3, 2, 1, 0, 42, 12000}},
		File{Module: "org.example:app", Package: "org.example", Path: "app/src/main/java/org/example/Named.java",
			Text: marked("sample/Named")},
		File{Module: "org.example:app", Package: "org.example", Path: "app/src/main/java/org/example/Never.java",
			Text: marked("sample/Never")},
		File{Module: "org.example:app", Package: "org.example", Path: "app/src/main/java/org/example/Broken.java",
			Text: "‹u javac rejected the instrumented file: error: code too large|package org.example;\n\n" +
				"class Broken {\n    int x;\n}\n›"},
		File{Module: "org.example:util", Set: "test", Package: "org.example.util",
			Path: "util/src/test/java/org/example/util/UtilTest.java",
			Text: marked("sample/UtilTest"), Counters: []uint64{2, 2}},
	)
}

// Reactor returns a project of two modules, a and b, with steps for their tests: unit tests of both, and integration
// tests of b.
func Reactor() (*Project, error) {
	const body = "‹m f() 0|‹b body 0|{ ‹r 0|·x();› }››"
	p := &Project{Steps: []assemble.Step{{ID: "a-test", Module: "g:a"}, {ID: "b-test", Module: "g:b"},
		{ID: "b-it", Module: "g:b", Integration: true}}}
	return p, p.Add(
		// f was entered twice more by JVMs of no test
		File{Module: "g:a", Path: "a/A.java", Counters: []uint64{10, 4, 3},
			Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·x();›\n ‹b then 1|{ ‹r 1|·y();\n" +
				" ·z();› }› }›› ‹m g() 2|‹b body 2|{ ‹r 2|·x();› }›› }›",
			ByStep: map[string][]uint64{"a-test": {2, 0, 0}, "b-test": {5, 3, 0}, "b-it": {1, 1, 3}}},
		File{Module: "g:b", Path: "b/B.java", Text: "‹t class B|class B { " + body + " }›", Counters: []uint64{7},
			ByStep: map[string][]uint64{"b-it": {7}}},
		File{Module: "g:b", Set: "test", Path: "b/BTest.java", Text: "‹t class BTest|class BTest { " + body + " }›",
			Counters: []uint64{1}, ByStep: map[string][]uint64{"b-test": {1}}},
	)
}
