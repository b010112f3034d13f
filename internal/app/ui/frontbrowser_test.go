package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jprof/internal/jtest/chromium"
)

// see opens a window of the page with made data. expected is as for chromium.Quiet.
func see(t *testing.T, f *fakeAPI, route string, expected ...string) window {
	t.Helper()
	w := open(t)
	chromium.Quiet(t, w.ctx, expected...)
	w.do(chromedp.Navigate(f.url(route)))
	return w
}

// text and texts are expressions for the texts of elements.
var text, texts = chromium.Text, chromium.Texts

func await[T comparable](w window, expression string, want T) {
	w.t.Helper()
	chromium.Await(w.t, w.ctx, expression, want)
}

func (w window) press(name string) { w.t.Helper(); chromium.Press(w.t, w.ctx, name) }

func (w window) fill(selector, value string) {
	w.t.Helper()
	chromium.Fill(w.t, w.ctx, selector, value)
}

// key presses keys where the focus is.
func (w window) key(keys string) {
	w.t.Helper()
	w.do(chromedp.KeyEvent(keys))
}

func TestProjectsInBrowser(t *testing.T) {
	f := fake(t, made())
	w := see(t, f, "/", "folders?path=%2Fnowhere")
	await(w, texts("table.projects tbody th"),
		"calc|a-project-with-a-long-name-as-projects-have-them|old the folder is gone")
	await(w, text("#folder-is"), "✓ This looks like a project.")

	// A folder is typed, or chosen by keys.
	eval[bool](w, `document.querySelector("#folder").focus() ?? true`)
	w.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#folder").select()`))
	w.key("/nowhere")
	await(w, text("#folder-is"), "✗ /nowhere: no such folder")
	await(w, `document.querySelector(".picker .main").disabled`, true)
	w.fill("#folder", "/home/me/calc")
	await(w, `document.querySelectorAll(".folders button").length`, 2)
	w.press("↑ /home/me")
	await(w, texts(".folders li"), "↑ /home|calc project Open|music")
	await(w, `document.activeElement.innerText`, "↑ /home")
	w.key(kb.ArrowDown)
	await(w, `document.activeElement.innerText`, "calc")
	w.key(kb.ArrowDown)
	await(w, `document.activeElement.innerText`, "music")
	eval[bool](w, `document.querySelector("[aria-label='Open calc']").click() ?? true`)
	f.wantPosted(`projects {"path":"/home/me/calc"}`)
	await(w, `location.hash`, "#/p/p1")
	w.do(chromedp.Navigate("about:blank"), chromedp.Navigate(f.url("/")))
	await(w, text("#folder-is"), "✓ This looks like a project.")
	w.press("↑ /home/me")
	await(w, `document.activeElement.innerText`, "↑ /home")
	w.key(kb.ArrowDown + "\r")
	await(w, `document.querySelector("#folder").value`, "/home/me/calc")
	w.press("Open")
	f.wantPosted(`projects {"path":"/home/me/calc"}`)
	await(w, `location.hash`, "#/p/p1")

	w.do(chromedp.Navigate(f.url("/")))
	await(w, `document.querySelectorAll("table.projects tbody tr").length`, 3)
	eval[bool](w, `document.querySelector("[aria-label='Forget old']").click() ?? true`)
	f.wantPosted(`projects/forget {"id":"p3"}`)
}

