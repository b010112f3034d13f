package html_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"jprof/report/reporttest"
)

func TestDiffInBrowser(t *testing.T) {
	b := open(t)
	page := b.diffPages(reporttest.Change(t))
	b.do(chromedp.Navigate(page("index.html")))
	b.check("classes",
		`Array.from(document.querySelector("table").querySelectorAll("tbody th a"), (a) => a.textContent).join(" ")`,
		"Loop Fresh Gone Latin New")
	b.do(chromedp.Click(chromedp.CSS(`table thead th:nth-child(4) button`)))
	b.check("by counts before",
		`Array.from(document.querySelector("table").querySelectorAll("tbody th a"), (a) => a.textContent).join(" ")`,
		"Loop New Gone Latin Fresh")

	b.do(chromedp.Navigate(page("source/org.example.Loop.java.html#L11")))
	b.check("target", `document.querySelector(":target").dataset.n`, "11")
	visible := func(id string) string {
		return fmt.Sprintf(`String(document.getElementById(%q).checkVisibility({ contentVisibilityAuto: true }))`, id)
	}
	b.check("a folded line", visible("L20"), "false")
	b.check("a line that differs", visible("O8"), "true")
	b.check("columns", `new Set(Array.from(document.querySelectorAll(".beside table"), (t) => `+
		`t.tBodies[0].rows[0].cells[1].getBoundingClientRect().x)).size + " place"`, "1 place")
	b.do(chromedp.Click(chromedp.CSS("summary")))
	b.check("a line that was folded", visible("L20"), "true")
	b.check("columns", `new Set(Array.from(document.querySelectorAll(".beside table"), (t) => `+
		`t.tBodies[0].rows[0].cells[1].getBoundingClientRect().x)).size + " place"`, "1 place")

	// The region and block of each side, with its own counts.
	for _, tt := range []struct{ hover, text string }{
		{"#O8 > b", "region executed 30 times\nloop block entered 30 times"},
		{"#L8 > b", "region executed 3,000 times\nloop block entered 3,000 times"},
	} {
		b.hover(tt.hover)
		b.check(tt.hover, `document.getElementById("tip").innerText`, tt.text)
		b.check(tt.hover, `Array.from(document.querySelectorAll(".in-region"), (e) => e.textContent).join("|")`,
			"s += i;")
	}
	// From one difference to the next, and behind the last to the first.
	for _, step := range []struct{ key, says, at string }{
		{"n", "1 of 5, line 7", "#L7"}, {"n", "2 of 5, line 10", "#L10"}, {"p", "1 of 5, line 7", "#L7"},
		{"p", "5 of 5, line 35", "#O35"}, {"n", "1 of 5, line 7", "#L7"},
	} {
		b.press(step.key)
		b.check(step.key, `document.querySelector(".code-tools output").textContent + " " + location.hash + " " + `+
			`(document.activeElement.querySelector(location.hash) !== null)`, step.says+" "+step.at+" true")
	}
	for _, width := range []int64{1300, 900} {
		b.do(chromedp.EmulateViewport(width, 900))
		if !eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`) {
			t.Errorf("the page is too wide for %d", width)
		}
	}
	b.checkQuiet()
}

// TestTablesOfDiffHaveHeads checks that each cell of each table has a column head for screen readers, though only the
// first heads are visible.
func TestTablesOfDiffHaveHeads(t *testing.T) {
	b := open(t)
	page := b.diffPages(reporttest.Change(t))
	b.visit(page("source/org.example.Loop.java.html"))
	b.do(chromedp.Click(chromedp.CSS("summary")))
	if _, err := chromedp.Call(b.ctx, accessibility.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	tree, err := chromedp.Call(b.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		t.Fatal(err)
	}
	text := func(v *accessibility.Value) string {
		if v == nil {
			return ""
		}
		return strings.Trim(string(v.Value), `"`)
	}
	nodes := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range tree.Nodes {
		nodes[n.NodeID] = n
	}
	heads := map[accessibility.NodeID][]string{} // of the tables with sources
	for _, n := range tree.Nodes {
		if strings.HasPrefix(text(n.Name), "source code before") {
			heads[n.NodeID] = nil
		}
		if text(n.Role) != "columnheader" {
			continue
		}
		for p := nodes[n.ParentID]; p != nil; p = nodes[p.ParentID] {
			if text(p.Role) == "table" {
				heads[p.NodeID] = append(heads[p.NodeID], text(n.Name))
				break
			}
		}
	}
	sources := 0
	for id, got := range heads {
		if strings.HasPrefix(text(nodes[id].Name), "source code before") {
			sources++
			if strings.Join(got, " ") != "Before After" {
				t.Errorf("a table has the heads %q", got)
			}
		}
	}
	if sources != 3 {
		t.Errorf("%d tables with sources, want 3: what is folded, before and after it", sources)
	}
	b.check("room for the heads", `String(Array.from(document.querySelectorAll(".unseen"), (e) => `+
		`e.getBoundingClientRect().height).reduce((a, b) => a + b))`, "0")
	b.checkQuiet()
}
