package main

import (
	"fmt"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/jtest/javagen"
	"jprof/internal/jtest/oracle"
)

// TestPrograms tries a few programs of fixed seeds, as make fuzz does with thousands.
func TestPrograms(t *testing.T) {
	for _, test := range []struct {
		level, threads, count int
	}{
		{level: 8, threads: 1, count: 20},
		{level: 17, threads: 1, count: 20},
		{level: 25, threads: 1, count: 20},
		{level: 17, threads: 8, count: 20},
	} {
		t.Run(fmt.Sprintf("release%d/threads%d", test.level, test.threads), func(t *testing.T) {
			f := testFuzzer(t, test.level, test.threads)
			var total sums
			bad, err := f.batch(int64(100*test.level), test.count, &total)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range bad {
				t.Errorf("seed %d: %s\n%s", b.seed, b.wrong(), numbered(b.program.Text(nil)))
			}
			if total.invalid > 0 || total.lines < 20*test.count || total.operands < test.count {
				t.Errorf("%v", total)
			}
		})
	}
}

func testFuzzer(t *testing.T, level, threads int) *fuzzer {
	t.Helper()
	jtest.NeedsTool(t, "mvn")
	jdk := jtest.Newest(t)
	if jdk.Version < level {
		t.Skipf("the newest JDK is %v", jdk)
	}
	agent, err := oracle.Build("../../..")
	if err != nil {
		t.Skipf("the oracle cannot be built: %v", err)
	}
	f, err := newFuzzer(jdk, agent, t.TempDir(),
		javagen.Options{Level: level, Super: level >= 25, Threads: threads > 1}, threads)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestInvalidProgramsAreNoFaults(t *testing.T) {
	f := testFuzzer(t, 8, 1)
	outcomes, err := f.try(map[string]string{
		"P1": "package fz;\npublic class P1 {\n  static int run() {\n    Fz.t(1);\n    return 1;\n  }\n}\n",
		"P2": "package fz;\nclass P2 {\n  int x = y;\n}\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	if o := outcomes["P1"]; o.wrong() != "" || o.compared != 2 {
		t.Errorf("a program without faults: %+v", o)
	}
	if o := outcomes["P2"]; o.invalid == "" || o.wrong() != "" {
		t.Errorf("a program that is not valid: %+v", o)
	}
}

func TestKinds(t *testing.T) {
	same := [3]string{"P ends 1", "P ends 1", "P ends 1"}
	for want, o := range map[string]outcome{
		"":          {results: same},
		"rejected":  {rejected: "P.java:1: error: x"},
		"oracle":    {results: [3]string{"1", "2", "1"}},
		"behaviour": {results: [3]string{"1", "1", "2"}},
		"lines":     {results: same, lines: []oracle.Line{{File: "P.java", Line: 1}}},
		"branches":  {results: same, branches: []string{"x"}},
	} {
		if o.kind() != want || (o.wrong() == "") != (want == "") {
			t.Errorf("%q has the kind %q: %s", want, o.kind(), o.wrong())
		}
	}
}

// A program is made smaller while its fault stays: here, that javac expects an x.
func TestMinimise(t *testing.T) {
	f := testFuzzer(t, 8, 1)
	f.compileOnly = true
	line := func(id int, text string) *javagen.Stmt {
		return &javagen.Stmt{ID: id, Parts: []javagen.Part{{Head: text}}}
	}
	block := func(id int, head string, body ...*javagen.Stmt) *javagen.Stmt {
		return &javagen.Stmt{ID: id, Parts: []javagen.Part{{Head: head, Body: body}, {Head: "}"}}}
	}
	p := &javagen.Program{Name: "P1", N: 7, Root: []*javagen.Stmt{block(0, "class P1 {",
		block(1, "void f() {", line(2, "Fz.t(1);"), block(3, "if (Fz.b()) {", line(4, "Fz.t(2);"), line(5, "x++;"))),
		line(6, "int y;"))}}
	text, o, err := f.minimise(p, func(o *outcome) bool { return strings.Contains(o.invalid, "variable x") })
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = strings.Cut(text, "class")
	if want := " P1 {\n  void f() {\n    x++;\n  }\n}\n"; text != want || !strings.Contains(o.invalid, "variable x") {
		t.Errorf("got %q, %s", text, o.invalid)
	}
}

// The counts of a program for its own operands are compared with jprof's branches.
func TestBranchesAreCompared(t *testing.T) {
	f := testFuzzer(t, 8, 1)
	outcomes, err := f.try(map[string]string{"P1": `package fz;
public class P1 {
  static int run() {
    for (int y = 0; y < 6; y++) {
      try {
        loop(y);
      } catch (Fz.Odd e) {
        Fz.t(3);
      }
    }
    return 1;
  }
  static void loop(int y) {
    while ((y < 3 && Fz.op(1, Fz.i(4) > y) || Fz.op(2, y == 0)) && Fz.go()) {
      Fz.may(1);
    }
  }
}
`})
	if err != nil {
		t.Fatal(err)
	}
	if o := outcomes["P1"]; o.wrong() != "" || o.operands != 2 {
		t.Errorf("%+v", o)
	}
}
