package efficiency_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/report/contexts/efficiency"
)

// row is a line of the comment of a program: a method with its numbers, and its efficiency.
var row = regexp.MustCompile(`(?m)^ \* ([\w.<>]+(?:\([\w\[\]]*\))?) +((?:\d+ +){10}\d+ +[\d.]+ %)$`)

// TestTable2 computes table 2 of the paper: all numbers of the comment of TimeFormat.java.
func TestTable2(t *testing.T) {
	const source = "../../../testdata/contexts/TimeFormat.java"
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		want[m[1]] = strings.Join(strings.Fields(m[2]), " ")
	}
	if len(want) != 26 {
		t.Fatalf("%d rows: %v", len(want), want)
	}
	for _, jdk := range jtest.JDKs(t) {
		c := recorded(t, jdk, source, "TimeFormat")
		for name, o := range map[string]efficiency.Options{
			"default": efficiency.Default(), "paper": efficiency.AsPaper(),
		} {
			o.ValueTypes = append(o.ValueTypes, "Text")
			o.Below = func(m *efficiency.Method) bool { return m.Name == "outputTime" }
			r := analyzed(t, c, o)
			got := map[string]string{}
			for _, m := range r.Methods {
				n := &m.Numbers
				got[short(m)] = fmt.Sprint(n.Invocations, n.Cost, n.Writes, n.Escaping, n.NotEscaping, n.Captured,
					n.Output, n.Returned, n.Operand, n.Local, n.Value) + " " + cut(n.Value, n.Cost)
			}
			for method, numbers := range want {
				if got[method] != numbers {
					t.Errorf("%v %s: %s: %s, want %s", jdk, name, method, got[method], numbers)
				}
			}
			if len(got) != len(want) || r.Total.Captured != 196 || r.Total.Local != 229 || r.Total.Output != 33 {
				t.Errorf("%v %s: %d methods, total %+v", jdk, name, len(got), r.Total)
			}
			if c := r.Concentration(); c != (efficiency.Concentration{Node: 95, Method: 95, Ten: 196, Arraycopy: 132}) {
				t.Errorf("%v %s: concentration %+v", jdk, name, c)
			}
		}
	}
}

// cut is a part in percent, cut after three digits as in the tables of the paper.
func cut(part, of uint64) string {
	thousandths := part * 100_000 / of
	return fmt.Sprintf("%d.%03d %%", thousandths/1000, thousandths%1000)
}

// short is the name of a method as comments have it: with parameters where it is overloaded.
func short(m *efficiency.Method) string {
	name := m.Short()
	switch name {
	case "Builder.append", "Base.append", "Copies.of", "Builder.<init>":
		return name + strings.Replace(strings.TrimPrefix(m.Signature(), m.Class+"."+m.Name), "],int)", "])", 1)
	case "TimeFormat.outputTime", "TimeFormat.formatTime", "TimeFormat.zeroPad":
		return m.Name
	}
	return name
}
