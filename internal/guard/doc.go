// Package guard tests the project's own rules, which no compiler and no linter checks. Each message names the file, the
// line and the remedy.
//
//   - layers_test.go: which packages may import which. A new package goes into a layer there, unless a pattern has it
//     already. A new export format needs no entry: report/* matches it. An unused permission fails, too, so that the
//     table stays true.
//   - prints_test.go: only the commands print and end the process. All others return errors.
//   - text_test.go: files have up to 400 lines, lines up to 120 columns (a tab is 4), those of styles, scripts and what
//     tests read up to 160, folders up to 36 sources, and comments start with the name.
//   - titles_test.go: titles of commits that are not yet published are short, imperative and about one topic.
//
// A rule is a function from the text of files to findings of the form "file:line: message". So a test can also give it
// files that break the rule. TestGuardX applies it to the files of the repository.
package guard
