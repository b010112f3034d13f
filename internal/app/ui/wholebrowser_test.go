package ui

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// cut lists the texts of some elements that a line break cuts. Names have places where they may be broken, between
// their words: there a text ends.
const cut = `(() => {
	const found = [];
	for (const e of document.querySelectorAll(
		".next :is(th a, th .pkg, code), .hot tbody :is(th, code), .missed a, .now-facts code, " +
			".tile b, td.num, .run > span")) {
		const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
		for (let text; (text = texts.nextNode()); ) {
			const range = document.createRange();
			for (const word of text.data.matchAll(/\S+/g)) {
				range.setStart(text, word.index);
				range.setEnd(text, word.index + word[0].length);
				if (new Set(Array.from(range.getClientRects(), (r) => r.top)).size > 1) found.push(word[0]);
			}
		}
	}
	return found.join(" ");
})()`

// TestNamesAndNumbersStayWhole breaks long names between words only, and no number, on narrow screens.
func TestNamesAndNumbersStayWhole(t *testing.T) {
	const method = "HtmlTreeBuilderState.InColumnGroup::unterminatedDoctypeSubset(Token, HtmlTreeBuilder)"
	const file = "src/main/java/org/example/parser/HtmlTreeBuilderState.java"
	f := fake(t, madeRuns(made()))
	ranked := f.answers[p1+"/runs/20261123-150000-aaaaaa/next"].(doc)["places"].(list)[0].(doc)
	ranked["title"], ranked["path"], ranked["line"] = method, file, 1115
	ranked["test"].(doc)["name"] = "org.example.parser.XmlTreeBuilderTest#unterminatedDoctypeSubsetConsumesToEof"
	f.answers[p1+"/runs/20261123-150000-aaaaaa/findings"].(doc)["missed"].(list)[0].(doc)["path"] = file
	update := f.answers["update"].(doc)
	update["executions"], update["running"] = 123456789012, list{doc{"name": "org.example.parser.XmlTreeBuilderTest" +
		"#unterminatedDoctypeSubsetConsumesToEof", "began": "2026-11-23T15:01:00Z"}}
	update["methods"].(list)[0].(doc)["name"] = method
	update["methods"].(list)[0].(doc)["executions"] = 123456789012
	f.emit(p1+"/live", "live", update)
	w := see(t, f, "/p/p1")
	for _, v := range []struct{ route, shown string }{
		{"/p/p1", `document.querySelectorAll(".next tbody tr").length > 1 && ` +
			`document.querySelector(".missed a") !== null`},
		{"/p/p1/live", `document.querySelector(".hot tbody") !== null`},
	} {
		w.do(chromedp.Navigate("about:blank"), chromedp.Navigate(f.url(v.route)))
		await(w, v.shown, true)
		for _, width := range []int64{390, 700, 900, 1280} {
			w.do(chromedp.EmulateViewport(width, 900))
			if got := eval[string](w, cut); got != "" {
				t.Errorf("%s at %d: cut: %s", v.route, width, got)
			}
			if got := eval[string](w, tooWide); got != "" {
				t.Errorf("%s at %d: %s", v.route, width, got)
			}
		}
	}
}
