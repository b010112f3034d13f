// Package syntax parses Java sources into small trees for the instrumenter. It is the only package that knows
// tree-sitter. Parser.Parse takes the text of a source, and returns a tree of Nodes with their offsets in it.
//
// Nodes are plain Go values, as each access to a node of tree-sitter itself is a call into C. A source is parsed, and
// the nodes that matter are listed, in one such call (walk.c), with memory that the parser keeps for the next source
// (arena.c). What executes nothing has no node: tokens, comments, types, and expressions without a lambda, a class
// body, a switch or an operand that is not always evaluated. The instrumenter asks few questions of such expressions,
// and reads their tokens (internal/java/lex).
//
// tree-sitter takes most of the time, so it reads a shorter text: without comments, indentation and the contents of
// strings (shorten, in walk.c). The same loop notes which expressions need nodes inside (hint). Offsets are those of
// the source all the same.
//
// tree-sitter's grammar lacks newer syntax. It reads it all the same:
//
//   - Bytes that it would read differently from javac are masked before parsing (plain).
//   - A source that does not parse is parsed again, with newer syntax replaced by words of the same length that the
//     grammar knows (lenient): patterns, annotations of types, contextual keywords, statements before super(...). Of
//     the sources of JDK 25 and two libraries, that is 1 of 16,490. TestMasksAreNeeded fails when a newer grammar needs
//     less of this.
//   - A method that is still not understood is not counted, but the rest of its file is. The source is parsed with
//     empty blocks until it follows the grammar (withoutBroken). The members of classes around those blocks are Broken:
//     copied without counters, and listed with their line.
//
// A construct of a new Java needs its Kind and an entry in kindOf, if the grammar knows it, and else a change in
// lenient that makes it one that the grammar knows, of the same length; with a case in TestBeyondTheGrammar.
package syntax