func TestOverviewInBrowser(t *testing.T) {
	f := fake(t, made())
	w := see(t, f, "/p/p1")
	await(w, text(".findings .problem"), "✗ no JDK was found\ninstall a JDK, version 17 or newer")
	await(w, `document.title`, "Overview – calc – jprof")
	await(w, texts(".now tbody tr"), "jprof mvn verify\trunning\t2026-11-23 15:00 UTC|"+
		"mvn verify\trunning started elsewhere, label nightly\t2026-11-23 15:01 UTC")
	await(w, texts(".now h2"), "Running now|History")
	await(w, texts(".now > p"), "Newest run: before 2026-11-23 15:00 UTC 1 test failed")
	await(w, `document.querySelector(".now > p a").hash`, "#/p/p1/runs/20261123-150000-aaaaaa")
	await(w, texts(".bar nav [aria-current]"), "Overview")
	await(w, `document.querySelector(".line [role=status]").textContent.slice(0, 25)`, "Found by jprof doctor at ")

	// The findings are there at once when one comes back, and found again if a run has ended meanwhile.
	doctor := made()[p1+"/doctor"].(doc)
	doctor["findings"] = list{doc{"what": "Maven", "text": "4.0.0", "problem": true, "hints": list{}}}
	f.set(p1+"/doctor", doctor)
	comesBack := func() {
		w.do(chromedp.Navigate(f.url("/")))
		await(w, text("h1"), "Projects")
		w.do(chromedp.Navigate(f.url("/p/p1")))
		await(w, text("h1"), "calc")
	}
	comesBack()
	await(w, text(".findings .problem"), "✗ no JDK was found\ninstall a JDK, version 17 or newer")
	w.press("Examine again")
	await(w, text(".findings .problem"), "✗ 4.0.0")
	project := made()[p1].(doc)
	project["newestRun"].(doc)["id"] = "20261123-160000-dddddd"
	f.set(p1, project)
	doctor["findings"] = list{doc{"what": "Maven", "text": "4.0.1", "problem": true, "hints": list{}}}
	f.set(p1+"/doctor", doctor)
	comesBack()
	await(w, text(".findings .problem"), "✗ 4.0.1")
	doctor["problems"] = 0
	f.set(p1+"/doctor", doctor)
	w.press("Examine again")
	await(w, text(".lead"), "No problems.")
	await(w, `document.querySelector("details:not([open]) .findings dd").textContent`, "✗ 4.0.1")
	w.press("Run jprof mvn verify")
	f.wantPosted(p1 + `/jobs {"command":"mvn","options":[],"args":"verify","input":null}`)
	await(w, `location.hash`, "#/p/p1/job/j1")

	// A slash at the end of an address is nothing. A wrong address gets a message.
	w.do(chromedp.Navigate(f.url("/p/p1/")))
	await(w, text("h1"), "calc")
	w.do(chromedp.Navigate(f.url("/p/p1/nothing")))
	await(w, text("h1"), "There is no such page")
}

// TestStateInBrowser looks at what the overview says of the newest run: totals and their change, a link to the
// comparison, failed tests, gates, trends, and where to test next.
func TestStateInBrowser(t *testing.T) {
	f := fake(t, madeRuns(made()))
	w := see(t, f, "/p/p1")
	await(w, texts(".state .tile"), "Lines\n92.7 %\n140 of 151, +3.3 points|Branches\n77.9 %\n81 of 104, +2.9 points|"+
		"Methods\n86.5 %\n32 of 37, as before|Tests\n22\n0 failed, 1 skipped")
	await(w, `document.querySelector(".state .actions a").hash`,
		"#/p/p1/runs/20261123-150000-aaaaaa/compare?with=20261122-150000-aaaaaa")
	await(w, text(".state .actions a"), "Compare with before")
	await(w, `document.querySelectorAll(".state .faults").length > 0`, true)
	await(w, texts(".next tbody tr"), "Main.new Runnable::run()\nMain.java:3\n\t2\t1\t4\t3\tMainTest#runs|"+
		"Main::stop()\nMain.java:9\n\t1\t0\t1\t–\tnone yet")
	await(w, text(".next thead")+` + document.querySelector(".next thead span").title`, "Method\tMissed lines\t"+
		"Missed branches\tComplexity\tCommits\tNearest testlines that were not executed")
	await(w, `document.querySelector(".next td a").hash`,
		"#/p/p1/code?path=src%2Ftest%2Fjava%2Fdemo%2FMainTest.java&line=9")
	await(w, `Array.from(document.querySelectorAll(".state section h2"), (e) => e.innerText).slice(-3).join("|")`,
		"Gates|Where to test next|Trends")
	await(w, `document.querySelectorAll(".trends.small figure").length`, 3)

	state := f.answers[p1+"/overview"].(doc)
	state["newer"] = doc{"id": "r9", "label": "", "started": "2026-11-24T15:00:00Z", "outcome": "ok",
		"result": "passed"}
	state["part"] = "-Dtest=A"
	f.set(p1+"/overview", state)
	w.do(chromedp.Reload())
	await(w, text(".state .note"),
		"Run r9 is newer. It ran only a part of the tests (-Dtest=A): its numbers are not shown here.")

	f.set(p1+"/compare", doc{"url": "/nowhere/index.html", "pages": list{}})
	w.do(chromedp.Navigate(f.url("/p/p1/runs/20261123-150000-aaaaaa")))
	await(w, text(".actions a.main"), "Compare with before")
}

