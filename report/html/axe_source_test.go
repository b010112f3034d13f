package html_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"

	"jprof/report/reporttest"
)

func TestSourcesAreAccessible(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	diff := b.diffPages(reporttest.Change(t))
	for _, width := range []int64{1300, 400} {
		b.do(chromedp.EmulateViewport(width, 900))
		what := strconv.FormatInt(width, 10) + " pixels"
		b.visit(page("class/A.html"))
		b.checkAccessible("class, " + what)
		b.visit(page("source/A.java.html"))
		b.press("oon")
		b.checkAccessible("source, " + what)
		b.press("c")
		b.checkAccessible("heat, " + what)
		b.press("c?")
		b.checkAccessible("keys, " + what)
		b.visit(diff("index.html"))
		b.checkAccessible("comparison, " + what)
		b.visit(diff("source/org.example.Loop.java.html"))
		b.press("n")
		b.checkAccessible("differences, " + what)
	}
	b.checkQuiet()
}
