package csv_test

import (
	"strings"
	"testing"

	"jprof/report/contexts/ccttest"
	"jprof/report/export/csv"
)

// TestContexts checks the numbers that the comment of testdata/contexts/Sum.java has by method. Programs read these
// lines: they do not change.
func TestContexts(t *testing.T) {
	tree := ccttest.Tree(t, `
thread main
  Sum.main([Ljava/lang/String;)V 1 18
    Sum.sum(II)I 1 107
      Sum.f(I)I 10 40
    Sum.twice(I)I 1 8
      Sum.sum(II)I 2 74 Sum$A=3 int[]=2/7
        Sum.f(I)I 6 24
    Sum.fact(I)I 1 10
      Sum.fact(I)I 1 10
        Sum.fact(I)I 1 10
          Sum.fact(I)I 1 6
thread pool-N
  Sum.f(I)I 1 4
`)
	var b strings.Builder
	if err := csv.Contexts(&b, tree); err != nil {
		t.Fatal(err)
	}
	want := "method,contexts,calls,bytecodes,inclusive,objects,arrays,elements\n" +
		"Sum.f(I)I,3,17,68,68,0,0,0\n" +
		"Sum.fact(I)I,4,4,36,36,0,0,0\n" +
		"Sum.main([Ljava/lang/String;)V,1,1,18,307,0,0,0\n" +
		"Sum.sum(II)I,2,3,181,245,3,2,7\n" +
		"Sum.twice(I)I,1,1,8,106,0,0,0\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
