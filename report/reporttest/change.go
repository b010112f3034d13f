package reporttest

import (
	"fmt"
	"strings"
	"testing"

	"jprof/report"
)

// Change returns the models of two versions of a small project. Methods are called more often, edited, moved, new and
// removed; a file is renamed, one is new, one removed, and one is not in UTF-8; one class is unchanged.
func Change(t testing.TB) (before, after *report.Model) {
	t.Helper()
	in := func(path, text string, counters ...uint64) File {
		return File{Module: "org.example:app", Package: "org.example", Path: "src/main/java/org/example/" + path,
			Text: text, Counters: counters}
	}
	latin := func(text string, counters ...uint64) File {
		f := in("Latin.java", text, counters...)
		f.Encoding = "ISO-8859-1"
		return f
	}
	before = Model(t,
		in("Loop.java", marked("before/Loop"), 3, 30, 0, 7, 5, 2),
		in("Old.java", twoMethods("Old"), 4, 9),
		in("Gone.java", oneMethod("Gone", "gone();"), 6),
		in("Same.java", oneMethod("Same", "same();"), 1),
		latin(oneMethod("Latin", "s = \"Grüße\";"), 1))
	after = Model(t,
		in("Loop.java", marked("after/Loop"), 3, 3000, 1, 7, 5, 2),
		in("New.java", twoMethods("New"), 4, 10),
		in("Fresh.java", oneMethod("Fresh", "fresh();"), 12),
		in("Same.java", oneMethod("Same", "same();"), 1),
		latin(strings.Replace(oneMethod("Latin", "s = \"Grüße\";"), "\n\n", "\n// Äußerst\n", 1), 3))
	before.Run.ID, before.Run.Label, before.Run.Commit = "20260101-000000-aaaaaa", "base",
		"1111111111111111111111111111111111111111"
	after.Run.ID, after.Run.Commit, after.Run.Changed = "20260102-030405-bbbbbb",
		"2222222222222222222222222222222222222222", 2
	return before, after
}

func oneMethod(class, code string) string {
	return fmt.Sprintf("package org.example;\n\n‹t class %[1]s|class %[1]s {\n"+
		"    ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·%s› }››\n}›\n", class, code)
}

func twoMethods(class string) string {
	return fmt.Sprintf("package org.example;\n\n‹t class %[1]s|class %[1]s {\n    ‹m f() 0|void ¤f() ‹b body 0|{\n"+
		"        ‹r 0|·f1();›\n    }››\n\n    ‹m g() 1|void ¤g() ‹b body 1|{ ‹r 1|·g1();› }››\n}›\n", class)
}

// Two versions of a class with methods that stay, move, change, are new and gone, and the class that one of them moves
// to.
var (
	MethodsBefore    = marked("before/Methods")
	MethodsAfter     = marked("after/Methods")
	MethodsElsewhere = marked("after/Elsewhere")
)
