// Package source shows the counts of a file in its text, for pages as well as for terminals. Load reads a source and
// decodes it; Annotate chooses the contents, line by line: the counts beside it, its mark, and the places at which its
// background changes. FirstLines and MissedCode are excerpts for lists. Diff compares the lines of two versions of a
// source.
//
// Offsets in a report.File are those of the bytes of the file, as the instrumenter saw them. What is shown is UTF-8, so
// that places in sources of other encodings are moved (Source.Placed). Annotated.Line is asked for ascending lines: it
// keeps its place in the segments, which cut the file where its background changes (segments.go).
//
// Syntax colours (tokenize in tokens.go) are made of the tokens of internal/java/lex, which is far faster than a
// library for many languages: it reads java.util of JDK 25 (9.6 MB) in 20 ms. Chroma's lexer for Java takes 0.46 MB a
// second, or eight minutes for a JDK.
package source
