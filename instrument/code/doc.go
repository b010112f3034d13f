// Package code answers questions about a Java source that is to be counted: what its names mean, whether an expression
// may throw or be a constant, whether a statement can complete, where a part of it stands. In goes a parsed source
// (Read); out comes a File. It inserts nothing, and knows no counters.
//
// Statements are nodes of the tree (package syntax). Expressions are lists of tokens (package lex), of which no types
// are known: where tokens leave it open, the answer is the one that costs a counter, and never a wrong number.
//
// file.go has the places; words.go the meaning of names, fields.go and constants.go that of fields; throws.go,
// binds.go, completes.go and tokens.go the questions about expressions and statements; parens.go the parentheses around
// them; names.go the binary names of types, hash.go the hashes of methods.
package code
