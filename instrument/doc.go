// Package instrument inserts counters into Java sources, and writes a map with the meaning of each counter.
//
// Tree instruments the source roots of a source set, and File one source. Tree writes a shadow tree, which the compiler
// reads instead, with a helper class for each package (package rt), and a map (package probe). Reports need only the
// map and the counts that the helper classes write. The map also lists code that cannot be counted, with the reasons of
// refuse.go. Tree does not read folders again that have not changed since its last call (kept.go).
//
// # Counting, on one page
//
// The method
//
//	int f(int a) {
//	    int b = g(a);
//	    if (b > 0)
//	        b = h(b);
//	    return b;
//	}
//
// becomes
//
//	int f(int a) {long[] __r0=C.Foo(0);int __p0=1;try{
//	    int b = g(a);
//	    if (b > 0)
//	        {C.Foo(__r0,2);__p0=3;b = h(b);}
//	    return b;
//	}catch(final java.lang.Throwable __t0){C.Foo(-1,__p0);throw __t0;}}
//
// and the map has these formulas, in which c2 is the value of counter 2:
//
//	int b = g(a);    c0
//	if (b > 0)       c0-c1
//	b > 0            true c2, false c0-c1-c2
//	b = h(b);        c2
//	return b;        c0-c1-c3
//
// Counter c1 counts exceptions of g, c3 those of h. In C.Foo(-1,__p0), -1 means that the handler has no counter of
// its own: only that of the point __p0 is incremented.
//
// A probe is inserted code that increments a counter: C.Foo(2). C is the helper class of the package, and Foo its
// method for the file Foo.java. Probes stand at the entry of methods, constructors, initialisers, lambdas, cases, loop
// bodies, then, catch and finally. Few are needed, because every number that is shown is a formula: counters, added or
// subtracted.
//
// A block is code that is entered at one place, such as the body of f and the statement of its if. A region of the map
// is a maximal run of statements of one block that execute together as long as nothing leaves early. Here each block is
// one region. The report cuts a region where an exception was thrown; then all its statements have the same count. Code
// after a statement has the formula of the statement, less the ways out of it (type exit): jumps and exceptions. So the
// code after the if has c0-c1, less the exceptions of h, which are c3.
//
// A point is a place whose exceptions are counted together. The variable __p0 holds the number of the point that is
// being executed, and the handler around the body counts there. Points get counters when a formula needs their
// exceptions: g and h have some, but no code follows the last statement. A body whose points have no counters has no
// handler.
//
// A branch is a place with several ways to go on. Its outcomes are formulas, too: the condition was true as often as
// its statement was entered, and false in all other cases, less those that threw.
//
// A row is the array in which one thread counts. The first probe of a body returns it for the others: __r0. Where each
// way through a body has its own first probe, C.Foo() finds the row before.
//
// # Rules for inserted text
//
// Text is inserted, never changed: it is ASCII without newlines and comments, so that lines, stack traces and messages
// of javac stay right, and taking it out gives the original bytes. It adds no members to types, and keeps names,
// constants, overloads, scopes and the order of evaluation. docs/EXACTNESS.md lists what a program can see of it;
// TestBehaviour checks that it is all.
//
// # The walk
//
// File reads a source (text), parses it (package syntax) and walks it once, in the order of its text. What the walk
// knows is in three structs, each of which holds the one before: file, class, body. Each Go method of the walk is on
// the smallest struct that suffices. Probes are insertions into the text (insertions.go); blocks, regions, branches and
// points are rows of the map. A counter whose place or formula is found later is a symbol until the end of the file
// (sums.go).
//
// The syntax tree has what executes: statements, members, and those expressions in which something executes that is not
// always evaluated. What another expression does, such as whether it may throw, is read from its tokens (package
// code), which are at hand: reading them takes 3 % of the time.
//
// # To add something
//
// A reason not to count: refuse.go (not what users hide, which is in report/assemble, nor what javac rejects, which is
// in internal/measure/rejections). A construct of a new Java: a node or a mask in package syntax; then the file of its
// kind, such as statements.go, switches.go, conditions.go, try.go or initialisers.go, each of which starts with its
// rules; a program in testdata/java that says the counts. Text that the helper class must understand: package rt.
package instrument
