package findings

import (
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/internal/format/testreports"
	"jprof/internal/runs/runmodel"
)

// TestFailure reads messages and stack traces: the place in the project, and that of the test.
func TestFailure(t *testing.T) {
	s := sourcesOf(&runmodel.Data{Sets: []runmodel.Set{{Set: &probe.Set{Packages: []*probe.Package{
		{Name: "p.q", Files: []*probe.File{{Path: "core/src/main/java/p/q/Main.java"},
			{Path: "core/src/test/java/p/q/MainTest.java"}, {Path: "core/src/test/java/p/q/Helper.java"}}},
		{Name: "", Files: []*probe.File{{Path: "Unnamed.java"}}},
	}}}}})
	junit := "\tat org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:12)\n" +
		"\tat app//org.junit.jupiter.api.Other.lambda$x$0(Other.java:1)\n"
	for _, test := range []struct{ short, trace, message, places string }{
		{"expected: <1> but was: <2>", "org.opentest4j.AssertionFailedError: expected: <1> but was: <2>\n" + junit +
			"\tat p.q.MainTest.same(MainTest.java:33)\n\tat p.q.MainTest.f(MainTest.java:30)\n" +
			"Caused by: java.lang.Error: x\n\tat p.q.Main.g(Main.java:1)",
			"expected: <1> but was: <2>", "core/src/test/java/p/q/MainTest.java:33"},
		{"boom", "java.lang.IllegalStateException: boom\n\tat java.base/java.util.List.of(List.java:7)\n" +
			"\tat p.q.Main$Inner.lambda$g$0(Main.java:5)\n\tat p.q.Helper.help(Helper.java:9)\n" +
			"\tat p.q.MainTest$Nested.f(MainTest.java:40)",
			"java.lang.IllegalStateException: boom",
			"core/src/main/java/p/q/Main.java:5 core/src/test/java/p/q/MainTest.java:40"},
		{"in Kotlin", "java.lang.AssertionError: in Kotlin\n\tat p.q.MainTest.f(MainTest.kt:3)", "in Kotlin",
			"MainTest.kt:3"},
		{"no trace", "", "no trace", ""},
		{"lines", "org.opentest4j.AssertionFailedError: of two ==> expected: <a\nb\nc> but was: <a\nB\nc>\n" + junit +
			"\tat Unnamed.f(Unnamed.java:1)",
			"of two ==> the texts differ from line 2 on|expected: <b>|but was:  <B>", "Unnamed.java:1"},
		{"several", "org.opentest4j.MultipleFailuresError: two (2 failures)\n\tfirst\n\tsecond\n" + junit,
			"two (2 failures)|\tfirst|\tsecond", ""},
	} {
		got := s.failure(&testreports.Case{Class: "p.q.MainTest", Name: "f", Message: test.short, Trace: test.trace})
		var places []string
		for _, p := range got.Places {
			places = append(places, p.String())
		}
		if got.Test != "p.q.MainTest#f" || !slices.Equal(got.Message, strings.Split(test.message, "|")) ||
			strings.Join(places, " ") != test.places {
			t.Errorf("%s: got %q at %q", test.short, got.Message, places)
		}
	}
}
