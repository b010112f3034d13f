package html_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/html/contexts"
)

// TestStepsOfContexts checks that the tree of each test step is loaded when it is chosen.
func TestStepsOfContexts(t *testing.T) {
	b := open(t)
	c := contextsOf(sampleContexts(t))
	c.Steps = append(c.Steps, contexts.Step{Name: "app test", Tree: ccttest.Tree(t, `
thread only
  A.f()V 3 30
`)}, contexts.Step{Name: "app verify", Tree: sampleContexts(t)})
	page := b.contextPages(c)
	b.contexts(page("contexts.html#thread=2"))
	b.check("loaded", `jprofTrees.length + ""`, "1")
	b.choose("#view", "1")
	b.wait(`flame.state().tree === jprofTrees[1]`)
	b.check("a step", drawn, "0 all threads 1000\n1 only 1000\n2 A.f 1000")
	b.check("its threads", `Array.from(document.getElementById("thread").options, (o) => o.text).join()`, "all,only")
	b.check("address", hash, "#view=1")
	b.check("rows", `document.querySelector("#context-tree tbody").innerText.includes("A.f()") + ""`, "true")
	b.contexts(page("contexts.html#view=2&metric=calls"))
	b.check("by address", `flame.state().tree === jprofTrees[2] && flame.state().top.value(0) + ""`, "160")
	b.checkQuiet()
}

// TestCallsOnlyInBrowser checks that details have no allocations where they were not recorded.
func TestCallsOnlyInBrowser(t *testing.T) {
	b := open(t)
	tree := ccttest.Tree(t, `
thread main
  A.f()V 1 0
    A.g()V 3 0
`)
	tree.About.Blocks = "calls"
	b.contexts(b.contextPages(contextsOf(tree))("contexts.html"))
	b.check("cells", drawn, "0 all threads 1000\n1 main 1000\n2 A.f 1000\n3 A.g 750")
	b.check("details", `document.getElementById("details").innerText.replace(/\s+/g, " ")`,
		"all threads Metric Inclusive Share Exclusive calls 4 100.0 % 0")
	b.checkQuiet()
}

// TestCallersAtOnce checks that callers are shown where a page is opened with them, and its contexts come in several
// chunks.
func TestCallersAtOnce(t *testing.T) {
	b := open(t)
	tree := ccttest.Large(40000, 3)
	tree.Effects = [cct.NumEffects][]uint64{make([]uint64, tree.Len()), make([]uint64, tree.Len())}
	for i := range tree.Len() {
		tree.Effects[cct.Writes][i], tree.Effects[cct.Captured][i] = 3, 1
	}
	page := b.contextPages(contextsOf(tree))("contexts.html")
	b.contexts(page + "#fold=nothing")
	b.check("several chunks", `flame.state().tree.complete + ""`, "false")
	method := eval[string](b, `(() => { const t = flame.state().tree; `+
		`return t.title(t.method[t.child[t.child[0]]]); })()`)
	for _, address := range []string{"#way=up&method=" + method, "#way=up&metric=discarded+writes",
		"#method=" + method} {
		b.do(chromedp.Navigate("about:blank")) // else the page stays
		b.contexts(page + address)
		b.wait(`flame.state().tree.complete && !document.querySelector("[aria-busy]")`)
		b.check(address, `decodeURIComponent(location.hash)`, address)
		b.check("shown", `Boolean(flame.state().top.up) + ""`, strconv.FormatBool(strings.Contains(address, "way=up")))
		b.checkQuiet()
	}
}

// TestDetailsOfCallers checks that they say whose numbers they are, and how often the method itself was called.
func TestDetailsOfCallers(t *testing.T) {
	const command = "Its lines: jprof contexts --run 20260103-000000 --lines 'org.example.Parser.parse(String)'"
	b := open(t)
	tree := sampleContexts(t)
	tree.About.Excluded = append(tree.About.Excluded, cct.Exclusion{
		What: "sun." + strings.Repeat("long", 30), Reason: "x"})
	page := b.contextPages(contextsOf(tree))("contexts.html")
	const text = `document.getElementById("details").innerText.replace(/\s+/g, " ")`
	b.contexts(page + "#way=up&method=org.example.Parser.parse(String)")
	b.check("the method", text, "org.example.Parser.parse(String) project "+
		"2 contexts: 11 calls, and 4 calls by itself, which are in the inclusive numbers "+
		"Numbers of org.example.Parser.parse(String). Inclusive: with all that it calls, and their calls. "+
		"Exclusive: of its own code. Metric Inclusive Share Exclusive calls ≥144 90.0 % 11 bytecodes ≥8,190 86.9 % "+
		"2,500 objects ≥10 83.3 % 10 arrays ≥105 100.0 % 0 elements ≥1,680 100.0 % 0 "+
		"Allocates, with all that it calls Objects or arrays Elements Bytes Itself "+
		"byte[] ≥100 ≥1,600 ≥3,200 0 java.lang.StringBuilder ≥10 ? 10 java.lang.Object[] ≥5 ≥80 ≥400 0 "+
		"Callers of this method Callees of this method Both "+command)
	for _, width := range []int64{400, 1300} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.checkAccessible("details of callers")
		b.check(fmt.Sprint("too wide at ", width),
			`document.documentElement.scrollWidth - document.documentElement.clientWidth + ""`, "0")
	}
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	b.press(kb.ArrowDown)
	b.check("a caller", text+`.split(" Inclusive: ")[0]`, "org.example.Main.main(String[]) project "+
		"1 context: 10 calls, and 4 calls by itself, which are in the inclusive numbers "+
		"Numbers of org.example.Parser.parse(String) when it was called from here, directly or not.")
	b.contexts(page + "#way=up")
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	b.press(kb.ArrowDown + kb.ArrowDown)
	b.check("exclusive", text, "org.example.Parser.parse(String) project 1 context "+
		"Exclusive numbers of lib.text.Text.trim() when it was called from here, directly or not: "+
		"of its own code, without what it calls. Metric Exclusive Share calls 100 62.5 % bytecodes 5,000 53.0 % "+
		"objects 0 0.0 % arrays 100 95.2 % elements 1,600 95.2 % "+
		"Its own code allocates Objects or arrays Elements Bytes byte[] 100 1,600 3,200 "+
		"Callers of this method Callees of this method Both "+command)
	b.checkQuiet()
}

