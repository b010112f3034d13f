package reporttest

import "jprof/report/assemble"

// Sample returns a project with one of everything that a report shows: regions on one line, nested, local and anonymous
// classes, initialisers, overloads, a lambda in a field, conditions, code never run, an unmeasured part and an
// unmeasured file, main and test sources of two modules, and a class without code.
func Sample() (*Project, error) {
	p := &Project{}
	return p, p.Add(
		File{Module: "org.example:app", Package: "org.example", Path: "app/src/main/java/org/example/Fibonacci.java",
			Text:     fibonacci,
			Counters: []uint64{1664079, 832040, 1, 29, 1, 0, 0}},
		File{Module: "org.example:app", Package: "org.example", Path: "app/src/main/java/org/example/Shapes.java",
			Text:     shapes,
			Counters: []uint64{1200, 700, 500, 3, 2, 1, 0, 42, 12000}},
		File{Module: "org.example:app", Package: "org.example", Path: "app/src/main/java/org/example/Named.java",
			Text: named},
		File{Module: "org.example:app", Package: "org.example", Path: "app/src/main/java/org/example/Never.java",
			Text: never},
		File{Module: "org.example:app", Package: "org.example", Path: "app/src/main/java/org/example/Broken.java",
			Text: "‹u javac rejected the instrumented file: error: code too large|package org.example;\n\n" +
				"class Broken {\n    int x;\n}\n›"},
		File{Module: "org.example:util", Set: "test", Package: "org.example.util",
			Path: "util/src/test/java/org/example/util/UtilTest.java",
			Text: utilTest, Counters: []uint64{2, 2}},
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

const fibonacci = `package org.example;

/** Computes Fibonacci numbers in the slowest way. */
‹t class Fibonacci|public class Fibonacci {

    ‹m fib(int n) 0|static int ¤fib(int n) ‹b body 0|{
        ‹r 0|·if (‹c condition 1 0-1|n <= 1›) ‹b then 1|‹r 1|·return n;›››
        ‹r 0-1|·return fib(n - 1)
            + fib(n - 2);›
    }››

    ‹m main(String[] args) 2|public static void ¤main(String[] args) ‹b body 2|{
        ‹r 2|·int n = Integer.parseInt(args[0]);
        ·for (int i = 1; ‹c condition 3 2|i < n›; i++) ‹b loop 3|{
            ‹r 3|·System.out.print(fib(i) + " ");›
        }›
        ·if (‹c condition 5 4|n > 40›) ‹b then 5|{
            // never for small numbers
            ‹r 5|·System.out.println("too large");›
        }› else ‹b else 4|{
            ‹r 4|·System.out.println();›
        }››
    }››

    ‹m helper(Map<String, List<Integer>> cache) 6|private static void ¤helper(Map<String, List<Integer>> ` +
	`cache) ‹b body 6|{
        ‹r 6|·cache.clear();›
    }››
}›
`

const shapes = `package org.example;

‹t class Shapes|class Shapes {
    ‹m <clinit>() 4|static ¤‹b body 4|{
        ‹r 4|·register();›
    }››

    static final Supplier<Shape> MAKER = () -> ‹b lambda 3|‹r 3|·new Shape(1)››;

    ‹t class Shapes$Shape|static class Shape {
        ‹m <init>(int size) 0|¤Shape(int size) ‹b body 0|{
            ‹r 0|·this.size = size;›
        }››

        ‹m <init>() 1|¤Shape() ‹b body 1|{ ‹r 1|·this(1);› }››

        ‹m area() 8|int ¤area() ‹b body 8|{ ‹r 8|·int a = size; if (‹c condition 2 -2+8|a > 0›) ‹b then 2|{ ` +
	`‹r 2|·a *= a;› }› ·return a;› }››
    }›

    ‹m compare(Shape a) 5|int ¤compare(Shape a) ‹b body 5|{
        ‹r 5|·return new ‹t anonymous Shapes$1|Comparator<Shape>() {
            ‹m compare(Shape x, Shape y) 7|public int ¤compare(Shape x, Shape y) ‹b body 7|{
                ‹r 7|·return x.area() - y.area();›
            }››
        }›.compare(a, null);›
    }››

    ‹m register() 4|static void ¤register() ‹b body 4|{
        ‹r 4|·use(x -> ‹u the value of the lambda may be void or not|x.area()›);›
    }››

    ‹m register(int times) 6|static void ¤register(int times) ‹b body 6|{
        ‹r 6|·while (‹c condition 6 6|times-- > 0›) ‹b loop 6|register();››
    }››
}›
`

const named = `package org.example;

‹t interface Named|interface Named {
    String name();
}›
`

const never = `package org.example;

‹t class Never|class Never {
    ‹m run() 0|void ¤run() ‹b body 0|{
        ‹r 0|·System.exit(1);›
    }››
}›
`

const utilTest = `package org.example.util;

‹t class UtilTest|class UtilTest {
    ‹m works() 0|@Test void ¤works() ‹b body 0|{
        ‹r 0|·assertTrue(true);›
    }››
    ‹m fails() 1|@Test void ¤fails() ‹b body 1|{
        ‹r 1|·assertTrue(true);›
    }››
}›
`
