// Package flame cuts a calling context tree into scripts that a page loads when it needs them.
//
// In: a [Source], the columns of a tree (report/contexts/cct) or of two trees together. Out: [Chunks], each with the
// text of one script, and how many nodes are in all of them. report/html names the files, and its script contexts.js
// reads them.
//
// # Design
//
// Pages of the file system may load nothing but scripts, and must be usable within a second, also with millions of
// contexts. So each script has one call with strings, which browsers read faster than anything else, and a node takes
// about ten characters of them.
//
// The weight of a node is the largest of its shares in the totals of all metrics. A caller weighs at least as much as
// each of its callees, so the heaviest nodes form a tree. They are in the first chunk, and are drawn at once. Callees
// that are missing there form a group in another chunk, which the page loads when its reader gets there. Nodes of this
// group may have missing callees again. A node with missing callees has a rest: the number of contexts missing below
// it, their sums, and the chunk and group to load. So all widths are right, whichever chunks are loaded.
//
// The lightest nodes of a very large tree, beyond [MaxNodes], are in no chunk: their rest names none. So the size of a
// report is bounded, and the sums are complete.
//
// # The text
//
// Numbers are as package packed writes them. A group is records in preorder, each with:
//
//	up * 16 + flags   how many levels up from the record before, 0 for its first callee; flags: what follows
//	method           a thread: the number of methods + its own
//	line             of the call, with flagLine
//	columns          a bit for each column that is not 0, then their values
//	n                with flagLines: how many lines, then each: line, executions, bytecodes, exceptions
//	n                with flagAllocs: how many types, then each: type, made, and for arrays elements
//
// and a record of a rest (flagRest):
//
//	up * 16 + flags, contexts, chunk (0 for none), group (if there is a chunk), columns
package flame
