package ui

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestRunsInBrowser(t *testing.T) {
	f := fake(t, madeRuns(made()))
	w := see(t, f, "/p/p1/runs")
	await(w, texts("table.runs tbody tr:nth-child(-n + 2)"), "20261123-150000-aaaaaa\t"+
		"2026-11-23 15:00 UTC\tmvn verify\t"+
		"passed\t92.7 %\t77.9 %\t22\t20 s\t012345678\t1.2 MB\tReport|"+
		"before\n20261122-150000-aaaaaa\n\t2026-11-22 15:00 UTC\tmvn "+
		"verify\t"+
		"1 test failed\t89.4 %\t75.0 %\t21\t21 s\t012345678\t1.2 MB\tReport")
	await(w, texts(".trends figcaption"), "Lines executed 92.7 %|Branches taken 77.9 %|Statement executions 7,000,000|"+
		"Tests 22|Duration of mvn verify 20 s")
	complete := func() { await(w, `document.querySelectorAll(".trends figure:first-child circle").length`, 6) }
	complete()

	// The possible actions depend on the number of chosen runs.
	const enabled = `Array.from(document.querySelectorAll(".tools button:enabled"), (b) => b.innerText).join(" ")`
	await(w, enabled, "")
	choose := func(i int) {
		eval[bool](w, `document.querySelectorAll("table.runs input")[`+string(rune('0'+i))+`].focus() ?? true`)
		w.key(" ")
	}
	choose(1)
	await(w, enabled, "Delete")
	choose(0)
	await(w, enabled, "Compare Merge Delete")
	f.set(p1+"/compare", doc{"url": "/#/p/p1/code"})
	w.press("Compare")
	f.wantPosted(p1 + `/compare {"old":"20261122-150000-aaaaaa","new":"20261123-150000-aaaaaa"}`)
	await(w, text("h1"), "Code")
	w.do(chromedp.Navigate(f.url("/p/p1/runs")))
	complete() // then the view takes the focus
	choose(0)
	choose(1)
	await(w, enabled, "Compare Merge Delete")
	w.fill("[aria-label='Label of the merged run']", "both")
	w.press("Merge")
	f.wantPosted(p1 + `/runs/merge {"runs":["20261122-150000-aaaaaa","20261123-150000-aaaaaa"],"label":"both"}`)
	await(w, text("[role=status] .lead a"), "open the merged run")
	await(w, enabled, "")

	// Deleting asks before, and nothing is lost by the key that is pressed first.
	choose(2)
	w.press("Delete")
	await(w, `document.activeElement.innerText`, "Keep")
	w.key("\r")
	await(w, `document.querySelector("dialog") === null`, true)
	w.press("Delete")
	await(w, text("dialog p"), "Delete 1 run? It cannot be brought back. Trends keep the numbers.")
	eval[bool](w, `document.querySelector("dialog .danger").click() ?? true`)
	f.wantPosted(p1 + `/runs/delete {"runs":["20261121-150000-aaaaaa"]}`)

	// The cost of methods is a chart of its own.
	w.fill("form .mono", "demo.Main.main")
	w.press("Add a chart")
	await(w, text(".trends figure:last-child figcaption"), "Executions of demo.Main.main 500")
	w.press("Numbers of the charts")
	await(w, text("details tbody tr"), "2026-11-23 15:00 UTC\t92.7 %\t77.9 %\t7,000,000\t22\t20 s\t500")
}

