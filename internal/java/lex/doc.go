// Package lex splits Java sources into white space, comments and tokens, as in chapter 3 of the Java Language
// Specification (JLS). It is the only lexer of jprof: for code that is counted, for colours of the report and for the
// calls of a line. Only the oracle of the tests has its own, so that both do not share a mistake.
//
// A Scanner reads the text of a source, or a part of one that starts outside of comments and literals. It returns one
// Token after the other, until one of kind EOF:
//
//	s := lex.New(src)
//	for t := s.Next(); t.Kind != lex.EOF; t = s.Next() {
//		fmt.Printf("%s at %d\n", t.Text, t.Start)
//	}
//
// Next returns all tokens, so that their texts, one after the other, are the source. NextToken skips white space and
// comments, and AppendTokens makes a list of the others, for code that looks ahead.
//
// The design, with its reasons:
//
//   - A token is a part of the source, by offset, never a changed copy: callers insert and colour text at offsets. So
//     nothing is allocated, and a Scanner is a value that can be copied to go back.
//   - Operators are matched as long as possible (JLS 3.5). The two brackets that end List<List<String>> are ShiftRight:
//     only parsers know types. In the same way non-sealed is three tokens, and @interface two.
//   - Names, keywords, true, false and null are all of kind Word. Many of them are keywords only in some places;
//     IsKeyword is for those that never are names.
//   - A Unicode escape (JLS 3.3) counts as its character everywhere, as in the compiler: \u0022 ends a string, and
//     \u000a ends a line comment. Text has them as they are written.
//   - There are no errors. A source may be changed while it is shown, or not be Java at all. A literal that is not
//     closed on its line ends there, as for javac; text blocks and comments end with the text. Characters that Java
//     does not allow have the kind Unknown.
//   - Bytes outside of ASCII are parts of names, so that any encoding that keeps ASCII can be read. Which characters
//     javac accepts in names does not matter here.
//
// An operator of a new Java goes to the kinds and to (*Scanner).operator, with a line in TestOperators; a new keyword
// to IsKeyword, if it cannot be a name anywhere.
package lex
