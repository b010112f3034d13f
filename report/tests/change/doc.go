// Package change finds what differs between two versions of the sources of a project. In go two Versions, which are
// texts of Java sources and names of other files; out come Facts. Each describes one change that matters to running
// code. Package report/tests/affected finds the tests that a fact concerns.
//
// Types are found again by their names, wherever their files are, and methods by their names and parameters. What is
// gone in one place and has the same code in another one was moved or renamed: both facts then say so (Fact.Moved).
// Comments, white space, the order of methods, the modifier final where it has no effect, and annotations that only
// compilers read are no change (internal/java/decl).
//
// A source that cannot be understood is one fact, that it differs.
//
// A new kind of fact needs a Kind, its rule in report/tests/affected, and a row in docs/TESTS.md.
package change
