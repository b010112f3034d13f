// Package source shows the counts of a file in its text, for pages and for terminals. Load reads a source and decodes
// it. Annotate computes, line by line, the counts beside the text, the mark, and the places at which the background
// changes. FirstLines and MissedCode return excerpts for lists. Diff compares the lines of two versions of a source.
//
// Offsets in a report.File are those of the bytes of the file that was instrumented. The text is UTF-8, so places in
// sources of other encodings are converted (Source.Placed). Annotated.Line must be called for ascending lines: it keeps
// its position in the segments, which cut the file where its background changes (segments.go).
//
// Syntax colours (tokenize in tokens.go) come from the tokens of internal/java/lex. This is far faster than a library
// for many languages: it reads java.util of JDK 25 (9.6 MB) in 20 ms. Chroma's lexer for Java reads 0.46 MB a second,
// so a JDK would take eight minutes.
package source