func TestCommandInBrowser(t *testing.T) {
	f := fake(t, made())
	w := see(t, f, "/p/p1/run")
	await(w, text("#line"), "jprof mvn verify")
	await(w, text(".start .lead"), "Goals and options of mvn go to it unchanged.")
	const pressed = `Array.from(document.querySelectorAll(
		".start [role=group], .start > div:first-child > details"),
		(g) => Array.from(g.querySelectorAll("button"),
			(b) => (b.ariaPressed === "true" ? "*" : "") + b.textContent).join())
		.join("|")`
	await(w, pressed, "*Coverage,By test,Contexts|*mvn,run|gradle,report,export")
	await(w, `Array.from(document.querySelectorAll("details"), (d) => d.open).join()`, "false,false,false,false")
	await(w, `document.querySelector(".options").open`, false)
	w.press("Options of jprof")

	// What is measured are options. The fields of another command take the place of these. Its help is not cut.
	w.press("Contexts")
	await(w, pressed, "Coverage,By test,*Contexts|*mvn,run|gradle,report,export")
	f.wantPosted(p1 + `/command {"command":"mvn","options":[{"name":"--contexts","value":""}],"args":"verify",` +
		`"input":null}`)
	w.press("Coverage")
	w.press("report")
	await(w, pressed, "*Coverage,By test,Contexts|mvn,run|gradle,*report,export")
	await(w, text(".start .lead"), "Write the report of a run again, or print its totals.")
	w.press("About jprof report")
	await(w, texts(".start > details > :is(p, pre)"), "write the report of a run again, or print its totals: a "+
		"sentence goes on in the next line.|keep\n these lines")
	w.press("mvn")
	await(w, text(".start .lead"), "Goals and options of mvn go to it unchanged.")
	w.press("Options of jprof")
	await(w, `document.querySelector(".basics input").value`, "verify")
	await(w, texts(".basics .goals [aria-pressed=true]"), "verify")
	await(w, texts(".options li p"), "give the run the label `NAME`|give each test its own counts: jprof tests lists "+
		"which tests ran which code|record calling contexts, executed bytecodes and allocations instead of counts "+
		"(default: all where the JDK can be covered, else app)|"+
		"print what jprof does")

	// Goals and options, by mouse and by keys, change the command line.
	w.fill(".basics input", "-T2 verify")
	w.press("test") // in the place of the other one
	await(w, `document.querySelector(".basics input").value`, "-T2 test")
	await(w, texts(".basics .goals [aria-pressed=true]"), "test")
	w.press("test")
	await(w, `document.querySelector(".basics input").value`, "-T2")
	w.fill(".basics input", "test")
	w.fill(".options input[aria-label='NAME of --label']", "new one")
	eval[bool](w, `document.querySelectorAll(".options input[type=checkbox]")[1].focus() ?? true`)
	w.key(" ")
	f.wantPosted(p1 + `/command {"command":"mvn","options":[{"name":"--label","value":"new one"},{"name":"--by-test",` +
		`"value":""}],"args":"test","input":null}`)
	f.set(p1+"/command", doc{"line": "jprof mvn --by-test test", "problems": list{doc{"text": "this is wrong",
		"hints": list{"do that"}}}})
	w.press("Standard input")
	w.fill(".basics textarea", "1 2 3") // programs read lines: its end is added
	await(w, text("#line"), "jprof mvn --by-test test")
	await(w, text(".panel .note"), "this is wrong\ndo that")
	w.press("Copy")
	await(w, `document.querySelector(".panel .actions").innerText.includes("Copy") ? "" : "copied or refused"`,
		"copied or refused")
	const off = `document.querySelector(".panel .main").disabled`
	await(w, off, true)
	f.set(p1+"/command", doc{"line": "jprof mvn test", "problems": list{doc{"text": "jprof mvn test is running",
		"hints": list{}, "job": "j1"}}})
	await(w, `document.querySelector(".panel .note a")?.hash ?? ""`, "#/p/p1/job/j1") // it looks again by itself
	await(w, off, true)
	f.set(p1+"/command", doc{"line": "jprof mvn test", "problems": list{}})
	await(w, off, false)
	w.press("Run")
	f.wantPosted(p1 + `/jobs {"command":"mvn","options":[{"name":"--label","value":"new one"},{"name":"--by-test",` +
		`"value":""}],"args":"test","input":"1 2 3\n"}`)
	await(w, `location.hash`, "#/p/p1/job/j1")

	// A program: the main file, and the folder that its package starts at.
	w.do(chromedp.Navigate(f.url("/p/p1/run?command=run&main=src/main/java/demo/Main.java")))
	await(w, text(".basics .is"), "2 sources have a main method.")
	w.fill(".basics input:not([list])", "-x 'a b'")
	f.wantPosted(p1 + `/command {"command":"run","options":[{"name":"--sources-directory","value":"src/main/java"}],` +
		`"args":"src/main/java/demo/Main.java -x 'a b'","input":null}`)
	w.fill(".basics input[list]", "Tool.java")
	f.wantPosted(p1 + `/command {"command":"run","options":[],"args":"Tool.java -x 'a b'","input":null}`)

	// The form begins with the command that was started last.
	last := made()[p1].(doc)
	last["last"] = doc{"command": "mvn", "options": list{doc{"name": "--label", "value": "it's"}},
		"args": list{"-Dx=a b",
			"test"}, "input": nil}
	f.set(p1, last)
	w.do(chromedp.Navigate("about:blank"), chromedp.Navigate(f.url("/p/p1/run")))
	await(w, `document.querySelector(".basics input")?.value ?? ""`, "'-Dx=a b' test")
	await(w, `document.querySelector("[aria-label='NAME of --label']").value`, "it's")

	// That of a job begins with its own command.
	f.set("jobs/j2", doc{"call": doc{"command": "gradle", "options": list{doc{"name": "--by-test", "value": ""}},
		"args": list{"check"}, "input": nil}})
	w.do(chromedp.Navigate("about:blank"), chromedp.Navigate(f.url("/p/p1/run?job=j2")))
	f.wantPosted(p1 + `/command {"command":"gradle","options":[{"name":"--by-test","value":""}],"args":"check",` +
		`"input":null}`)

	// So does a program: its main file, which may be none that was found, is no argument of it.
	for _, main := range []string{"Tool.java", "Words.java"} {
		last["last"] = doc{"command": "run", "options": list{}, "args": list{main, "3", "my words"}, "input": nil}
		w.do(chromedp.Navigate("about:blank"), chromedp.Navigate(f.url("/p/p1/run")))
		await(w, `document.querySelector(".basics input:not([list])")?.value ?? ""`, "3 'my words'")
		await(w, text(".basics .is"), "2 sources have a main method.")
		await(w, `document.querySelector(".basics input[list]").value`, main)
		f.wantPosted(p1 + `/command {"command":"run","options":[],"args":"` + main + ` 3 'my words'","input":null}`)
	}
	f.set(p1+"/mains", doc{"mains": list{}, "more": false})
	w.do(chromedp.Navigate("about:blank"), chromedp.Navigate(f.url("/p/p1/run?command=run")))
	await(w, text(".basics .is"), "No main method found. Type the file.")
}

