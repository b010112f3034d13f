package text

import (
	"bufio"
	"fmt"
	"strconv"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// writeLines writes a table of the lines of each method:
//
//	Parser.next(), in 3 contexts: 4,000 calls, 96,000 bytecodes
//	  executions  bytecodes       %  exceptions  line  code
//	       4,000     24,000   8.0 %           0    17  while (at < end) {
func writeLines(b *bufio.Writer, width int, v *contextview.View) {
	known := false
	for i := range v.Lines.List {
		m := &v.Lines.List[i]
		t := &table{heading: fmt.Sprintf("\n%s, in %s: %s", report.Printable(m.Method.Title()),
			contextview.Counted(m.Contexts, "context"), contextview.Counted(m.Calls, "call")),
			none: "its lines are not known"}
		if len(m.Lines) > 0 {
			t.heading += ", " + contextview.Counted(m.Bytecodes(), "bytecode")
		}
		if m.Failed > 0 {
			t.heading += "; " + contextview.Counted(m.Failed, "call") + " ended by an exception, or with the JVM"
		}
		t.columns = []column{{"executions", number}, {"bytecodes", number}, {"%", number}, {"exceptions", number},
			{"line", number}, {"code", code}}
		for _, l := range m.Lines {
			text := v.Lines.Code(&m.Method, l.Line)
			known = known || text != ""
			t.add(report.Thousands(l.Executions), report.Thousands(l.Bytecodes),
				contextview.Percent(l.Bytecodes, v.Tree.Sum(cct.Bytecodes)), report.Thousands(l.Exceptions),
				strconv.Itoa(int(l.Line)), report.Printable(text))
		}
		t.write(b, width)
	}
	if !known {
		fmt.Fprintln(b, "\nThe code is missing: the sources are newer than the run, or they are not on this machine.")
	}
}
