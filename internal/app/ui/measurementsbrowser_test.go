package ui

import (
	"maps"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestMeasurementsInBrowser chooses between measurements of two projects, by keys and by the address.
func TestMeasurementsInBrowser(t *testing.T) {
	f := fake(t, madeRuns(made()))
	project := maps.Clone(f.answers[p1].(doc))
	project["id"], project["name"] = "p2", "other"
	f.set("projects/p2", project)
	f.set("projects/p2/live/map?run=r3", f.answers[p1+"/live/map?run=r2"])
	first, newest := madeMeasurement("r1", "p1", "calc", "mvn verify"), madeMeasurement("r2", "p1", "calc", "mvn test")
	other := madeMeasurement("r3", "p2", "other", "gradle test")
	other["label"], other["sameName"] = "before", true
	show := func(measurements ...any) { f.set("live", doc{"measurements": append(list{}, measurements...)}) }
	update := func(path, run string, executions int) {
		u := maps.Clone(f.answers["update"].(doc))
		u["run"], u["executions"] = run, executions
		f.emit(path, "live", u)
	}
	update(p1+"/live", "r2", 22)
	update(p1+"/live?run=r1", "r1", 11)
	update("projects/p2/live?run=r3", "r3", 33)
	f.set(p1+"/live/map?run=r1", f.answers[p1+"/live/map?run=r2"])

	// One measurement needs no choice.
	show(newest)
	w := see(t, f, "/p/p1/live")
	await(w, text(".tile b"), "22")
	await(w, texts(".measurements tbody tr"), "")

	// Others are listed when they begin.
	show(other, newest, first)
	await(w, texts(".measurements tbody tr"), "gradle test before\tother /home/me/other\t2026-11-23 15:01 UTC\t"+
		"running not final|"+
		"mvn test shown below\tcalc\t2026-11-23 15:01 UTC\trunning not final|"+
		"mvn verify\tcalc\t2026-11-23 15:01 UTC\trunning not final")
	await(w, texts(".measurements [aria-current=true]"), "mvn test")
	await(w, `document.querySelector("main > .run").getBoundingClientRect().top -
		document.querySelector(".measurements").closest(".scroll").getBoundingClientRect().bottom > 12`, true)

	// A choice by keys stays in the address, and with the sources that are opened.
	eval[bool](w, `document.querySelector(".measurements").closest("[tabindex]").focus() ?? true`)
	w.key(kb.Tab + kb.Tab + kb.Tab + kb.Enter)
	await(w, `location.hash`, "#/p/p1/live?run=r1")
	await(w, text(".tile b"), "11")
	await(w, texts(".measurements [aria-current=true]"), "mvn verify")
	await(w, `document.querySelector(".hot a").hash`,
		"#/p/p1/live?run=r1&path=src%2Fmain%2Fjava%2Fdemo%2FMain.java&line=3")
	w.do(chromedp.Reload())
	await(w, text(".tile b"), "11")
	w.press("gradle test")
	await(w, text(".tile b"), "33")
	await(w, text(".brand span"), "other")
	await(w, `location.hash`, "#/p/p2/live?run=r3")

	// A measurement that has ended links to its final numbers.
	first["ended"], first["exitCode"] = "2026-11-23T15:02:00Z", 0
	first["result"] = "passed"
	other["ended"] = "2026-11-23T15:02:00Z"
	show(newest, other, first)
	f.emit("projects/p2/live?run=r3", "ended", doc{"run": "r3", "exitCode": nil, "seconds": nil})
	await(w, texts(".measurements tbody td:last-child"),
		"running not final|ended no run was saved|passed final numbers")
	await(w, texts(".measurements tbody a"), "mvn test|gradle test|final numbers")
	await(w, text("main > [role=status]"),
		"The run has ended. No run was saved. Below are its last live numbers.")
	await(w, text("main > .run .tag"), "ended")
	const atEnd = "The run has ended: 1 test failed. "
	none := doc{"carried": "", "errors": list{}, "failed": list{}, "change": nil, "saved": list{}}
	f.set(p1+"/runs/r1/findings", none)
	f.set(p1+"/runs/r4/findings", none)
	f.emit(p1+"/live?run=r1", "ended", doc{"run": "r1", "exitCode": 1, "result": "1 test failed", "seconds": 90})
	w.do(chromedp.Navigate(f.url("/p/p1/live?run=r1")))
	await(w, text("main > [role=status]"),
		atEnd+"Below are its last live numbers. The final numbers are in the saved run.")

	// A window that comes later has no numbers.
	f.emit(p1+"/live?run=r4", "ended", doc{"run": "r4", "exitCode": 1, "result": "1 test failed", "seconds": 90})
	w.do(chromedp.Navigate(f.url("/p/p1/live?run=r4")))
	await(w, text("main > [role=status]"), atEnd+"The final numbers are in the saved run.")
	await(w, `document.querySelector("main > [role=status] a").hash`, "#/p/p1/runs/r4")

	// The list of projects has it, too, while something runs. The focus does not move when the list changes.
	w.do(chromedp.Navigate(f.url("/")))
	await(w, `document.querySelectorAll("table.projects tbody tr").length`, 3)
	await(w, texts(".measurements tbody a"), "mvn test|final numbers")
	eval[bool](w, `document.querySelector(".measurements a").focus() ?? true`)
	newest["label"] = "l"
	show(newest)
	await(w, texts(".measurements tbody .tag"), "l|running")
	await(w, `document.activeElement.hash`, "#/p/p1/live?run=r2")
	show()
	await(w, texts(".measurements tbody tr"), "")
}