func TestJobInBrowser(t *testing.T) {
	f := fake(t, made())
	madeOutput(f)
	w := see(t, f, "/p/p1/job/j1")
	await(w, texts(".terminal .block > div"), "[INFO] Scanning for projects...|[INFO] Building calc 1.0-SNAPSHOT"+
		"                                          [2/3]|[INFO] --- maven-compiler-plugin:3.11.0:compile "+
		"(default-compile) @ calc ---|[ERROR] /home/me/calc/src/main/java/demo/Main.java:[12,5] cannot find "+
		"symbol|100 %|"+
		"Tests of <b>calc</b>:|[ERROR] Tests run: 7, Failures: 1, Errors: 0, Skipped: 2, Time elapsed: 0.1 s -- in "+
		"demo.MainTest|at java.base/java.lang.Integer.parseInt(Integer.java:668)|at java.lang.Thread.run("+
		"Thread.java:1583)|* Get more help at https://help.gradle.org, see build.gradle.bak and "+
		"file:///home/me/calc/build.gradle.|at demo.sub.Parser.next(Parser.java:42)|no end of line reverse later")
	await(w, texts(".terminal .fg1"), "ERROR")
	await(w, texts(".facts li"), "building|calc module 2 of 3|compiler:compile|7 tests|1 failed|2 skipped")
	await(w, `Array.from(document.querySelectorAll(".terminal a"), (a) => decodeURIComponent(a.hash)).join(" ")`,
		"#/p/p1/code?find=/home/me/calc/src/main/java/demo/Main.java&line=12 "+
			"#/p/p1/code?find=/home/me/calc/build.gradle "+
			"#/p/p1/code?find=demo/sub/Parser.java&line=42")

	// Input, in lines, until it ends.
	w.fill(".line input", "hello")
	w.press("Send")
	f.wantPosted(`jobs/j1/input {"text":"hello\n","end":false}`)
	w.press("End of input")
	f.wantPosted(`jobs/j1/input {"text":"","end":true}`)

	w.press("Cancel")
	f.wantPosted(`jobs/j1/cancel {}`)
	job := made()["jobs/j1"].(doc)
	job["cancelling"] = true
	f.emit("jobs/j1/events", "state", job)
	await(w, text("main .run .tag"), "cancelling")
	job["state"], job["exitCode"], job["ended"], job["cancelling"] = "cancelled", 130, "2026-11-23T15:01:30Z", false
	job["result"] = "cancelled"
	f.emit("jobs/j1/events", "state", job)
	await(w, text("main .run"), "cancelled 1 min 30 s")
	await(w, text("#said"), "cancelled")
	await(w, texts("main > .actions :is(a, button)"), "Change and run again|Copy the output")
	await(w, `document.querySelector("main > .actions a").hash`, "#/p/p1/run?job=j1") // not the newest job's command

	// Another window sees the same, though the state comes before the output there.
	job["state"], job["exitCode"], job["run"] = "ended", 1, "20261123-150000-aaaaaa"
	job["result"] = "1 test failed"
	f.emit("jobs/j1/events", "state", job)
	await(w, texts("main > .actions .main"), "Change and run again") // as the run has little to show
	job["hasReport"] = true
	f.emit("jobs/j1/events", "state", job)
	f.set("jobs/j1", job)
	f.emit("jobs/j1/events", "output", doc{"text": "\njprof: report: /home/me/calc/.jprof/report/contexts.html\n"})
	f.emit("jobs/j1/events", "state", job)
	second := see(t, f, "/p/p1/job/j1")
	await(second, text("main .run"), "1 test failed 1 min 30 s")
	await(second, `document.querySelectorAll(".terminal .block > div").length`, 13)
	await(second, `((a) => a && a.innerText + " " + a.hash)(document.querySelector(".terminal a[target=_blank]"))`,
		"/home/me/calc/.jprof/report/contexts.html #/p/p1/runs/20261123-150000-aaaaaa/report?page=Contexts")
	await(second, texts("main > .actions :is(a, button)"),
		"Open the report|Open the run|Change and run again|Copy the output")
	await(second, `document.querySelector("main .actions .main").hash`, "#/p/p1/runs/20261123-150000-aaaaaa/report")
}

