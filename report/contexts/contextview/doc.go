// Package contextview has the questions that people ask of a calling context tree: what is hot, on which paths, who
// calls a method, what does it call, what is allocated below it.
//
// In: a [cct.Tree]. Out: a [View], short lists of rows for people, which report/export/text, report/export/json and
// report/export/markdown write; and [Stacks], for exports with whole stacks.
//
// # Design
//
// A tree has up to millions of nodes, and a screen has 40 lines. So nothing is computed for what is not shown: a group
// is the nodes that one row represents, and a group is only divided (by the callers or by the callees of its nodes) if
// its row is shown. The hottest groups are divided first (grow.go). One engine serves both directions: from the roots
// down, from a method down, from a method up.
//
// Rows are a list in the order in which they are printed, with their depth: no reader has to recurse. Chains, contexts
// with one callee that matters and next to no cost of their own, become one row with their number: recursion 5,000
// levels deep takes three lines.
//
// The share of a caller counts a cost once: of recursive calls only the topmost one has an inclusive number, as in
// [cct.Tree.ByMethod].
//
// # To add something
//
// A question is a function here, a field of [View] and a section of its writers: report/export/text/contexts.go,
// report/export/json/contexts.go with its schema.
package contextview
