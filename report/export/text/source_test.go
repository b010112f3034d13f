package text_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"jprof/report"
	"jprof/report/export/text"
	"jprof/report/reporttest"
	"jprof/report/source"
)

// noPaint is for text without colours.
func noPaint(_ source.LineState, text string) string { return text }

// written returns the output of text.Source for a file of a model.
func written(t *testing.T, m *report.Model, path string, paint text.Paint, ranges ...text.Lines) string {
	t.Helper()
	found := m.Find(path)
	if len(found) != 1 {
		t.Fatalf("%s: found %d times", path, len(found))
	}
	src, err := source.Load(m, found[0].File)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := text.Source(&b, paint, found[0].File, src, ranges, text.Beside{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSource(t *testing.T) {
	m := reporttest.SampleModel(t)
	for _, tt := range []struct {
		path   string
		ranges []text.Lines
		want   string
	}{
		{"Fibonacci.java", []text.Lines{{12, 16}, {6, 9}, {8, 12}, {40, 50}},
			`app/src/main/java/org/example/Fibonacci.java
              count  line
          1,664,079     6       static int fib(int n) {
  1,664,079·832,040     7           if (n <= 1) return n;
            832,039     8           return fib(n - 1)
            832,039     9               + fib(n - 2);
                       10       }
                       11
                  1    12       public static void main(String[] args) {
                  1    13           int n = Integer.parseInt(args[0]);
                  1    14           for (int i = 1; i < n; i++) {
                 29    15               System.out.print(fib(i) + " ");
                       16           }
`},
		{"Shapes.java", []text.Lines{{11, 11}, {17, 17}, {28, 30}}, `app/src/main/java/org/example/Shapes.java
              count  line
              1,200    11           Shape(int size) {

  12,000·12,000·500    17           int area() { int a = size; if (a > 0) { a *= a; } return a; }

                  2    28       static void register() {
                  2    29 ?         use(x -> x.area());  ← unmeasured: the value of the lambda may be void or not
                       30       }
`},
		{"Broken.java", nil, `app/src/main/java/org/example/Broken.java
  count  line
            1 ? package org.example;  ← unmeasured: javac rejected the instrumented file: error: code too large
            2
            3 ? class Broken {
            4 ?     int x;
            5 ? }
`},
	} {
		if got := written(t, m, tt.path, noPaint, tt.ranges...); got != tt.want {
			t.Errorf("%s %v: got\n%s\nwant\n%s", tt.path, tt.ranges, got, tt.want)
		}
	}
}

// TestExpressionsHaveTheirCount checks the lines that start with a part of a statement, in a source whose text has
// other offsets than its bytes.
func TestExpressionsHaveTheirCount(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{7, 5, 0},
		Text: `‹t class A|class A { ‹m f() 0|void ¤f() ‹b body 0|{
    ‹r 0|·if (a
        ‹e 1|&& b›
        ‹e 2||| c›) ‹b then 1|{
        ‹r 1|·x(
            1);›
    }›
    ·do ‹b loop 1|{
        ‹r 1|·y();›
    }› while (‹e 1|c›);›
}›› }›
`})
	want := `A.java
  count  line
      7     1   class A { void f() {
      7     2       if (a
      5     3           && b
      0     4 ✗         || c) {
      5     5           x(
      5     6               1);
            7       }
      7     8       do {
      5     9           y();
      5    10       } while (c);
           11   } }
`
	if got := written(t, m, "A.java", noPaint); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSourceInLatin1(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "L.java", Encoding: "ISO-8859-1", Counters: []uint64{3, 0},
		Text: "‹t class L|/* äöü */ class L {\n‹m f() 0|void ¤f() ‹b body 0|{\n" +
			"/* ä */ ‹r 0|·if (‹c condition 1 0-1|ü == ß›) ‹b then 1|{\n‹r 1|·x();›\n}›› }›› }›"})
	want := `L.java
  count  line
      3     3 ◐ /* ä */ if (ü == ß) {  ← ü == ß: true 0, false 3
      0     4 ✗ x();
`
	if got := written(t, m, "L.java", noPaint, text.Lines{First: 3, Last: 4}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestManyCountsOnALine(t *testing.T) {
	var line strings.Builder
	var counters []uint64
	for i := range 12 {
		fmt.Fprintf(&line, "‹b then %d| { ‹r %d|·x();› }›", i+1, i+1)
		counters = append(counters, uint64(1000*i))
	}
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: append([]uint64{7}, counters...),
		Text: "‹t class A|class A { ‹m f() 0|void ¤f()\n‹b body 0|{" + line.String() + "\n\t\tÄ\t// tabs\n }›› }›\n"})
	want := "A.java\n" +
		"                    count  line\n" +
		"                        7     1   class A { void f()\n" +
		"      0·1,000·2,000·3,000     2 ✗ {" + strings.Repeat(" { x(); }", 12) + "\n" +
		"  4,000·5,000·6,000·7,000\n" +
		"       8,000·9,000·10,000\n" +
		"                   11,000\n" +
		"                              3           Ä   // tabs\n" +
		"                              4    } }\n"
	if got := written(t, m, "A.java", noPaint); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSourceCannotSteerTerminal(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "E\x1b[2J.java", Counters: []uint64{1, 0},
		Text: "‹t class E|class E { ‹m f() 0|‹b body 0|{ ‹r 0|·if (‹c condition 1 0-1|\"\x1b[31m\" == \x9b\u202e›) " +
			"x\x07();› }›› ‹u a\x1bb|\r\x1b]0;x›}›"})
	got := written(t, m, "E\x1b[2J.java", noPaint)
	if strings.ContainsAny(got, "\x1b\x07\r\u202e") || !utf8.ValidString(got) {
		t.Errorf("control characters in %q", got)
	}
	for _, want := range []string{"E␛[2J.java\n", "← \"␛[31m\" == ", ": true 0, false 1", "unmeasured: a␛b"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

func TestPaint(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 0},
		Text: "‹t class A|class A {\n ‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·if (‹c condition 1 0-1|a›) ‹b then 1|{\n" +
			"‹r 1|·x();›\n}›› }›› ‹u why|int y;›\n}›"})
	var painted []string
	written(t, m, "A.java", func(state source.LineState, s string) string {
		if strings.TrimSpace(s) != "" {
			painted = append(painted, fmt.Sprint(state, " ", s))
		}
		return s
	})
	want := []string{
		fmt.Sprint(source.LinePartlyTaken, " ◐"),
		fmt.Sprint(source.LinePartlyTaken, " ← a: true 0, false 1"),
		fmt.Sprint(source.LineNotExecuted, " x();"),
		fmt.Sprint(source.LineNotExecuted, " ✗"),
		fmt.Sprint(source.LineUnmeasured, " } } int y;"),
		fmt.Sprint(source.LineUnmeasured, " ?"),
		fmt.Sprint(source.LineUnmeasured, " ← unmeasured: why"),
	}
	if strings.Join(painted, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(painted, "\n"), strings.Join(want, "\n"))
	}
}