func TestRunInBrowser(t *testing.T) {
	f := fake(t, madeRuns(made()))
	w := see(t, f, "/p/p1/runs/20261123-150000-aaaaaa", "format=sarif", "/r/abc/", "p1/report")
	await(w, texts("table:not(.missed) tbody tr"),
		"✗ failed\tlines\tproject\t86.75 % (131 of 151)\tat least 99 %|"+
			"✓ passed\tbuild\trun\texit code 0\texit code 0")
	await(w, text("main .note.bad"), "1 of 2 gates failed.")
	w.fill(".field input", "baseline")
	f.set(p1+"/runs/label", doc{"moved": doc{"id": "20261122-150000-aaaaaa", "started": "2026-11-22T15:00:00Z"}})
	await(w, `document.querySelector("main > .run").innerText.includes("run 20261123")`, false) // it is the title
	w.press("Save")
	f.wantPosted(p1 + `/runs/label {"run":"20261123-150000-aaaaaa","label":"baseline"}`)
	await(w, text("h1"), "baseline")
	await(w, `document.querySelector("main > .run").innerText.includes("run 20261123-150000-aaaaaa")`, true)
	await(w, text(".line [role=status]"), "Saved. The label moved from run 20261122-150000-aaaaaa of "+
		"2026-11-22 15:00 UTC.")
	await(w, texts("section .actions a:not([target])"), "Compare with before")
	await(w, texts("section .actions a[target=_blank]"), "Overview|Tests")

	f.set(p1+"/export?run=20261123-150000-aaaaaa&format=lcov", doc{"made": "up"})
	await(w, texts(".exports li"), "lcov\ncounts of lines, for genhtml|sarif\ngates that failed")
	f.set(p1+"/export?run=20261123-150000-aaaaaa&format=sarif", Failure{"no gates", []string{"add some"}})
	w.press("sarif")
	await(w, text("main > [role=alert]"), "no gates\nadd some")
	await(w, text("main > section:last-child .lead"), "")
	w.press("lcov") // and the earlier error is gone
	await(w, text("main > section:last-child .lead"), "20261123-150000-aaaaaa-lcov.info is saved.")
	await(w, `document.querySelector("main > [role=alert]") === null`, true)

	w.do(chromedp.Navigate(f.url("/p/p1/runs/gone")))
	await(w, text("main .note.bad"), "There is no run gone in this project any more.")

	// One step leads to a page of the report, which is written meanwhile.
	for page, want := range map[string]string{"?page=Tests": "tests.html", "?page=None": "index.html",
		"": "index.html"} {
		w.do(chromedp.Navigate("about:blank"),
			chromedp.Navigate(f.url("/p/p1/runs/20261123-150000-aaaaaa/report"+page)))
		f.wantPosted(p1 + `/report {"run":"20261123-150000-aaaaaa"}`)
		w.arrives("http://" + f.address + "/r/abc/" + want)
	}
	f.set(p1+"/report", Failure{"no counts", []string{"run the build"}})
	w.do(chromedp.Navigate(f.url("/p/p1/runs/20261123-150000-aaaaaa/report")))
	await(w, text("main .note.bad"), "no counts\nrun the build")

	// A build that failed before its tests has nothing to show.
	run := ofRuns(f, "/runs")[0].(doc)
	run["nothing"], run["pages"] = "no JVM wrote counts", list{}
	f.set(p1+"/runs/20261123-150000-aaaaaa/gates", doc{"gates": list{}})
	f.set(p1+"/runs/20261123-150000-aaaaaa/formats", doc{"formats": list{}})
	w.do(chromedp.Navigate(f.url("/p/p1/runs/20261123-150000-aaaaaa")))
	await(w, text("main > section .lead"), "This run has no report: no JVM wrote counts.")
	await(w, text("main > section:nth-of-type(2)"), "Gates\nNo gates are set. Add them in Settings, under check:.")
	await(w, texts("main > section > h2"), "Report|Gates")
	run["contexts"] = doc{"jvms": 0}
	w.do(chromedp.Navigate("about:blank"), chromedp.Navigate(f.url("/p/p1/runs/20261123-150000-aaaaaa")))
	await(w, text("main > section:nth-of-type(2)"), "Gates\nNo gates for contexts are set. Add them in Settings, "+
		"under check.contexts: or check.efficiency:.")
}

