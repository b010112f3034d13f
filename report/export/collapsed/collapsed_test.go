package collapsed_test

import (
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/export/collapsed"
)

func TestLines(t *testing.T) {
	tree := ccttest.Tree(t, `
thread main; it 1
  app.Main.main()V 1 18
    app.Main.sum(I)I 3 107 int[]=2/10
      app.Main.none()V 3 0
      app.Main.sum(I)I 1 5
`)
	tree.Threads[0] = "main; it 1" // the drawing has no blanks in names
	for by, want := range map[cct.Metric]string{
		cct.Bytecodes: "main,_it_1;app.Main.main 18\n" +
			"main,_it_1;app.Main.main;app.Main.sum 107\n" +
			"main,_it_1;app.Main.main;app.Main.sum;app.Main.sum 5\n",
		cct.Arrays: "main,_it_1;app.Main.main;app.Main.sum 2\n",
	} {
		var b strings.Builder
		if err := collapsed.Write(&b, tree, report.RunInfo{}, by); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%v:\n%s\nwant\n%s", by, b.String(), want)
		}
	}
}
