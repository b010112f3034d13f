// Package syntax parses Java sources into the small trees that instrumenting needs. In goes the text of a source, out
// come Nodes for all code that executes. It is the only package that knows tree-sitter. Its results are plain Go
// values, because each access to a node of tree-sitter's own tree is a call into C. Code that executes nothing is not
// in the small tree.
//
// The grammar of tree-sitter lacks newer syntax. A new construct is added here in one of three ways: as a Kind in
// kinds.go, if the grammar has it, as a mask in lenient.go, or not at all:
//
//   - Line ends that it would read otherwise than javac are masked before parsing (plain).
//   - A source that does not parse is parsed once more with words of the same length that the grammar knows in the
//     place of newer syntax, token by token (lenient): patterns, annotations of types, words that are keywords in
//     places only, statements before super(...).
//   - If a method still does not parse, the rest of its file is measured. The source is parsed with emptied blocks
//     until the rest follows the grammar (withoutBroken). The members of classes around those blocks are Broken: copied
//     without counters, and listed with their line.
package syntax
