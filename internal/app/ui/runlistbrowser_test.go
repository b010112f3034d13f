package ui

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// ofRuns is the document of a list of runs of made data.
func ofRuns(f *fakeAPI, path string) list { return f.answers[p1+path].(doc)["runs"].(list) }

// TestRunListByKeys chooses runs by keys: arrows go from run to run, and one Tab to the actions on them.
func TestRunListByKeys(t *testing.T) {
	f := fake(t, madeRuns(made()))
	w := see(t, f, "/p/p1/runs")
	await(w, `document.querySelectorAll(".trends circle").length > 0`, true)
	await(w, `Array.from(document.querySelectorAll(".trend")).flatMap((chart) => {
		const line = chart.querySelector(".values").getBBox();
		return Array.from(chart.querySelectorAll("text")).filter((label) => {
			const box = label.getBBox();
			return box.x < 0 || box.x < line.x + line.width && line.x < box.x + box.width &&
				box.y < line.y + line.height && line.y < box.y + box.height;
		}).map((label) => label.textContent);
	}).join("|")`, "") // labels on the line, or outside
	const chosen = `Array.from(document.querySelectorAll("table.runs input:checked"),
		(i) => i.closest("tr").rowIndex).join()`
	eval[bool](w, `document.querySelector("table.runs input").focus() ?? true`)
	w.key(" " + kb.ArrowDown + kb.ArrowDown + " ")
	await(w, chosen, "1,3")
	w.key(kb.Tab + kb.Tab + kb.Tab) // the run, its report, and out of the list
	await(w, `document.activeElement.innerText`, "Compare")
	eval[bool](w, `document.querySelector("table.runs tbody a").focus() ?? true`)
	w.key(kb.End)
	await(w, `document.activeElement.closest("tr").rowIndex`, 6)

	// A chart more leaves the chosen ones chosen, and is in the address.
	w.fill("form .mono", "demo.Main.main")
	w.press("Add a chart")
	await(w, text(".trends figure:last-child figcaption"), "Executions of demo.Main.main 500")
	await(w, chosen, "1,3")
	await(w, `location.hash`, "#/p/p1/runs?method=demo.Main.main")
}

// TestRunListSorts sorts by numbers that are not integers as they are shown.
func TestRunListSorts(t *testing.T) {
	f := fake(t, madeRuns(made()))
	for i, seconds := range []float64{9.5, 100, 61, 7, 8, 10} {
		ofRuns(f, "/runs")[i].(doc)["seconds"] = seconds
	}
	w := see(t, f, "/p/p1/runs")
	w.do(chromedp.EmulateViewport(1280, 800))
	await(w, `document.querySelector("table.runs") !== null`, true)
	const hidden = `((box) => box.scrollWidth - box.clientWidth)(document.querySelector("table.runs").parentElement)`
	await(w, hidden, 0)
	for head, want := range map[string]string{"Duration": "1 min 40 s|1 min 1 s|10.0 s|9.5 s|8.0 s|7.0 s",
		"Lines":   "9.5 s|1 min 40 s|1 min 1 s|7.0 s|8.0 s|10.0 s",
		"Started": "9.5 s|1 min 40 s|1 min 1 s|7.0 s|8.0 s|10.0 s",
		"Size":    "9.5 s|1 min 40 s|1 min 1 s|7.0 s|8.0 s|10.0 s"} {
		w.press(head)
		await(w, texts("table.runs [data-name=Duration]"), strings.ReplaceAll(want, "10.0 s", "10 s"))
	}
}

