package reporttest

import (
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
		in("Loop.java", loopBefore, 3, 30, 0, 7, 5, 2),
		in("Old.java", "package org.example;\n\n‹t class Old|class Old {\n    ‹m f() 0|void ¤f() ‹b body 0|{\n"+
			"        ‹r 0|·f1();›\n    }››\n\n    ‹m g() 1|void ¤g() ‹b body 1|{ ‹r 1|·g1();› }››\n}›\n", 4, 9),
		in("Gone.java", "package org.example;\n\n‹t class Gone|class Gone {\n"+
			"    ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·gone();› }››\n}›\n", 6),
		in("Same.java", "package org.example;\n\n‹t class Same|class Same {\n"+
			"    ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·same();› }››\n}›\n", 1),
		latin("package org.example;\n\n‹t class Latin|class Latin {\n"+
			"    ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·s = \"Grüße\";› }››\n}›\n", 1))
	after = Model(t,
		in("Loop.java", loopAfter, 3, 3000, 1, 7, 5, 2),
		in("New.java", "package org.example;\n\n‹t class New|class New {\n    ‹m f() 0|void ¤f() ‹b body 0|{\n"+
			"        ‹r 0|·f1();›\n    }››\n\n    ‹m g() 1|void ¤g() ‹b body 1|{ ‹r 1|·g1();› }››\n}›\n", 4, 10),
		in("Fresh.java", "package org.example;\n\n‹t class Fresh|class Fresh {\n"+
			"    ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·fresh();› }››\n}›\n", 12),
		in("Same.java", "package org.example;\n\n‹t class Same|class Same {\n"+
			"    ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·same();› }››\n}›\n", 1),
		latin("package org.example;\n// Äußerst\n‹t class Latin|class Latin {\n"+
			"    ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·s = \"Grüße\";› }››\n}›\n", 3))
	before.Run.ID, before.Run.Label, before.Run.Commit = "20260101-000000-aaaaaa", "base",
		"1111111111111111111111111111111111111111"
	after.Run.ID, after.Run.Commit, after.Run.Changed = "20260102-030405-bbbbbb",
		"2222222222222222222222222222222222222222", 2
	return before, after
}

const loopBefore = `package org.example;

/** Adds up. */
‹t class Loop|class Loop {
    ‹m sum(int n) 0|int ¤sum(int n) ‹b body 0|{
        ‹r 0|·int s = 0;
        ·for (int i = 0; ‹c loop 1 0|i < n›; i++) ‹b loop 1|{
            ‹r 1|·s += i;›
        }›
        ·if (‹c condition 2 0-2|s > 100›) ‹b then 2|{
            ‹r 2|·log(s);›
        }›
        ·return s;›
    }››

    // 1
    // 2
    // 3
    // 4
    // 5
    // 6
    // 7
    // 8
    // 9
    // 10
    // 11
    // 12
    ‹m edited() 3|void ¤edited() ‹b body 3|{
        ‹r 3|·one();›
    }››

    ‹m moves() 4|void ¤moves() ‹b body 4|{
        ‹r 4|·m();›
    }››

    ‹m gone() 5|void ¤gone() ‹b body 5|{ ‹r 5|·g();› }››
}›
`

const loopAfter = `package org.example;

/** Adds up. */
‹t class Loop|class Loop {
    ‹m sum(int n) 0|int ¤sum(int n) ‹b body 0|{
        ‹r 0|·int s = 0;
        ·for (int i = 0; ‹c loop 1 0|i < n›; i++) ‹b loop 1|{
            ‹r 1|·s += i;›
        }›
        ·if (‹c condition 2 0-2|s > 100›) ‹b then 2|{
            ‹r 2|·log(s);›
        }›
        ·return s;›
    }››

    // 1
    // 2
    // 3
    // 4
    // 5
    // 6
    // 7
    // 8
    // 9
    // 10
    // 11
    // 12
    ‹m edited() 3|void ¤edited() ‹b body 3|{
        ‹r 3|·one();
        ·two();›
    }››

    ‹m added() 5|void ¤added() ‹b body 5|{ ‹r 5|·a();› }››

    ‹m moves() 4|void ¤moves() ‹b body 4|{
        ‹r 4|·m();›
    }››
}›
`

// Two versions of a class with methods that stay, move, change, are new and gone, and the class that one of them moves
// to.
const (
	MethodsBefore = `class A { }
‹t class A|class A {
    ‹m same() 0|void ¤same() ‹b body 0|{ ‹r 0|·if (‹c condition 1 0-1|x()›) ‹b then 1|{ ‹r 1|·y();› }› ·z();› }››
    ‹m moves() 2|void ¤moves() ‹b body 2|{ ‹r 2|·m(‹c condition - -|a›, ‹c condition - -|b›);› }››
    ‹m changes() 3|void ¤changes() ‹b body 3|{ ‹r 3|·old();› }››
    ‹m goes() 4|void ¤goes() ‹b body 4|{ ‹r 4|·g();› }››
    ‹m never() 5|void ¤never() ‹b body 5|{ ‹r 5|·n();› }››
    ‹t anonymous A$1|‹m run() 6|void ¤run() ‹b body 6|{ ‹r 6|·one();› }›››
    ‹t anonymous A$2|‹m run() 7|void ¤run() ‹b body 7|{ ‹r 7|·one();› }›››
}›
`
	MethodsAfter = `class A { }
// another line
‹t class A|class A {
    ‹t anonymous A$1|‹m run() 7|void ¤run() ‹b body 7|{ ‹r 7|·inserted();› }›››
    ‹m changes() 3|void ¤changes() ‹b body 3|{ ‹r 3|·changed();› }››
    ‹m same() 0|void   ¤same()
       ‹b body 0|{ ‹r 0|·if (‹c condition 1 0-1|x()›) ‹b then 1|{ ‹r 1|·y();› }› ·z();› }››
    ‹m added() 2|void ¤added() ‹b body 2|{ ‹r 2|·a();› }››
    ‹t anonymous A$2|‹m run() 4|void ¤run() ‹b body 4|{ ‹r 4|·one();› }›››
    ‹t anonymous A$3|‹m run() 5|void ¤run() ‹b body 5|{ ‹r 5|·one();› }›››
}›
`
	MethodsElsewhere = `‹t class B|class B {
    ‹m moves() 0|void ¤moves() ‹b body 0|{ ‹r 0|·m(‹c condition - -|a›, ‹c condition - -|b›);› }››
}›
`
)
