// Package decl reads the declarations of a Java source into a File: package, imports, types, and their members with the
// names that each of them mentions. It is for questions about two versions of the sources, such as the changes
// (report/tests/change), and the tests concerned (report/tests/affected).
//
// It reads tokens (internal/java/lex), not a grammar: between the declarations of members nothing has to be understood,
// and code of any version of Java can be read. The instrumenter has its own parser (instrument/syntax), which knows
// statements and no declarations.
//
// The code of local and anonymous classes belongs to the member that they are in. A source that the package does not
// understand has Unclear set to the reason: users must then take all of it for changed.
//
// Parts without an effect on compilers are ignored: comments, white space; and parts without one at run time: the
// modifier final of methods, parameters and local variables, and annotations that only compilers read (harmless).
//
// parse.go has packages, imports and types; members.go methods and fields; mentions.go the names in a piece of code;
// names.go the parts of binary names of classes.
// A new form of a declaration goes to members.go, with a case in TestParse.
package decl
