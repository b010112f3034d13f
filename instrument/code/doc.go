// Package code answers questions about a Java source that is to be counted: which names are constants or primitive,
// whether an expression may throw, whether a statement can complete, and the places of nodes. Read makes a File from a
// parsed source; its methods give the answers. The package inserts nothing, and does not know counters.
//
// Statements are nodes of the tree (package syntax). Expressions are lists of tokens (package lex) without types. If
// the tokens do not decide a question, the answer is the one that costs a counter, and never leads to a wrong number.
//
// file.go has places; words.go the meaning of names, fields.go and constants.go that of fields; throws.go, binds.go,
// completes.go and tokens.go answer questions about expressions and statements; parens.go is about parentheses around
// expressions; names.go has the binary names of types, hash.go the hashes of methods.
package code