func TestCodeInBrowser(t *testing.T) {
	f := fake(t, madeRuns(made()))
	w := see(t, f, "/p/p1/code")
	await(w, texts("[role=treeitem]"), ".jprof jprof|src|pom.xml")
	await(w, texts(".mains a"), "demo.Main|Tool")
	eval[bool](w, `document.querySelector("[role=treeitem]").focus() ?? true`)
	w.key(kb.ArrowDown)
	await(w, `document.activeElement.innerText`, "src")
	w.key(kb.ArrowRight)
	await(w, `document.querySelectorAll("[role=treeitem]").length`, 4)
	w.key(kb.ArrowRight + kb.ArrowRight)
	await(w, texts("[aria-level='3']"), "Main.java main method 66.7 %")
	w.key(kb.ArrowRight + "\r")
	await(w, text(".shown-source h2"), "src/main/java/demo/Main.java")
	await(w, `document.querySelectorAll(".code li")[4].textContent`,
		"1,234,567    System.out.println(\"<b>\");\nT 0 / F 9")
	await(w, `document.querySelectorAll(".code li.half").length`, 1)
	await(w, texts(".code li b"), "1|0|1,234,567")
	await(w, `Array.from(document.querySelectorAll(".code li"), (li) => getComputedStyle(li, "::before").content)
		.join("")`, `"1""2""3""4""5""6""7"`)
	await(w, text(".shown-source .run"), "Counts of the run before, 2026-11-23 15:00 UTC")
	f.set(p1+"/counts/source?path=src%2Fmain%2Fjava%2Fdemo%2FMain.java", doc{"stale": true, "counts": nil})
	w.key("\r")
	await(w, text(".shown-source .run"), "No counts: the file differs from that of the run before, "+
		"2026-11-23 15:00 UTC")
	await(w, `document.querySelectorAll(".code li b").length`, 0)
	w.key(kb.ArrowLeft + kb.ArrowLeft)
	await(w, `document.activeElement.getAttribute("aria-expanded")`, "false")

	// A search by name shows its results in place of the tree, and keeps them.
	f.set(p1+"/sources?name=MaI", doc{"paths": list{"src/main/java/demo/Main.java", "b/Main2.java"},
		"classes": list{doc{"name": "Main.MainIcon", "path": "src/main/java/demo/Main.java", "line": 3}}})
	f.set(p1+"/sources?name=none", doc{"paths": list{}, "classes": list{}})
	w.fill("input[type=search]", "MaI")
	await(w, texts("[role=status] li"), "Main.java src/main/java/demo|Main2.java b|"+
		"Main.MainIcon src/main/java/demo/Main.java")
	await(w, `document.querySelector("[role=tree]").checkVisibility()`, false)
	w.key(kb.Enter)
	await(w, `location.hash`, "#/p/p1/code?path=src%2Fmain%2Fjava%2Fdemo%2FMain.java&name=MaI")
	w.press("Main.MainIcon")
	await(w, `location.hash`, "#/p/p1/code?path=src%2Fmain%2Fjava%2Fdemo%2FMain.java&line=3&name=MaI")
	await(w, `document.querySelectorAll("[role=status] li").length`, 3)

	// The search is there again when one comes back.
	w.do(chromedp.Navigate(f.url("/p/p1/runs")))
	await(w, text("h1"), "Runs")
	eval[bool](w, `history.back() ?? true`)
	await(w, `document.querySelector("[aria-current=true]")?.textContent ?? ""`, "class Main {\n")
	await(w, `document.querySelectorAll("[role=status] li").length`, 3)
	w.fill("input[type=search]", "none")
	await(w, text(".tree-box [role=status]"), "No source or class has this name.")
	w.fill("input[type=search]", "")
	await(w, `document.querySelector("[role=tree]").checkVisibility()`, true)

	// A link of the output, to a name that two sources have.
	w.do(chromedp.Navigate(f.url("/p/p1/code?find=demo%2Fsub%2FParser.java&line=3")))
	await(w, texts(".shown-source a"), "src/main/java/demo/Main.java|b/Parser.java")
	w.press("src/main/java/demo/Main.java")
	await(w, `document.querySelector("[aria-current=true]")?.textContent ?? ""`, "class Main {\n")
	w.press("demo.Main")
	await(w, `document.querySelector("[list=mains]")?.value ?? ""`, "src/main/java/demo/Main.java")
}

