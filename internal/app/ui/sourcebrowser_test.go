package ui

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"jprof/internal/jtest"
)

// listItems returns the texts that the browser draws of each item of a list, with those that CSS makes. The picture has
// the browser draw a frame, which it does not do by itself for a window that nobody sees: only then it lays out the
// lists that have come into sight. The tree of a browser that is asked again is made again, as its changes come late.
func (w window) listItems() [][]string {
	w.t.Helper()
	if _, err := chromedp.Run(w.ctx, chromedp.CaptureScreenshot()); err != nil {
		w.t.Fatal(err)
	}
	for _, restart := range []cdp.Command[cdp.Empty, cdp.Empty]{accessibility.Disable, accessibility.Enable} {
		if _, err := chromedp.Call(w.ctx, restart, cdp.Empty{}); err != nil {
			w.t.Fatal(err)
		}
	}
	tree, err := chromedp.Call(w.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		w.t.Fatal(err)
	}
	nodes := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range tree.Nodes {
		nodes[n.NodeID] = n
	}
	is := func(n *accessibility.Node, role string) bool {
		return n.Role != nil && string(n.Role.Value) == strconv.Quote(role)
	}
	var textsOf func(n *accessibility.Node) []string
	textsOf = func(n *accessibility.Node) []string {
		if is(n, "StaticText") && n.Name != nil {
			text, _ := strconv.Unquote(string(n.Name.Value))
			return []string{strings.TrimSpace(text)}
		}
		var texts []string
		for _, id := range n.ChildIDs {
			if child := nodes[id]; child != nil {
				texts = append(texts, textsOf(child)...)
			}
		}
		return texts
	}
	var items [][]string
	for _, n := range tree.Nodes {
		if is(n, "listitem") {
			items = append(items, textsOf(n))
		}
	}
	return items
}

// TestLineNumbers opens a source with more lines than a browser lays out together: all lines have their numbers.
func TestLineNumbers(t *testing.T) {
	const lines = 700
	f := fake(t, madeRuns(made()))
	var live list
	var text strings.Builder
	for n := range lines {
		line := fmt.Sprintf("text of line %d", n+1)
		live = append(live, doc{"n": n + 1, "text": line, "count": nil})
		text.WriteString(line + "\n")
	}
	f.set(p1+"/source?path=A.txt", doc{"path": "A.txt", "text": text.String(), "lines": lines})
	f.set(p1+"/live/source?run=r2&path=A.txt", doc{"path": "A.txt", "lines": live})
	f.emit(p1+"/live", "live", f.answers["update"])
	for _, view := range []string{"code", "live"} {
		for _, marked := range []int{1, 250, 251, 453, lines} {
			w := see(t, f, fmt.Sprintf("/p/p1/%s?path=A.txt&line=%d", view, marked))
			await(w, `document.querySelector(".code [aria-current]")?.textContent ?? ""`,
				fmt.Sprintf("text of line %d\n", marked))
			if !jtest.Await(func() bool { return checkNumbers(w, marked) }) {
				t.Errorf("%s does not show line %d", view, marked)
			}
		}
	}
}

// TestLineInSight follows a link to a line in a narrow window, where the text comes after the tree.
func TestLineInSight(t *testing.T) {
	f := fake(t, madeRuns(made()))
	f.set(p1+"/source?path=A.txt", doc{"path": "A.txt", "text": strings.Repeat("a line\n", 400), "lines": 400})
	w := see(t, f, "/p/p1/runs")
	w.do(chromedp.EmulateViewport(390, 500))
	eval[string](w, `location.hash = "#/p/p1/code?path=A.txt&line=300"`)
	const place = `(() => {
		const line = document.querySelector(".code [aria-current]")?.getBoundingClientRect();
		return !line ? "none" : line.top >= 0 && line.bottom <= innerHeight ? "in sight" : "at " + line.top;
	})()`
	await(w, place, "in sight")
}

// TestBackToOverview comes back from a source: the overview is scrolled to where it was.
func TestBackToOverview(t *testing.T) {
	f := fake(t, madeRuns(made()))
	f.set(p1+"/source?path=src%2Ftest%2Fjava%2Fdemo%2FMainTest.java", doc{"path": "", "text": "a\n", "lines": 1})
	w := see(t, f, "/p/p1")
	w.do(chromedp.EmulateViewport(390, 500))
	await(w, `document.querySelectorAll(".trends.small figure, .next td a").length`, 4)
	eval[bool](w, `(scrollTo(0, 700), true)`)
	await(w, `Math.round(scrollY)`, 700)
	eval[bool](w, `document.querySelector(".next td a").click() ?? true`)
	await(w, text("h1"), "Code")
	eval[bool](w, `history.back() ?? true`)
	await(w, text("h1"), "calc")
	await(w, `Math.round(scrollY)`, 700)
}

// checkNumbers checks the number before each line that the browser draws, and reports whether the marked one is among
// them.
func checkNumbers(w window, marked int) bool {
	w.t.Helper()
	found := false
	for _, texts := range w.listItems() {
		number, line, isLine := strings.Cut(strings.Join(texts, "|"), "|text of line ")
		if !isLine {
			continue
		}
		if number != line {
			w.t.Fatalf("line %s has the number %s", line, number)
		}
		found = found || line == strconv.Itoa(marked)
	}
	return found
}
