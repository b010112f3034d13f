// Package guard has tests of the project's own rules, which no compiler and no linter checks. Each message names the
// file and the line, and says what to do.
//
//   - layers_test.go: which packages may import which. A new package goes into a layer there, unless a pattern has it
//     already, as report/* has each export format. An unused permission fails, too, so that the table stays true.
//   - prints_test.go: only the commands print and end the process. All others return errors.
//   - text_test.go: how long files and lines are, and how comments start.
//
// A rule is a function from the text of files to findings, which are "file:line: message", so that a test can show it
// files that break it. TestGuardX applies it to the files of the repository.
package guard
