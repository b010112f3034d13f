package html_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jprof/report/reporttest"
)

// search types words into the search box, and waits for what is found.
func (b *browser) search(words string) {
	b.t.Helper()
	b.slash()
	b.wait(`"jprofIndex" in window`)
	b.choose("#search", words)
	b.wait(`document.querySelector(".found p").textContent !== "Loading …"`)
}

// TestSearchFindsNestedClassesAndPackages searches for packages, and for classes by their names in the source and by
// those that javac gives them.
func TestSearchFindsNestedClassesAndPackages(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.Model(t,
		reporttest.File{Module: "g:one", Package: "org.deep.down", Path: "Outer.java",
			Counters: []uint64{5, 40, 300, 2000, 7}, Text: `‹t class Outer|class Outer {
  ‹m f() 0|void ¤f() ‹b body 0|{
    ‹r 0|·g(new Object() ‹t anonymous Outer$1|{
      ‹m toString() 1|String ¤toString() ‹b body 1|{ }››
    }›);›
    ‹t class Outer$1Local|class Local {
      ‹m l() 2|void ¤l() ‹b body 2|{ }››
    }›
  }››
  ‹t class Outer$Inner|class Inner {
    ‹t class Outer$Inner$Deep|class Deep {
      ‹m d() 3|void ¤d() ‹b body 3|{ }››
    }›
    ‹m i() 0|void ¤i() ‹b body 0|{ }››
  }›
  ‹u why|‹t class Outer$Lost|class Lost {
    ‹m x() 4|void ¤x() ‹b body 4|{ }››
  }››
  ‹t interface Outer$Empty|interface Empty { }›
}›`},
		reporttest.File{Module: "g:two", Set: "test", Package: "org.deep.down", Path: "OuterTest.java",
			Text: `‹t class OuterTest|class OuterTest { }›`},
		reporttest.File{Module: "g:two", Path: "Bare.java", Text: `‹t class Bare|class Bare { }›`}))
	b.visit(page("index.html"))
	for _, tt := range []struct{ words, want string }{
		{"Outer$1 ", "class Outer.new Object org.deep.down 40 ×|class Outer.Local org.deep.down 300 ×|method l() " +
			"org.deep.down.Outer.Local 300 ×|method toString() org.deep.down.Outer.new Object 40 ×"},
		{"1local", "class Outer.Local org.deep.down 300 ×|method l() org.deep.down.Outer.Local 300 ×"},
		{"inner.deep",
			"class Outer.Inner.Deep org.deep.down 2,000 ×|method d() org.deep.down.Outer.Inner.Deep 2,000 ×"},
		{"inner i(", "method i() org.deep.down.Outer.Inner 5 ×"},
		{"lost", "class Outer.Lost org.deep.down ?|method x() org.deep.down.Outer.Lost ?"},
		{"empty", "class Outer.Empty org.deep.down 0 ×"},
		{"unnamed", "package (unnamed package) two"},
		{"OTe", "class OuterTest org.deep.down 0 ×|file OuterTest.java OuterTest.java"},
		{"TeOu", ""},
		{"tS", "method toString() org.deep.down.Outer.new Object 40 ×"},
	} {
		b.search(tt.words)
		b.check(tt.words, strings.Replace(found, `"\n"`, `"|"`, 1), tt.want)
	}
	first := func(words, kind, want string) {
		t.Helper()
		b.search(words)
		b.check(words, strings.Replace(found, `"#found li"`, `"#found li:first-child"`, 1), kind+" "+want)
		b.do(chromedp.KeyEvent(kb.Enter))
	}
	first("inner", "class", "Outer.Inner org.deep.down 2,005 ×")
	b.wait(`location.href.endsWith("/source/org.deep.down.Outer.java.html#L10") && document.readyState === "complete"`)
	first("down", "package", "org.deep.down one")
	b.wait(`location.href.endsWith("/package/one.org.deep.down.html") && document.readyState === "complete"`)
	b.search("org.deep.down tests")
	b.check("no word of the module is looked for", found, "")
	b.search("org.deep.down")
	b.check("packages of tests are told apart",
		`Array.from(document.querySelectorAll("#found li"), (e) => e.querySelector(".kind").textContent === `+
			`"package" ? e.querySelector(".in").textContent : "").filter(Boolean).join("|")`, "one|two tests")
	b.checkQuiet()
}
