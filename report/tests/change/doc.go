// Package change finds the differences between two versions of the sources of a project. The input is two Versions,
// which are texts of Java sources and names of other files. The result is Facts. Each describes one change that affects
// running code. Package report/tests/affected finds the tests that a fact concerns.
//
// Types are paired by their names, whatever their files are, and methods by their names and parameters. If code is gone
// in one place and the same code is new in another, it was moved or renamed, and both facts say so (Fact.Moved). Some
// differences are no change: comments, white space, the order of methods, the modifier final if it has no effect, and
// annotations that only compilers read (internal/java/decl).
//
// For a source that cannot be parsed, the only fact is that it differs.
//
// A new kind of fact needs a Kind, its rule in report/tests/affected, and a row in docs/TESTS.md.
package change
