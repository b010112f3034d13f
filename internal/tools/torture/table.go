//go:build linux

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"jprof/internal/util/atomicfile"
)

// row is one promise of the table.
type row struct{ promise, how, command, figure, date string }

func (r row) String() string {
	return fmt.Sprintf("| %s | %s | `%s` | %s | %s |", r.promise, r.how, r.command, r.figure, r.date)
}

// tableStart is the second line of the table, which only the table has.
const tableStart = "| --- | --- | --- | --- | --- |"

// writeRow puts a row into the table of a document: in the place of the one with the same promise, or at the end.
func writeRow(doc string, r row) error {
	text, err := os.ReadFile(doc)
	if err != nil {
		return err
	}
	lines := strings.Split(string(text), "\n")
	start := slices.Index(lines, tableStart) + 1
	if start == 0 {
		return fmt.Errorf("%s has no table: the line %s is missing", doc, tableStart)
	}
	at := start
	for at < len(lines) && strings.HasPrefix(lines[at], "|") && !strings.HasPrefix(lines[at], "| "+r.promise+" |") {
		at++
	}
	if at < len(lines) && strings.HasPrefix(lines[at], "|") {
		lines[at] = r.String()
	} else {
		lines = slices.Insert(lines, at, r.String())
	}
	return atomicfile.WriteBytes(doc, []byte(strings.Join(lines, "\n")))
}