// TestRunListKeepsOrder has the order of the runs and of flaky tests in the address: after Reload and when there is
// another run, they are sorted as before.
func TestRunListKeepsOrder(t *testing.T) {
	f := fake(t, madeRuns(made()))
	runs := ofRuns(f, "/runs")
	for i, seconds := range []float64{3, 6, 1, 5, 2, 4} {
		runs[i].(doc)["seconds"] = seconds
	}
	seen := doc{"run": "r", "started": "2026-11-20T15:00:00Z", "branch": "main", "commit": "0123456789abcdef"}
	flaky := func(test string, failed int) doc {
		return doc{"module": "core", "test": test, "runs": 40, "failed": failed, "first": seen, "last": seen}
	}
	for _, query := range []string{"", "?methods=demo.Main.main"} {
		f.answers[p1+"/trend"+query].(doc)["flaky"] = list{flaky("a", 3), flaky("b", 1), flaky("c", 2)}
	}
	w := see(t, f, "/p/p1/runs?method=demo.Main.main")
	const durations, rates = "table.runs [data-name=Duration]", "section:last-child td:nth-child(3)"
	w.press("Duration")
	await(w, texts(durations), "6.0 s|5.0 s|4.0 s|3.0 s|2.0 s|1.0 s")
	w.press("Duration")
	await(w, `location.hash`, "#/p/p1/runs?method=demo.Main.main&s0=8")
	w.press("Rate")
	await(w, texts(rates), "3 of 40|2 of 40|1 of 40")
	await(w, `location.hash`, "#/p/p1/runs?method=demo.Main.main&s0=8&s1=-1")
	eval[bool](w, `location.reload() ?? true`)
	await(w, texts(durations), "1.0 s|2.0 s|3.0 s|4.0 s|5.0 s|6.0 s")
	await(w, texts(rates), "3 of 40|2 of 40|1 of 40")
	await(w, `document.querySelector("table.runs [aria-sort]").innerText`, "Duration")

	f.set(p1+"/runs", doc{"runs": runs[1:]})
	eval[bool](w, `document.dispatchEvent(new Event("visibilitychange"))`)
	await(w, texts(durations), "1.0 s|2.0 s|4.0 s|5.0 s|6.0 s")
	w.press("Remove these charts")
	await(w, `location.hash`, "#/p/p1/runs?s0=8&s1=-1")
}

// TestRunListKinds shows the kinds of runs, refuses to compare different ones, and reports that once.
func TestRunListKinds(t *testing.T) {
	f := fake(t, madeRuns(made()))
	all := ofRuns(f, "/runs")
	all[0].(doc)["contexts"], all[1].(doc)["byTest"], all[2].(doc)["mergedRuns"] = doc{"jvms": 1}, doc{"jvms": 1}, 2
	all[3].(doc)["nothing"] = "no JVM wrote counts: the build failed first"
	points := ofRuns(f, "/trend")
	points[0].(doc)["kind"], points[1].(doc)["command"], points[2].(doc)["outcome"] = "contexts", "mvn test",
		"program-failed"
	points[4].(doc)["lines"] = nil
	f.answers[p1+"/trend"].(doc)["omitted"] = "omitted 2 runs: 2 build failed"
	f.set(p1+"/compare", Failure{"one run has contexts, and the other has counts", []string{"choose two runs of the " +
		"same kind"}})
	w := see(t, f, "/p/p1/runs", "/compare")
	await(w, texts("table.runs tbody tr:nth-child(-n + 3) .tag"), "contexts|by test|merged")
	await(w, `document.querySelectorAll("table.runs a[target]").length`, 5)
	for _, i := range []string{"0", "1"} {
		eval[bool](w, `document.querySelectorAll("table.runs input")[`+i+`].click() ?? true`)
	}
	w.press("Compare")
	await(w, text("main .note"), "one run has contexts, and the other has counts\nchoose two runs of the same kind")
	w.do(chromedp.Navigate(f.url("/p/p1/runs")))
	await(w, `document.querySelectorAll("table.runs input").length`, 6)

	// Only like runs have a point of the duration, and a line has no gap where a run has no value.
	await(w, text("main section .lead"), "Each point is a run that ended, with or without failed tests. "+
		"Points of deleted runs stay. A merged run of one commit is shown in place of its parts. "+
		"jprof omitted 2 runs: 2 build failed.")
	await(w, `document.querySelectorAll(".trends figure:nth-child(5) circle").length`, 3)
	await(w, `document.querySelectorAll(".trends figure:nth-child(1) circle").length`, 5)
	await(w, `document.querySelector(".trends figure:nth-child(1) .values").getAttribute("d").match(/M/g).length`, 1)
}

