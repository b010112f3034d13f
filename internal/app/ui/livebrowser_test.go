package ui

import (
	"testing"
	"time"
)

// TestLiveNowInBrowser shows what a build does before the first count, the test that runs, failed tests, the filter, a
// cancelled build and its end.
func TestLiveNowInBrowser(t *testing.T) {
	f := fake(t, madeRuns(made()))
	const run = "20261123-150000-aaaaaa"
	f.set(p1+"/live/map?run="+run, f.answers[p1+"/live/map?run=r2"])
	w := see(t, f, "/p/p1/live")
	update := f.answers["update"].(doc)
	job := doc{"id": "j1", "output": list{"[INFO] \x1b[1mone\x1b[m", "src/main/java/demo/Main.java:3: warning"}}
	update["run"], update["job"], update["jvms"], update["tests"] = run, job, doc{"alive": 0, "ended": 0}, nil
	update["step"], update["cancel"], update["cancelling"] = "compiler:testCompile", true, false
	update["selected"] = doc{"tests": 12, "of": 2149,
		"text": "12 of 2,149 tests selected (12 executed what has changed)"}
	f.emit(p1+"/live", "live", update)
	await(w, texts(".now-facts li"), "compiler:testCompile|no counts yet: no JVM with counters has started")
	await(w, text(".now-facts + .lead"), "12 of 2,149 tests selected (12 executed what has changed).")
	await(w, `document.querySelector(".tiles").hidden && document.querySelector(".map").hidden`, true) // no zeros
	await(w, text("main > .run .tag"), "running")

	update["step"], update["jvms"] = "surefire:test", doc{"alive": 1, "ended": 0}
	update["tests"] = doc{"ended": 3, "failed": 1, "skipped": 0}
	update["running"] = list{doc{"name": "demo.MainTest#slow", "began": time.Now().Add(-90 * time.Second)}}
	update["failures"] = list{doc{"name": "demo.MainTest#fails",
		"reason": "org.opentest4j.AssertionFailedError: expected: <1> but was: <2>"}}
	f.emit(p1+"/live", "live", update)
	await(w, `(`+texts(".now-facts li")+`).replace(/ 3\d s$/, " 3x s")`,
		"surefire:test|3 of 12 tests|now demo.MainTest#slow 1 min 3x s")
	await(w, text(`section[aria-label="Failed tests"]`),
		"1 test failed\ndemo.MainTest#fails\nexpected: <1> but was: <2>")
	await(w, `document.querySelector(".tiles").hidden || document.querySelector(".map").hidden`, false)
	eval[bool](w, `document.querySelector("details summary").click() ?? true`)
	f.emit(p1+"/live", "live", update)
	await(w, text(".last-lines"), "[INFO] one\nsrc/main/java/demo/Main.java:3: warning")
	await(w, `document.querySelector(".last-lines a").hash`,
		"#/p/p1/code?find=src%2Fmain%2Fjava%2Fdemo%2FMain.java&line=3")

	// The filter asks for all methods, is in the address, and is for files, too.
	f.set(p1+"/live/methods?run="+run+"&filter=class2%20p&by=executions", doc{"methods": list{doc{"line": 3,
		"file": "Class2.java", "path": "src/main/java/demo/p2/Class2.java", "name": "Class2.rare()", "executions": 1,
		"rate": 0}}})
	w.fill("input[type=search]", "class2 p")
	await(w, texts("table.hot tbody th"), "Class2.rare()")
	await(w, `document.querySelectorAll("table.live-files tbody tr").length`, 11) // 2 and 20 to 29
	await(w, `location.hash`, "#/p/p1/live?filter=class2+p")
	w.fill("input[type=search]", "")
	await(w, `document.querySelectorAll("table.live-files tbody tr").length`, 40)

	f.set("POST jobs/j1/cancel", doc{})
	w.press("Cancel")
	f.wantPosted("jobs/j1/cancel {}")
	update["cancelling"] = true
	f.emit(p1+"/live", "live", update)
	await(w, text(".actions .danger"), "End it now")
	await(w, text("main > .run .tag"), "cancelling")

	f.emit(p1+"/live", "ended", doc{"run": run, "exitCode": 1, "result": "1 test failed",
		"seconds": 20, "hasReport": true})
	await(w, texts("main > .actions a"), "Open the report|Open the run|All output")
	await(w, `document.querySelector("main > .actions a").hash`, "#/p/p1/runs/"+run+"/report")
	await(w, texts(".now-facts li"), "")
	await(w, texts(".faults li"), foundThere)
	await(w, texts("main > div > .lead"), "2,137 of 2,149 tests carried over from run r1.|"+
		"12 of 2,149 tests selected (12 executed what has changed).")
	await(w, `Array.from(document.querySelectorAll(".why :is(summary, li)"), (e) => e.textContent).join("|")`,
		"Why this test|1 test: Main::main(): code changed; executed it|demo.MainTest#fails")
	await(w, texts("main > div .lead")+`.split("|").at(-1) + "|" + `+texts(".missed td"), missedThere)
	await(w, texts("section .empty"), "and 3 more")

	// The page of the run has the same.
	w.press("Open the run")
	await(w, texts(".faults li"), foundThere)
}

// TestLiveOfTerminal shows what a build does that a terminal has started, says where its output is, and cancels it
// where that is possible from here.
func TestLiveOfTerminal(t *testing.T) {
	f := fake(t, madeRuns(made()))
	const run = "20261123-150000-aaaaaa"
	f.set(p1+"/live/map?run="+run, f.answers[p1+"/live/map?run=r2"])
	w := see(t, f, "/p/p1/live")
	update := f.answers["update"].(doc)
	update["run"], update["job"], update["jvms"], update["tests"] = run, nil, doc{"alive": 0, "ended": 0}, nil
	update["step"], update["cancel"], update["cancelling"] = "compiler:compile of core", false, false
	f.emit(p1+"/live", "live", update)
	const said = `Array.from(document.querySelectorAll("main > .empty")).filter((e) => e.checkVisibility()).
		map((e) => e.innerText).join()`
	await(w, texts(".now-facts li"), "compiler:compile of core|no counts yet: no JVM with counters has started")
	await(w, said, "Its output is in the terminal where it was started, and Ctrl-C there ends it.")
	await(w, texts("main > .actions *"), "")
	await(w, `document.querySelector(".last-lines").checkVisibility()`, false)

	update["cancel"] = true
	f.emit(p1+"/live", "live", update)
	await(w, said, "Its output is in the terminal where it was started.")
	f.set("POST "+p1+"/live/cancel", doc{})
	w.press("Cancel")
	f.wantPosted(p1 + `/live/cancel {"run":"` + run + `"}`)
	update["cancelling"] = true
	f.emit(p1+"/live", "live", update)
	await(w, texts("main > .actions *"), "End it now")

	f.emit(p1+"/live", "ended", doc{"run": run, "exitCode": 130, "result": "cancelled", "seconds": 20,
		"hasReport": false})
	await(w, text("main > .run .tag"), "cancelled")
	await(w, texts("main > .actions a"), "Open the run")
	await(w, said, "")
}
