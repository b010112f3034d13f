// Package contextview answers questions about a calling context tree: which methods are hot, on which paths, who calls
// a method, what does it call, what is allocated below it.
//
// From a [cct.Tree] it makes a [View], which has short lists of rows for people. report/export/text, report/export/json
// and report/export/markdown write these. It also makes [Stacks], for exports with whole stacks.
//
// # Design
//
// A tree has up to millions of nodes, and a screen has 40 lines. So only the numbers that are shown are computed. A
// group has the nodes that one row represents. It is divided (by the callers or by the callees of its nodes) only if
// its row is shown. The hottest groups are divided first (grow.go). The same code serves all directions: from the roots
// down, from a method down, from a method up.
//
// Rows are a list in the order in which they are printed, with their depth: no reader has to recurse. A chain is a
// sequence of contexts that have one callee that matters, and almost no cost of their own. It becomes one row with
// their number, so that recursion 5,000 levels deep takes three lines.
//
// The share of a caller counts each cost once. Of recursive calls only the topmost one has an inclusive number, as in
// [cct.Tree.ByMethod].
//
// # To add something
//
// A question is a function here, a field of [View] and a section of its writers: report/export/text/contexts.go,
// report/export/json/contexts.go with its schema.
package contextview
