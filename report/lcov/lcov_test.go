package lcov_test

import (
	"errors"
	"strings"
	"testing"

	"jprof/report/lcov"
	"jprof/report/reporttest"
)

func write(t *testing.T, files ...reporttest.File) string {
	t.Helper()
	m := reporttest.Model(t, files...)
	var b strings.Builder
	if err := lcov.Write(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRecord(t *testing.T) {
	got := write(t, reporttest.File{Package: "p", Path: "src/p/A.java", Counters: []uint64{275, 142, 0}, Text: `
‹t class A|class A {
  ‹m f(int n, Map<K, V> m) 0|‹u not: a header|@X› int ¤f(int n, Map<K, V> m) ‹b body 0|{
    ‹r 0|·if (n <= 1) ‹b then 1|‹r 1|·return n;›››
    ‹r 0-1|·return fib(n - 1)
        + fib(n - 2); // one statement on two lines›
  }››
  ‹m <init>() 2|¤A() ‹b body 2|{ ‹r 2|·x = 1; ·y = 2;
    ·z = 3;› }››
  ‹m <clinit>() 1|static ¤‹b body 1|{}›› ‹m <clinit>() 2|static ¤‹b body 2|{}››
  ‹m g() 0|void ¤g() ‹b body 0|{ ‹u cannot be counted|‹b lambda 0|‹r 0|·h();›
   ‹r 0|·i();››› }››
  ‹u syntax error|‹m bad() 0|void ¤bad() ‹b body 0|{ ‹r 0|·x();› }›››
}›`})
	want := `TN:20260102_030405
SF:src/p/A.java
FN:3,A::f(int n;Map<K;V> m)
FN:8,A::A()
FN:10,A::static {...}
FN:10,A::static {...}#2
FN:11,A::g()
FNDA:275,A::f(int n;Map<K;V> m)
FNDA:0,A::A()
FNDA:142,A::static {...}
FNDA:0,A::static {...}#2
FNDA:275,A::g()
FNF:5
FNH:3
DA:4,275
DA:5,133
DA:8,0
DA:9,0
LF:4
LH:2
end_of_record
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFilesWithoutStatementsAreLeftOut(t *testing.T) {
	got := write(t,
		reporttest.File{Path: "I.java", Text: "‹t interface I|interface I {}›"},
		reporttest.File{Path: "Bad.java", Text: "‹u no|class Bad {}›"})
	if got != "" {
		t.Errorf("got %q", got)
	}
}

func TestPathCannotForgeRecords(t *testing.T) {
	got := write(t, reporttest.File{Path: "A\nDA:1,99\n.java", Counters: []uint64{1},
		Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·g();› }›› }›"})
	if n := strings.Count(got, "\nDA:"); n != 1 {
		t.Errorf("%d lines with counts in\n%s", n, got)
	}
}

type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteError(t *testing.T) {
	m := reporttest.SampleModel(t)
	if err := lcov.Write(full{}, m); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}
