// Package instrument inserts counters into Java sources, and says in a map (package probe) what each counter means.
//
// Tree instruments the folder of a source set, File one source. A source is parsed (package syntax), walked (walker),
// and changed in its own bytes (package srcedit); package rt writes the helper class that holds the counters.
//
// # Regions and formulas
//
// A region is a maximal run of statements of one block that execute together as long as nothing leaves early.
// Exceptions do not end it: each of its statements has a formula of its own. Every number that is shown is a formula
// over counters, so few counters are needed. They stand at the entry of methods, constructors, initialisers, lambdas,
// cases, loop bodies, then, catch and finally. All else is a formula ((*walker).regions):
//
//   - after a statement = before it, less the ways out of the statement (exit): jumps and exceptions. A jump that the
//     statement itself stops (the break of its own loop) is none of them;
//   - else = what reaches the if, less the exceptions of its condition, less the then; plain blocks, try and
//     synchronized = what reaches them;
//   - after a try with catch clauses = what reaches it, less all that leaves its block, plus the entries of the clauses
//     (what was caught has not left), less what leaves those ((*walker).uncaught);
//   - a try whose finally can be left early itself (a jump, an exception) is the one case in which formulas cannot say
//     what went on. The code that follows has a counter, and that settles the formulas around it
//     ((*walker).knownAfter); a loop around gets a counter for its end;
//   - a formula of more than 24 terms is replaced by a counter, so that maps stay small for methods with hundreds of
//     exits.
//
// # Exceptions
//
// A body that needs it keeps in a local variable where it is, and one handler around it counts there (points.go):
//
//	void f() {C.Foo(0);int __p0=4;try{ a(); __p0=5;b(); c(); }
//	catch(final java.lang.Throwable __t0){C.Foo(-1,__p0);throw __t0;}}    on the same line
//
// A point is a place whose exceptions one counter counts. It gets the counter only when a formula asks for it: the last
// statement, and a statement that jumps, need none. A body without points has no handler, so one-statement methods stay
// as small as they were.
//
//   - The clauses of the program count the same way at their start (C.Foo(8,__p0);). A handler stands in front of a
//     finally that can throw, since the clause changes the variable. The variable is saved for the time of the clause.
//   - The last statement of a loop's body and its header share a point: no formula needs to distinguish them. So short
//     loops do not write the variable.
//   - What cannot throw (literals, names that the file declares as primitive only, comparisons with null) has no point
//     ((*words).throws).
//   - In front of this(...) and super(...) there is no handler: statements that may throw are followed by counters
//     there.
//   - Guards must not assign variables from outside, so an exception out of a guard is counted as one of the selector.
//   - Where the stack has ended, the handler may have no room for its call, as compiled code was thrown away for it.
//     Handlers of methods that call themselves then count in an array (Rows.DEEP_Foo), which is added to the counters
//     at the end.
//
// # Branches
//
// A counter stands between the operands of && and ||: a&&C.Foo(7,true) && b, a||C.Foo(7,false) || b (conditions.go). It
// keeps the scope of pattern variables, and what is definitely assigned. The other outcomes are formulas over what is
// known of the whole: the block behind the if, the end of the loop. Where exceptions cannot be distinguished, in the
// middle of larger expressions, an operand gets counters for both outcomes: c ? x : y takes one for each, because its
// false side is not evaluations less true ones there. Possible constants are left alone. What would take a variable out
// of its scope is unmeasured, and listed. Branches of javac's own (string switches, copies of finally, asserts) do not
// show.
//
// # Initialisers
//
// Fields with an initialiser, and constants of an enum, are statements of a block of no method (FieldBlock); those that
// follow each other are one region (initialisers.go). They have the count of the block { } behind them, or the sum of the
// constructors that call no other. Only where one of them may throw, or no constructor is written, a counter stands in
// front of them, in a block of its own. In interfaces and compact sources the initialiser counts itself. Constants in
// the sense of the language (static final int N = 5) are not executed, and have no count.
//
// # Constructors
//
// A constructor is counted in the first argument of this(...) or super(...) where that argument has a type of its own
// (constructors.go); before the call where statements stand there already (Java 22), and wherever the compiler has Java
// 25 or later as its target (the hook asks for it; super(); is written out where the class names a superclass); else
// behind the call, and then not if the other constructor throws. super() without arguments before Java 25 is the case
// that is left.
//
// # Counters that wait
//
// A body that starts with a decision of which every outcome is counted has no counter at its start (later.go): it
// stands behind if (c) return 1;, in the else of an if that is the whole body, or nowhere, if the body is a switch with
// a default. At the end of the file, the sum replaces the counter in all formulas. Its number stays unused.
//
// # Loops that cannot run for long
//
// In for (int i = ...) with a constant step, no calls and no loops inside, counters are local variables (tight.go).
// They are added behind the loop, also where an exception leaves it.
//
// # Reading and writing sources
//
// Sources are read as javac reads them, and changed in their own bytes. Parser and walker see UTF-8 without Unicode
// escapes; charset.Map gives the byte of the file for each offset. Insertions are encoded and made there. The result is
// decoded once more and must be the text that was meant, or the file is left as it is, with the reason. Nearly every
// source is UTF-8 without escapes, and nothing is mapped.
//
// Inserted text is ASCII without newline or comment: lines, stack traces and javac's messages stay right. Taking the
// insertions out gives the original bytes back, which is checked on every file of the corpus and on random inputs.
//
//	void f() {__Counter1a2b3c4d.Foo(7); ...}               an entry counter
//	if (a) {__Counter1a2b3c4d.Foo(8);b();}                 a single statement
//	a&&__Counter1a2b3c4d.Foo(8,true) && b                  a condition
//	long[] __r0=__Counter1a2b3c4d.Foo(7); ... Foo(__r0,8)  several counters in a body: see rows in package rt
//	catch (E e) {__Counter1a2b3c4d.Foo(8,__p0); ...}       a handler: counted with where the exception came from
//	super(__Counter1a2b3c4d.Foo(8,0,x));                   a constructor that calls another
//	x -> __Counter1a2b3c4d.Foo(9,()->g(x))                 a lambda body that may be void or a value: overload
//	                                                       resolution decides, as for g(x) itself
//	x -> {__Counter1a2b3c4d.Foo(10);return x + 1;}         a lambda body that must be a value
//	case A -> {__Counter1a2b3c4d.Foo(11);yield 1;}         a value of a switch expression
//
// Counters add no member to the user's types, and keep lines, names, constants, overloads and the order of evaluation.
// docs/EXACTNESS.md lists what a program can see of them; TestBehaviour checks that it is all.
//
// # Endings of a JVM
//
// Calls of Runtime.halt, System.exit and addShutdownHook that name the class hand their argument through the helper
// class (endings.go), so that all counts are written before, and hooks of the program are waited for.
//
// # What is not counted
//
// A method that is not understood is left alone, not its file: see package syntax. What javac rejects with counters is
// left as it is, by method: see internal/cli. A compact source file (Java 25) is a class with the name of the file.
//
// Two limits come from not knowing types: see package rt.
package instrument
