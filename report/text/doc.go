// Package text writes reports for terminals and logs. All tables are of one type (table): cells are shortened by what
// they are (kind), to a width in columns as terminals count them. Whether standard output is a terminal, its width, and
// whether it may have colours only the caller knows (ui.Screen).
package text
