package contextview_test

import (
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/contextview"
)

// suite has a framework with reflection above two tests, a thread of the JDK, and a library that calls the project.
const suite = `
thread main
  lib.test.Runner.main()V 1 10
    lib.test.Runner.run()V 1 10
      java.lang.reflect.Method.invoke()V 2 4
        ShopTest.buys()V 1 100
          lib.list.Each.each()V 1 7
            Shop.buy()V 5 500
        ShopTest.sells()V 1 200
    lib.test.Runner.report()V 1 20
thread cleaner
  java.lang.ref.Cleaner.run()V 1 3
    java.lang.ref.Cleaner.clean()V 1 2
thread worker
  java.lang.Thread.run()V 1 1
    Shop.buy()V 1 50
`

func TestFrameworks(t *testing.T) {
	tree := ccttest.Tree(t, suite)
	same(t, texts(contextview.Paths(tree, cct.Bytecodes, contextview.Limits{Rows: 100})),
		"907",
		"thread main 851 0 0",
		".3 levels of frameworks, lib.test.Runner.main() to java.lang.reflect.Method.invoke() 851 44 1",
		"..ShopTest.buys() 607 100 1",
		"...lib.list.Each.each() 507 7 1",
		"....Shop.buy() 500 500 5",
		"..ShopTest.sells() 200 200 1",
		"thread worker 51 0 0",
		".1 levels of frameworks, java.lang.Thread.run() to java.lang.Thread.run() 51 1 1",
		"..Shop.buy() 50 50 1",
		"thread cleaner 5 0 0",
		".java.lang.ref.Cleaner.run() 5 3 1",
		"..java.lang.ref.Cleaner.clean() 2 2 1")
	all := contextview.Limits{Rows: 100, Frameworks: true}
	same(t, texts(contextview.Paths(tree, cct.Bytecodes, all))[:6],
		"907",
		"thread main 851 0 0",
		".lib.test.Runner.main() 851 10 1",
		"..lib.test.Runner.run() 821 10 1",
		"...java.lang.reflect.Method.invoke() 811 4 2",
		"....ShopTest.buys() 607 100 1")

	// Every context has a row.
	rows := contextview.Paths(tree, cct.Bytecodes, contextview.Limits{Rows: 100})
	if l := rows.Left; l.Contexts != 0 || l.Amount != 0 {
		t.Errorf("left: %+v", l)
	}
	callers := contextview.Choose(tree, named("Shop.buy"))
	same(t, texts(callers.Callers(cct.Bytecodes, contextview.Limits{Rows: 100})),
		"550",
		"Shop.buy() 550 550 6",
		".lib.list.Each.each() 500 500 5",
		"..ShopTest.buys() 500 500 5",
		"...3 levels of frameworks, java.lang.reflect.Method.invoke() to lib.test.Runner.main() 500 500 5",
		"....thread main 500 500 5",
		".1 levels of frameworks, java.lang.Thread.run() to java.lang.Thread.run() 50 50 1",
		"..thread worker 50 50 1")

	// Callers of a framework's own method are what was asked for.
	invoke := contextview.Choose(tree, named("java.lang.reflect.Method.invoke"))
	same(t, texts(invoke.Callers(cct.Bytecodes, contextview.Limits{Rows: 100}))[:4],
		"811",
		"java.lang.reflect.Method.invoke() 811 4 2",
		".lib.test.Runner.run() 811 4 2",
		"..lib.test.Runner.main() 811 4 2")
}
