package lcov_test

import (
	"errors"
	"strings"
	"testing"

	"jprof/report/export/lcov"
	"jprof/report/reporttest"
)

func write(t *testing.T, files ...reporttest.File) string {
	t.Helper()
	m := reporttest.Model(t, files...)
	var b strings.Builder
	if err := lcov.Write(&b, m, nil); err != nil {
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
    ‹r 0|·x = a
        ‹e 1|&& b›
        ‹e 2||| c›;›
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
FN:11,A::A()
FN:13,A::static {...}
FN:13,A::static {...}#2
FN:14,A::g()
FNDA:275,A::f(int n;Map<K;V> m)
FNDA:0,A::A()
FNDA:142,A::static {...}
FNDA:0,A::static {...}#2
FNDA:275,A::g()
FNF:5
FNH:3
DA:4,275
DA:5,133
DA:7,275
DA:8,142
DA:9,0
DA:11,0
DA:12,0
LF:7
LH:4
end_of_record
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBranches(t *testing.T) {
	got := write(t, reporttest.File{Path: "A.java", Counters: []uint64{5, 3, 0}, Text: `‹t class A|class A {
  ‹m f() 0|void ¤f() ‹b body 0|{
    ‹r 0|·if (‹c condition 1 0-1|a› && ‹c condition - 1|b›
        || ‹c condition - -|c›) x();
    ·switch (‹c default 2|s›) { ‹c case 0|case 1:› ‹c case 2|case 2:› }
    ·try ‹b try 0|{ }› catch (‹c catch 1|E e›) { }›
  }››
  ‹m g() 2|void ¤g() ‹b body 2|{ ‹r 2|·for (T t : ‹c loop 2 2|ts›) try { } catch (‹c catch 2|E e›) { }› }››
  ‹u syntax|‹m h() 0|void ¤h() ‹b body 0|{ ‹r 0|·if (‹c condition 1 0-1|a›) x();› }›››
  ‹m i() 0|void ¤i() ‹b body 0|{ ‹r 0|·x();› ‹off|// jprof:off›
    ‹r 0|·if (‹c condition 1 0-1|a›) x();›
  }››
}›`})
	_, got, _ = strings.Cut(got, "FNH:")
	want := `2
BRDA:3,0,0,3
BRDA:3,0,1,2
BRDA:3,1,0,0
BRDA:3,1,1,3
BRDA:4,0,0,-
BRDA:4,0,1,-
BRDA:5,0,0,0
BRDA:5,1,0,5
BRDA:5,2,0,0
BRDA:6,0,0,3
BRDA:8,0,0,-
BRDA:8,0,1,-
BRDA:8,1,0,-
BRF:13
BRH:5
DA:3,5
DA:5,5
DA:6,5
DA:8,0
DA:10,5
LF:5
LH:4
end_of_record
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFilesWithoutStatementsAreOmitted(t *testing.T) {
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

func TestWriteError(t *testing.T) {
	m := reporttest.SampleModel(t)
	if err := lcov.Write(reporttest.Full{}, m, nil); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("error %v", err)
	}
}
