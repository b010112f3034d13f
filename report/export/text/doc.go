// Package text writes reports for terminals and logs. All tables have one type (table): cells are shortened according
// to their kind, to a width in columns as terminals count them. The caller knows whether standard output is a terminal,
// its width, and whether it may have colours (term.Screen).
package text