func TestSettingsInBrowser(t *testing.T) {
	f := fake(t, madeRuns(made()))
	f.set(p1+"/settings", func() any {
		return doc{"path": "/home/me/calc/jprof.yaml", "text": "check:\n  lines: 80\n", "problems": list{},
			"preview": doc{"Hidden from reports": list{"src/main/java/demo/Gen.java"}}, "example": "skip: []\n"}
	})
	w := see(t, f, "/p/p1/settings")
	await(w, texts("details"), "An example|Hidden from reports: 1 entry\n"+
		"src/main/java/demo/Gen.java")
	await(w, text("#settings-problems"), "✓ jprof accepts these settings.")
	f.set(p1+"/settings", doc{"path": "", "text": "", "problems": list{doc{"line": 2, "text": "unknown key: lines2",
		"hints": list{"did you mean lines?"}}}, "preview": nil})
	w.fill("textarea", "check:\n  lines2: 80\n")
	await(w, text("#settings-problems"), "line 2 unknown key: lines2\ndid you mean lines?")
	f.wantPosted(p1 + `/settings {"text":"check:\n  lines2: 80\n","check":true}`)
	await(w, `document.querySelector("form .main").disabled`, true)
	await(w, text("form .actions [role=status]"), "Not saved yet.")
	w.press("line 2")
	await(w, `((t) => t.value.slice(t.selectionStart, t.selectionEnd))(document.querySelector("textarea"))`, "  "+
		"lines2: 80")
	f.set(p1+"/settings", doc{"problems": list{}, "preview": nil})
	w.fill("textarea", "check:\n  lines: 90\n")
	await(w, `document.querySelector("form .main").disabled`, false)
	w.press("Save")
	f.wantPosted(p1 + `/settings {"text":"check:\n  lines: 90\n","check":false,"was":"check:\n  lines: 80\n"}`)
	await(w, text("form .actions [role=status]"), "Saved.")

	// Leaving unsaved text asks a question, by a link and by going back.
	w.fill("textarea", "check:\n  lines: 91\n")
	for _, away := range []string{`document.querySelector(".bar nav a").click()`, `location.hash = "#/"`} {
		eval[bool](w, `(`+away+`, true)`)
		await(w, text("dialog p"), "Leave the settings? What you have typed is not saved.")
		await(w, `document.activeElement.innerText`, "Stay")
		w.key("\r")
		await(w, `document.querySelector("dialog") === null`, true)
		await(w, `location.hash + document.querySelector("textarea").value`,
			"#/p/p1/settingscheck:\n  lines: 91\n")
	}
	eval[bool](w, `document.querySelector(".bar nav a").click() ?? true`)
	w.press("Leave")
	await(w, `location.hash`, "#/p/p1")
	await(w, text("h1"), "calc")
}

