// Package gate checks the numbers of a report against thresholds: minimum ratios, lines that a change has touched, a
// baseline, and limits for executions of methods. As counts do not depend on the speed of a machine, these limits are
// tests of performance without noise. The package also checks that the run represents the whole project: its build
// succeeded, no test failed, and each module was built.
//
// Check compares a model with Rules. It does not use files, Git or YAML: internal/app/cli reads these. A rule that
// checks nothing is an error. A new gate is a field of Rules and a method of checker, which adds a Gate to the Verdict.
// Baselines have sorted entries without data of the run, so that equal counts make equal files. Methods are found in
// them by name, or by the hash of their code if the name no longer exists. They list methods that vary. Counts are
// compared exactly (128 bits), ratios as whole numbers.
package gate
