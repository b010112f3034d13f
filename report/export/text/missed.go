package text

import (
	"bufio"
	"io"

	"jprof/report"
	"jprof/report/source"
)

// Missed writes missed places:
//
//	missed places: 3
//	never     place                code
//	invoked   src/app/Main.java:7  Main::unused(String)
//	executed  src/app/Main.java:9  return -1;
//	true      src/app/Main.java:9  n < 0
//
// The table fits into width columns, 0 for any number.
func Missed(w io.Writer, width int, m *report.Model, list []report.Missed) error {
	b := bufio.NewWriter(w)
	missed("missed places: "+thousands(len(list)), m, list, len(list)).write(b, width)
	return flush(b)
}

// missed returns the table of the first top missed places.
func missed(heading string, m *report.Model, list []report.Missed, top int) *table {
	t := &table{heading: heading, columns: []column{{"missed", word}, {"place", path}, {"code", code}}, of: len(list)}
	list = list[:min(top, len(list))]
	for i, code := range source.MissedCode(m, list) {
		x, shown := list[i], code
		switch {
		case x.Kind == report.MissedMethod:
			shown = report.Printable(x.File.Methods[x.Method].Title())
		case shown == "":
			shown = "(source not available)"
		}
		at := place(x.File, report.Pos{Line: uint32(x.Line)})
		t.add(x.What(), at, shown)
	}
	return t
}