// TestSettingsConflict saves settings that another program has changed meanwhile.
func TestSettingsConflict(t *testing.T) {
	f := fake(t, madeRuns(made()))
	about := doc{"path": "/home/me/calc/jprof.yaml", "text": "", "problems": list{}, "preview": doc{},
		"example": "skip: []\n"}
	f.set(p1+"/settings", about)
	w := see(t, f, "/p/p1/settings", "409")
	await(w, `document.querySelector("details[open] pre")?.textContent ?? ""`, "skip: []\n")
	w.press("Insert the example")
	await(w, `document.querySelector("textarea").value`, "skip: []\n")
	await(w, `document.querySelector("form .main").disabled`, false)
	f.set("POST "+p1+"/settings", failf(409, "", "not written: jprof.yaml was changed since it was read"))
	f.set(p1+"/settings", doc{"path": "", "text": "by-test: true\n", "problems": list{}, "preview": doc{},
		"example": ""})
	w.press("Save")
	await(w, text("#settings-problems b"), "not written: jprof.yaml was changed since it was read")
	await(w, `document.querySelector("#settings-problems pre")?.textContent ?? ""`, "by-test: true\n")
	f.set("POST "+p1+"/settings", about)
	w.press("Overwrite the file")
	f.wantPosted(p1 + `/settings {"text":"skip: []\n","check":false,"was":"by-test: true\n"}`)
	await(w, text("form .actions [role=status]"), "Saved.")

	w.fill("textarea", "skip: [b]\n")
	f.set("POST "+p1+"/settings", failf(409, "", "changed"))
	w.press("Save")
	await(w, `document.querySelector("#settings-problems pre")?.textContent ?? ""`, "by-test: true\n")
	f.set("POST "+p1+"/settings", about)
	w.press("Load the file, drop my changes")
	await(w, `document.querySelector("textarea").value`, "by-test: true\n")
	await(w, text("#settings-problems"), "✓ jprof accepts these settings.")
	await(w, text("form .actions [role=status]"), "")
}

func TestLiveInBrowser(t *testing.T) {
	f := fake(t, madeRuns(made()))
	w := see(t, f, "/p/p1/live")
	f.emit(p1+"/live", "none", doc{})
	await(w, texts("main > [role=status] a"), "Run the build")
	update := f.answers["update"].(doc)
	f.emit(p1+"/live", "live", update)
	await(w, texts(".tile"), "Statement executions\n123,456,789\n654,322/s|"+
		"Regions executed\n41.0 %\n210 of 512 of the modules compiled so far|"+
		"JVMs\n3\n1 running, 2 ended|Tests\n12\n0 failed, 1 skipped")
	await(w, text("#said"), "A run has started")
	await(w, `document.querySelectorAll(".tm a:not(.g)").length`, 40)
	const cell = `document.querySelector(".tm a[href*='Class21.java']")`
	eval[bool](w, cell+`.dispatchEvent(new Event("pointerover", { bubbles: true }))`)
	await(w, cell+`.getAttribute("class") + " " + `+cell+`.querySelector("title").textContent`,
		"c5 w8 src/main/java/demo/p1/Class21.java: 10 of 10 regions executed (100 %), 926,100 statement executions")
	await(w, texts("table.hot tbody tr"), "4,000,000\t\t1,001/s\tMain.main(String[])\tsrc/main/java/demo/Main.java:3|"+
		"5,000\t\t2,000/s\tClass1.next()\tsrc/main/java/demo/p1/Class1.java:30")
	await(w, `document.querySelectorAll("table.live-files tbody tr").length`, 40)
	await(w, `(`+text("main > [role=status]")+`).startsWith("These numbers are not final")`, true)

	// Later updates have the files that have changed, and only these.
	update["files"] = list{list{"src/main/java/demo/p1/Class21.java", 5, 1, 10, 0}}
	update["executions"], update["phase"] = 123456790, "reporting"
	f.emit(p1+"/live", "live", update)
	await(w, cell+`.getAttribute("class")`, "c1 w1")
	await(w, text(".tile b"), "123,456,790")
	await(w, text(".tile:nth-child(2) small"), "210 of 512")
	await(w, `getComputedStyle(document.querySelector("main > .run > span:last-child"), "::before").content`, `" · "`)
	await(w, `document.querySelectorAll("table.live-files tbody tr").length`, 40)
	f.set(p1+"/live/methods?run=r2&filter=&by=rate", doc{"methods": update["methods"]}) // of all methods
	eval[bool](w, `document.querySelector("section:has(.hot) input").click() ?? true`)
	await(w, text("table.hot tbody th"), "Class1.next()")
	eval[bool](w, `document.querySelector("section:has(.live-files) input").click() ?? true`)
	await(w, texts("table.live-files tbody th"), "src/test/java/demo/MainTest.java")

	// A source opens in place, with the line of the method, and its counts go on.
	w.press("Main.main(String[])")
	await(w, `document.querySelector(".code")?.textContent ?? ""`,
		"class Main {\n1,234,567  int a = b;\n0  if (never) x();\n}\n")
	await(w, `document.querySelector(".code [aria-current=true]").textContent`, "0  if (never) x();\n")
	await(w, `location.hash`, "#/p/p1/live?path=src%2Fmain%2Fjava%2Fdemo%2FMain.java&line=3")
	const button, body = `document.querySelector(".shown-source .button")`, `document.body`
	await(w, fmt.Sprintf(`[%s, %s].map((e) => getComputedStyle(e).fontSize + getComputedStyle(e).fontWeight).join(" ")`,
		button, body), "15px400 15px400")
	f.set(p1+"/live/source?run=r2&path=src%2Fmain%2Fjava%2Fdemo%2FMain.java", doc{"path": "", "lines": list{
		doc{"n": 1, "text": "class Main {", "count": nil}, doc{"n": 2, "text": "  int a = b;", "count": 7},
		doc{"n": 3, "text": "  if (never) x();", "count": 1}, doc{"n": 4, "text": "}", "count": nil}}})
	update["files"] = list{}
	f.emit(p1+"/live", "live", update)
	await(w, text(".code li:nth-child(2) em"), "7")
	await(w, text(".code li:nth-child(3) em"), "1")
	await(w, `document.querySelectorAll(".code .no, .code .z").length`, 0) // the colour of never went with the count
	await(w, text(".shown-source .legend"), "executed\nnot executed ✗\nThe number before a line says how often it "+
		"was executed. The colour at the edge compares lines.")

	f.emit(p1+"/live", "ended", doc{"run": "20261123-150000-aaaaaa", "exitCode": 1, "result": "build failed",
		"seconds": 385})
	await(w, text("main > .run"), "build failed mvn verify run 20261123-150000-aaaaaatook 6 min 25 s")
	await(w, `document.querySelector("main > [role=status] a")?.hash ?? ""`, "#/p/p1/runs/20261123-150000-aaaaaa")
	await(w, text(".tile b"), "123,456,790")
}

