// Package gate checks the numbers of a report against thresholds: minimum ratios, lines that a change has touched, a
// baseline, and how often methods may be executed. As counts do not depend on the speed of a machine, the last is a
// test of performance without noise. It also checks that the run represents the whole project: its build succeeded, no
// test failed, and each module was built.
//
// Check compares a model with Rules, and knows nothing of files, Git or YAML: internal/app/cli reads these. A rule that
// checks nothing is an error. A new gate is a field of Rules and a method of checker, which adds a Gate to the Verdict.
// Baselines have sorted entries without anything of the run, so that equal counts make equal files. Methods are found
// in them by name, and by the hash of their code where the name is gone; those that vary are named. Counts are compared
// exactly (128 bits), ratios by whole numbers.
package gate