// TestHostileContextsInBrowser checks that names of a program are text, wherever they are shown.
func TestHostileContextsInBrowser(t *testing.T) {
	b := open(t)
	builder := ccttest.NewBuilder()
	const evil = "</script><img src=x onerror=alert(1)>\n\t\"'\\\u2028\u202e"
	builder.Thread(evil)
	m := builder.Method(cct.Method{Class: "p." + evil, Name: evil, Descriptor: "(L" + evil + ";)V"})
	builder.Node(1, m, 3, 5, []cct.Allocation{{Type: evil + "[]", Arrays: 1, Elements: 9}})
	tree := builder.Tree()
	b.contexts(b.contextPages(contextsOf(tree))("contexts.html"))
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	b.press(kb.ArrowDown + kb.ArrowDown)
	b.check("allocations", `document.querySelectorAll("#details div tbody tr").length + " " + `+
		`document.querySelectorAll("#details div tbody td")[1].textContent`, "1 9")
	b.hover("#cell-2")
	for _, of := range []string{"#details h3", ".tip", "#cell-2", "#context-tree", "#thread", "#methods ~ .scroll"} {
		if !eval[bool](b, `document.querySelector("`+of+`").textContent.includes("</script><img src=x")`) {
			t.Errorf("%s: the name is not shown as it is", of)
		}
	}
	b.do(chromedp.Evaluate[chromedp.Void](
		`document.querySelector("#methods ~ .scroll tbody a").click()`))
	b.wait(`Boolean(flame.state().top.up) && flame.state().cells.length === 2`)
	if !eval[bool](b, `document.getElementById("flame").getBoundingClientRect().top < innerHeight`) {
		t.Error("a link of the table of methods does not lead to the flame graph")
	}
	if n := eval[int](b, `document.images.length`); n != 0 {
		t.Errorf("%d images", n)
	}
	b.checkQuiet()
}

// TestMethodsOfOneName checks that a bridge is distinguished from the method that it calls, which has the same name and
// parameters, and that a method of two class files is counted once.
func TestMethodsOfOneName(t *testing.T) {
	b := open(t)
	builder := ccttest.NewBuilder()
	builder.Thread("main")
	bridge := builder.Method(cct.Method{Class: "A", Name: "copy", Descriptor: "()Ljava/lang/Object;", Bridge: true})
	target := builder.Method(cct.Method{Class: "A", Name: "copy", Descriptor: "()LA;"})
	other := builder.Method(cct.Method{Class: "A", Name: "copy", Descriptor: "()LA;", Code: 2})
	one := builder.Method(cct.Method{Class: "B", Name: "one", Descriptor: "()V"})
	two := builder.Method(cct.Method{Class: "B", Name: "two", Descriptor: "()V"})
	builder.Node(1, one, 1, 10, nil)
	builder.Node(2, bridge, 1, 3, nil)
	builder.Node(3, target, 1, 20, nil)
	builder.Node(1, two, 1, 10, nil)
	builder.Node(2, other, 5, 100, nil)
	tree := builder.Tree()
	page := b.contextPages(contextsOf(tree))
	b.contexts(page("contexts.html#way=up&method=A.copy()"))
	b.check("callers", drawn, "0 A.copy 1000\n1 A.copy (bridge) 167\n2 B.one 167\n3 main 167\n1 B.two 833\n2 main 833")
	b.contexts(page("contexts.html#words=copy"))
	b.check("methods", shares, "86.0 % of the bytecodes in or below 2 methods; 3 cells")
	b.check("all methods", `document.querySelector(".tile small").textContent`, "of 4 methods in 1 thread name")
	b.checkQuiet()
}