// TestMarkedLine keeps the line that a user came for in sight while the window gets another size, and updates come.
func TestMarkedLine(t *testing.T) {
	f := fake(t, madeRuns(made()))
	var lines list
	for n := range 700 {
		lines = append(lines, doc{"n": n + 1, "text": "line", "count": n})
	}
	f.set(p1+"/live/source?run=r2&path=A.java", doc{"path": "A.java", "lines": lines})
	w := see(t, f, "/p/p1/live?path=A.java&line=453")
	update := f.answers["update"].(doc)
	f.emit(p1+"/live", "live", update)
	const place = `(() => {
		const [box, line] = [".code", ".code [aria-current]"].map((s) =>
			document.querySelector(s)?.getBoundingClientRect());
		return !line ? "none" : line.top >= box.top && line.bottom <= box.bottom ? "in sight" : "out of sight";
	})()`
	await(w, place, "in sight")
	const top = `document.querySelector(".code").scrollTop`
	w.do(chromedp.EmulateViewport(1280, 30000)) // all lines fit
	await(w, top, 0)
	w.do(chromedp.EmulateViewport(1280, 800))
	await(w, place, "in sight")
	update["reset"] = true
	f.emit(p1+"/live", "live", update)
	w.do(chromedp.EmulateViewport(390, 800))
	await(w, place, "in sight")

	// A place that the user has scrolled to stays. Nobody scrolls in the frame in which the window gets another size.
	const frames = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`
	await(w, `innerWidth`, 390)
	eval[bool](w, frames)
	eval[bool](w, `(`+top+` = 40, true)`)
	eval[bool](w, frames)
	await(w, place, "out of sight")
	w.do(chromedp.EmulateViewport(1280, 800))
	await(w, `innerWidth`, 1280)
	await(w, place, "out of sight")
}