// TestRunListOnNarrowScreen shows the results of runs without scrolling sideways.
func TestRunListOnNarrowScreen(t *testing.T) {
	f := fake(t, madeRuns(made()))
	w := see(t, f, "/p/p1/runs")
	w.do(chromedp.EmulateViewport(390, 900))
	await(w, `document.querySelectorAll(".trends circle").length > 0`, true)
	await(w, `Array.from(document.querySelectorAll("table.runs tbody tr:first-child > *")).filter((e) => {
		const box = e.getBoundingClientRect();
		return box.right > innerWidth || box.width && !box.height;
	}).map((e) => e.outerHTML).join()`, "")
}

// TestTrendOfLastQuestion has a server that answers about all runs only after it has answered about a method: the late
// answer must not take the chart of the method away.
func TestTrendOfLastQuestion(t *testing.T) {
	f := fake(t, madeRuns(made()))
	w := see(t, f, "/p/p1/runs")
	const last = ".trends figure:last-child figcaption"
	await(w, text(last), "Duration of mvn verify 20 s")
	asked, answers := make(chan bool), make(chan bool)
	var late list // the same runs, without costs of methods
	for _, run := range ofRuns(f, "/trend") {
		r := maps.Clone(run.(doc))
		r["costs"] = list{}
		late = append(late, r)
	}
	f.set(p1+"/trend", func() any { asked <- true; <-answers; return doc{"runs": late, "more": false} })
	eval[bool](w, `document.querySelector("table.runs input").click() ?? true`)
	w.press("Delete")
	await(w, `document.querySelector("dialog .danger") !== null`, true)
	eval[bool](w, `document.querySelector("dialog .danger").click() ?? true`)
	<-asked // the list was read again
	w.fill("form .mono", "demo.Main.main")
	w.press("Add a chart")
	await(w, text(last), "Executions of demo.Main.main 500")
	answers <- true
	w.do(chromedp.Sleep(300 * time.Millisecond))
	await(w, text(last), "Executions of demo.Main.main 500")
}

// TestTrendOfBranch chooses a branch, which the address then has. A point of a deleted run leads nowhere.
func TestTrendOfBranch(t *testing.T) {
	f := fake(t, madeRuns(made()))
	points := ofRuns(f, "/trend")
	deleted := maps.Clone(points[0].(doc))
	deleted["id"], deleted["deleted"] = "20250101-000000-aaaaaa", true
	f.set(p1+"/trend", doc{"runs": append(list{deleted}, points...), "more": false, "branches": list{"main", "dev"}})
	f.set(p1+"/trend?branch=dev", doc{"runs": points[:2], "more": false, "branches": list{"main", "dev"}})
	seen := doc{"run": "r", "started": "2026-11-20T15:00:00Z", "branch": "main", "commit": "0123456789abcdef"}
	f.answers[p1+"/trend"].(doc)["flaky"] = list{doc{"module": "core", "test": "a.BTest#slow", "runs": 40, "failed": 3,
		"first": seen, "last": seen}}
	w := see(t, f, "/p/p1/runs")
	await(w, texts("section:last-child td:nth-child(-n + 3)"), "7.5 %|3 of 40")
	const first = ".trends figure:nth-child(1) "
	await(w, `document.querySelectorAll("`+first+`circle").length`, 7)
	await(w, `document.querySelectorAll("`+first+`a circle").length`, 6)
	await(w, texts("main section select option"), "all branches|main|dev")
	eval[bool](w, `((s) => { s.value = "dev"; s.dispatchEvent(new Event("change")); return true; })(
		document.querySelector("main section select"))`)
	await(w, `document.querySelectorAll("`+first+`circle").length`, 2)
	await(w, `location.hash`, "#/p/p1/runs?branch=dev")
	await(w, `document.querySelector("main section select").value`, "dev")
}
