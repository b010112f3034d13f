// Command mutants proves the selection of tests: it makes seeded changes in the main sources of real projects, runs
// all tests with each change, and compares those that fail with those that "jprof affected" selects. A test that fails
// and is not selected is a miss: it is printed with all that is needed to look into it, and the command ends with 1.
//
//	go run ./internal/tools/mutants -jprof bin/jprof [-seed N] [-count N] [NAME...]
//
// The steps for each project (projects.go):
//
//   - It is laid out by corpus.sh as a Git repository with one commit, and recorded by jprof mvn --by-test
//     (selection.go).
//   - Maven builds a copy once. Its reports have the class path and the order of the classes of tests (baseline.go).
//     Several plain runs give the tests that pass each time. The others, and a few slow classes, are omitted by name.
//   - candidates (candidates.go, operators.go, members.go, overrides.go) lists the changes that can be made. A seed
//     chooses some, as many of each kind. What javac rejects is passed over, so that a seed always means the same.
//   - The module is compiled again with each change, tests included, as javac inlines constants (compile.go); only
//     after a change inside of the body of a method they are as before. One warm JVM does that.
//   - All tests run in a fresh JVM (run.go), by a runner of our own (runner/*.java), in the order of Maven. A JVM that
//     says nothing for long is killed: the test under way counts as one that fails, the rest as unknown.
//   - The change is made in the repository, and jprof affected selects tests (selection.go).
//   - For some changes the selected tests alone are run, too: the same ones must fail.
//
// The result of each change is a file of its own (state.go), so that a command continues where another one has ended,
// and commands add up. With -doc the table over all of them goes into a document (table.go).
package main
