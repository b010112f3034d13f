// Package affected finds the tests that a change may concern. In go the sources of a run with their maps, the counts of
// its tests, and what has changed since (report/change); out comes a Selection: tests, each with the reasons, or all
// tests, with the reasons for that.
//
// # The rule
//
// A test that is omitted would have the same result. So each fact is asked who could notice it, and where counts
// do not say it, the answer is wide:
//
//   - Code that is executed: the tests that executed it (executed.go). Of a method only the innermost block around the
//     change matters (window.go).
//   - What compilers decide by names, without a line executed: overloads, constants that are copied, imports, fields
//     that hide others. Concerned is the code that mentions the name (index.mentioning, index.calling), and so those
//     who executed that.
//   - What instances are: methods that override others, super types, fields. Concerned is the code that has to do with
//     the type (index.touching): nobody has an instance without executing some of it.
//   - What counts know nothing of: build files, resources, annotations of main sources, sources without counters. All
//     tests.
//
// # State that outlives a test
//
// Tests of a JVM share static fields. What one test has put there, another one finds, without executing the code that
// made it. So a unit of code that may behave differently is suspect, and what is suspect spreads (spread.go):
//
//   - to the tests that executed it;
//   - if the initialiser of a class may have run it (reach.go), to all code that has to do with that class;
//   - from a test to all static fields that it uses and whose content can change (statics.go), and from there to all
//     code that mentions them;
//   - from the set-up of a class to its tests, from code outside of tests and from several tests at once to all.
//
// Names are enough for all of this: types are not resolved, so that two methods of one name and number of parameters
// are one. That can only add tests.
//
// What it cannot know is in docs/TESTS.md: what tests leave in files, in data bases, or in the libraries.
//
// A new rule: a case in rules.go, with a small program in rules_test.go, and a row in docs/TESTS.md.
package affected
