// Package syntax parses Java sources into the small trees that instrumenting needs. It is the only package that knows
// tree-sitter. Everything behind it works on plain Go values, because each look at a node of tree-sitter's own tree is
// a call into C. What holds nothing executable is not in the small tree.
//
// The grammar of tree-sitter lacks newer syntax, and is made to read it:
//
//   - Line ends that it would read otherwise than javac are masked before parsing (plain).
//   - A source that does not parse is parsed once more with words of the same length that the grammar knows in the
//     place of newer syntax, token by token (lenient): patterns, annotations of types, words that are keywords in
//     places only, statements before super(...).
//   - A method that is still not understood is left alone, not its file. The source is parsed with blocks left empty
//     until the rest follows the grammar (withoutBroken). The members of classes around those blocks are Broken: copied
//     as they are, and listed with their line.
package syntax