// TestLargeOutput shows more lines than a browser can lay out at once.
func TestLargeOutput(t *testing.T) {
	f := fake(t, made())
	f.emit("jobs/j1/events", "output", doc{"text": "cut\n", "lost": 90_000, "lines": 330_800})
	for i := range 45 {
		f.emit("jobs/j1/events", "output", doc{"text": strings.Repeat(fmt.Sprintf("line of part %d\n", i), 500)})
	}
	w := see(t, f, "/p/p1/job/j1")
	await(w, `document.querySelector(".terminal .block:last-child > div:last-child")?.textContent ?? ""`, "line "+
		"of part 44")
	if n := eval[int](w, `document.querySelectorAll(".terminal .block > div").length`); n < 19000 || n > 20200 {
		t.Errorf("%d lines are shown", n)
	}
	await(w, text("main > .empty"), "The first 333,400 lines are not shown any more.")
	f.emit("jobs/j1/events", "output", doc{"text": "last\n", "lost": 5, "lines": 400_000})
	await(w, texts(".terminal .block:last-child > div:nth-last-child(-n + 2)"),
		"… 46,699 lines are not kept any more …|last")
	await(w, `((t) => t.scrollHeight - t.scrollTop - t.clientHeight < 30)(document.querySelector(".terminal"))`, true)
}

// TestConnectionLost kills the server below two windows, and starts it again.
func TestConnectionLost(t *testing.T) {
	f := fake(t, made())
	f.emit("jobs/j1/events", "output", doc{"text": "before\n"})
	var windows []window
	for _, route := range []string{"/p/p1/job/j1", "/"} {
		w := open(t)
		chromium.Quiet(t, w.ctx, "Failed to load resource", "ERR_")
		w.do(chromedp.Navigate(f.url(route)))
		windows = append(windows, w)
	}
	await(windows[0], texts(".terminal .block > div"), "before")
	await(windows[1], `document.querySelectorAll("table.projects tbody tr").length`, 3)
	f.stop()
	await(windows[0], text("#banner"), "Connection lost. jprof does not answer. This page tries again and again. "+
		"Builds that it has started may go on. If jprof ui has ended, start it again: it prints a new address, and "+
		"this page has the old one.")
	eval[bool](windows[1], `document.querySelector("[aria-label='Forget old']").click() ?? true`)
	await(windows[1], `document.querySelector("#banner").innerText.split(".")[0]`, "Connection lost")
	await(windows[0], text("main .run"), "unknown jprof does not answer")
	f.emit("jobs/j1/events", "output", doc{"text": "after\n"})
	f.start()
	for _, w := range windows {
		await(w, `document.querySelector("#banner").hidden`, true)
		await(w, text("#said"), "jprof answers again.")
	}
	await(windows[0], texts(".terminal .block > div"), "before|after")
	await(windows[0], text("main .run .tag"), "running")
}
