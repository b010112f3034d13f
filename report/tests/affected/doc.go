// Package affected finds the tests that a change may concern. The input is the sources of a run with their maps, the
// counts of its tests, and the changes since (report/tests/change). The result is a Selection: tests, each with the
// reasons, or all tests, with the reasons for that.
//
// # The rule
//
// A test that is omitted must have the same result. So for each fact, the rules find the tests that could notice it. If
// counts are not enough to decide, more tests are selected:
//
//   - Code that is executed: the tests that executed it (executed.go), and of a method in which a part has changed, the
//     region around that part (part.go).
//   - What compilers decide by names, without a line executed: overloads, constants that are copied, imports, fields
//     that hide others. Concerned is the code that mentions the name (index.mentioning, index.calling), and so the
//     tests that executed that code.
//   - What instances are: methods that override others, super types, fields. Concerned is the code that has to do with
//     the type (index.touching): nobody has an instance without executing some of it.
//   - What counts know nothing of: build files, resources, other languages, annotations of main sources, sources
//     without counters. All tests.
//   - What the run says nothing of: tests that failed or did not end; that are new or declared in another way; that it
//     does not have, if they have changed or it may lack tests (notrun.go); and those that were skipped, if a test of
//     their class is selected or it may lack tests (newtests.go).
//
// # By code, or by state
//
// By code is the default. The types of receivers are resolved as far as declarations show them (resolve.go), so that a
// call concerns the methods that it may reach. The initialiser of a class concerns the code that uses the fields that
// it computes (settle.go). A static field selects a test only if the test uses the field, another selected test
// executed code that writes the field, and the value depends on suspect code (selector.settle).
//
// Input.State asks for the strict rules that follow: calls are found by names, and a static field counts if a selected
// test may leave something else in it.
//
// # State that outlives a test
//
// Tests of a JVM share static fields. What one test has put there, another one finds, without executing the code that
// made it. So a unit of code that may behave differently is suspect, and what is suspect spreads (spread.go):
//
//   - to the tests that executed it;
//   - if the initialiser of a class may have run it (reach.go), to all code that has to do with that class;
//   - from a test to the static fields in which it may leave something else now, and from there to all code that uses
//     them;
//   - from the set-up of a class to its tests, from code outside of tests and from several tests at once to all of the
//     test step;
//   - from a test to those of its class, if they share an instance or have an order (together.go).
//
// A test that was selected may leave something else in a static field only if all of this holds:
//
//   - The content of the field can change at all (freeze.go). It cannot if the field is only assigned where it is
//     initialised, and holds a value; a lock; a lambda; an object of a class of the project all of whose fields, of its
//     subclasses, too, are such; or an array or collection of such things that nothing changes but what initialises it:
//     it cannot be changed, as List.of; or it was made for the field, and no other code gets it (HandedOn and Changed
//     in internal/java/decl), or no other code that may have it calls a method by which it changes.
//   - The test may run code that uses the field, and code that writes to it, or to a field of an object that it may
//     hold (statics.go). A test may run the code that it executed, and all that this may call by names, with the
//     changes: once something differs, it may also take other branches (carry.go). A method of an instance is called
//     only if the test may have such an instance.
//   - If the field is a cache that the garbage collector may empty at any time, and that no one hands anything
//     (cache.go): the test executed suspect code that handles what is in it. Whether something is there cannot matter
//     to anyone: it may be gone whenever memory is short. What is there can be wrong only by code that puts it there,
//     takes it, or has it.
//
// A test that was added has no counts: what it may run is found by names alone (addedtests.go).
//
// Content that two fields may share (freezer.alias) goes from one to the other. No rule depends on which test comes
// first: the order of tests may change.
//
// The limits are in docs/TESTS.md: what tests leave in files, in data bases, or in the libraries.
//
// random_test.go makes programs with static state, changes them, and runs their tests: what differs must be selected.
// Commands of internal/tools/mutants do so with real projects. A rule that selects fewer tests needs both.
//
// A new rule: a case in rules.go, with its name in rule.go, a small program in affected_test.go, and rows in
// docs/TESTS.md and the schema.
package affected
