package html_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jprof/internal/jtest/chromium"
	"jprof/report"
	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
	"jprof/report/unused"
)

// unusedIn returns the data of a report with the unused code of a model, as two services of which one was not seen on
// all days did not execute it.
func unusedIn(m *report.Model) jhtml.Data {
	observed := unused.Observed{Services: true, Applications: []string{"shop"}, Environments: []string{"prod"},
		Versions: []string{"1.0", "1.1"}, Hosts: []string{"a.example.org", "b.example.org"}, JVMs: 4,
		Since: time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC), Now: time.Date(2026, 11, 4, 9, 0, 0, 0, time.UTC),
		Days: []string{"2026-11-01", "2026-11-03", "2026-11-04"}, NeverSeen: []string{"the application desk"}}
	return jhtml.Data{Model: m, Unused: unused.Find(unused.Input{Model: m, Observed: observed,
		Tests: &unused.Tests{Model: m}})}
}

// TestUnusedPage has the page of unused code: first what was not observed, then tables with links; a report without
// such data has neither the page nor a link to it.
func TestUnusedPage(t *testing.T) {
	m := reporttest.SampleModel(t)
	f := parsed(t, func(out layout.Output) error { return jhtml.Write(unusedIn(m), out) })
	page := f.page("unused.html")
	checkTexts(t, "notes", texts(withClass(page, "note")), []string{
		"Nobody looked: there is no data of the application desk.",
		"Nobody looked on 2026-11-02: there is no data of this day."})
	checkTexts(t, "observed", texts(elements(withClass(page, "run")[0], "span")), []string{"Application: shop",
		"Environment: prod", "Versions: 1.0 and 1.1", "Hosts: a.example.org and b.example.org",
		"Days: 3, from 2026-11-01 to 2026-11-04", "JVMs: 4"})
	checkTexts(t, "headings", texts(elements(page, "h2")), []string{"Whole files 1",
		"Methods in other classes 2", "Outcomes of branches that never happened, in executed methods 1"})
	var links []string
	for _, a := range elements(elements(page, "table")[0], "a") {
		links = append(links, attr(a, "href")+" "+attr(a, "title"))
	}
	checkTexts(t, "links", links, []string{
		"source/org.example.Never.java.html#L1 app/src/main/java/org/example/Never.java:1"})
	without := &memory{}
	if err := jhtml.Write(jhtml.Data{Model: m}, without); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(without.Bytes("index.html")), "unused.html") {
		t.Error("a link to a page that is not there")
	}
}

// TestUnusedPageInBrowser checks that the page fits into the width of a phone, is accessible in both themes, has no
// error, and filters and sorts.
func TestUnusedPageInBrowser(t *testing.T) {
	b := open(t)
	for name, m := range map[string]*report.Model{"sample": reporttest.SampleModel(t), "wide": wideModelOf(t, 0)} {
		page := b.folder(func(out layout.Output) error { return jhtml.Write(unusedIn(m), out) })
		for _, width := range []int64{390, 1024} {
			b.do(chromedp.EmulateViewport(width, 844))
			b.visit(page("unused.html"))
			for _, scheme := range chromium.Schemes {
				b.prefer(scheme)
				b.check(fmt.Sprintf("%s at %d, %s", name, width, scheme), cutOff, "")
			}
			b.checkAccessible(fmt.Sprintf("unused.html of %s at %d", name, width))
		}
	}
	b.checkQuiet()
}
