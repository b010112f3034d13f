package ui

import "strings"

// doc is a document of JSON.
type doc = map[string]any

// list is a list of documents.
type list = []any

// p1 is the path of requests about the project of made data.
const p1 = "projects/p1"

// made are answers of a server that has a project with jobs and runs.
func made() map[string]any {
	job := doc{"id": "j1", "project": "p1", "command": "mvn", "line": "jprof mvn verify",
		"started": "2026-11-23T15:00:00Z", "ended": nil, "exitCode": nil, "state": "running", "run": "",
		"phase": "building"}
	hint := "install a JDK, version 17 or newer"
	return map[string]any{
		"state": doc{"version": "1.2.3", "home": "/home/me", "separator": "/", "here": doc{"name": "/home/me/calc",
			"project": true}, "projects": list{
			doc{"id": "p1", "name": "calc", "path": "/home/me/calc", "tools": list{"mvn"},
				"opened": "2026-11-23T15:00:00Z", "gone": false},
			doc{"id": "p2", "name": "a-project-with-a-long-name-as-projects-have-them", "path": "/home/me/work/" +
				strings.Repeat("folder/", 12), "tools": list{"gradle"}, "opened": "2026-11-20T08:05:00Z",
				"gone": false},
			doc{"id": "p3", "name": "old", "path": "/home/me/old", "tools": list{}, "opened": "2026-10-01T08:00:00Z",
				"gone": true},
		}},
		"folders?path=%2Fhome%2Fme%2Fcalc": doc{"path": "/home/me/calc", "parent": "/home/me", "project": true,
			"folders": list{doc{"name": "src", "project": false}}},
		"folders?path=%2Fhome%2Fme": doc{"path": "/home/me", "parent": "/home", "project": false, "folders": list{
			doc{"name": "calc", "project": true}, doc{"name": "music", "project": false}}},
		"folders?path=%2Fnowhere": Failure{"/nowhere: no such folder", []string{}},
		"projects":                doc{"id": "p1"}, "projects/forget": doc{},
		p1: doc{"id": "p1", "name": "calc", "path": "/home/me/calc", "tools": list{doc{"command": "mvn",
			"name": "Maven", "unit": "goal", "usual": "verify", "goals": list{
				doc{"name": "verify", "does": "compile, test, package, and run integration tests"},
				doc{"name": "test", "does": "compile and run unit tests"},
				doc{"name": "-pl MODULE -am", "does": "only a module and what it needs"}}}},
			"newestRun": doc{"id": "20261123-150000-aaaaaa", "label": "before", "started": "2026-11-23T15:00:00Z",
				"outcome": "tests-failed", "result": "1 test failed"},
			"jobs": list{job}, "live": list{doc{"run": "20261123-150100-cccccc",
				"label": "nightly", "command": "mvn verify",
				"started": "2026-11-23T15:01:00Z", "phase": "building"}}, "last": nil},
		p1 + "/overview": doc{"run": nil, "base": nil},
		p1 + "/doctor": doc{"problems": 1, "findings": list{
			doc{"what": "jprof", "under": false, "text": "1.2.3, linux/amd64", "problem": false, "hints": list{}},
			doc{"what": "Maven", "under": false, "text": "3.9.9 by /usr/bin/mvn", "problem": false, "hints": list{}},
			doc{"what": "runs on", "under": true, "text": "no JDK was found", "problem": true, "hints": list{hint}}},
			"sourceSets": list{doc{"module": "demo:calc", "set": "main", "files": 6, "counted": 6, "encoding": "UTF-8",
				"level": "17", "roots": list{"src/main/java"}}},
			"unmeasured": list{doc{"path": "src/main/java/demo/Big.java", "line": 7, "reason": "the method is too " +
				"long"}},
			"newestRun": list{doc{"what": "newest run", "under": false, "text": "passed", "problem": false,
				"hints": list{}}}},
		"live": doc{"measurements": list{
			madeMeasurement("20261123-150100-cccccc", "p1", "calc", "mvn verify"),
			madeMeasurement("r2", "p1", "calc", "mvn verify")}},
		"commands": doc{"commands": list{
			madeCommand("mvn", "build and test a Maven project, and count"),
			madeCommand("gradle", "build and test a Gradle project, and count"),
			madeCommand("run", "compile and run a program, and count"),
			madeCommand("report", "write the report of a run again, or print its totals"),
			madeCommand("export", "write the counts of a run for other tools")}},
		p1 + "/mains": doc{"mains": list{doc{"path": "src/main/java/demo/Main.java", "class": "demo.Main"},
			doc{"path": "Tool.java", "class": "Tool"}}},
		p1 + "/command": doc{"argv": list{"jprof", "mvn", "verify"}, "line": "jprof mvn verify", "problems": list{}},
		p1 + "/jobs":    doc{"job": "j1"},
		"jobs/j1":       job, "jobs/j1/cancel": doc{}, "jobs/j1/input": doc{},
	}
}

// madeMeasurement is a measurement that runs.
func madeMeasurement(run, project, name, command string) doc {
	return doc{"run": run, "label": "", "command": command, "started": "2026-11-23T15:01:00Z", "phase": "building",
		"project": project, "name": name, "path": "/home/me/" + name, "ended": nil, "exitCode": nil}
}

// madeCommand is a command with options of all kinds.
func madeCommand(name, usage string) doc {
	option := func(value string, optional bool, usage string, names ...any) doc {
		return doc{"name": names[len(names)-1], "names": names, "value": value, "optionalValue": optional,
			"usage": usage, "preset": ""}
	}
	contexts := option("MODE", true, "record calling contexts, executed bytecodes and allocations instead of counts",
		"--contexts")
	contexts["preset"] = "all where the JDK can be covered, else app"
	options := list{
		option("NAME", false, "give the run the label `NAME`", "--label"),
		option("", false, "give each test its own counts: jprof tests lists which tests ran which code", "--by-test"),
		contexts,
		option("", false, "print what jprof does", "-v", "--verbose")}
	if name == "run" {
		options = append(options, option("SRCDIR", false, "count in all Java files of `SRCDIR`", "-d",
			"--sources-directory"))
	}
	return doc{"name": name, "usage": strings.Split(usage, ".")[0], "forms": list{"jprof " + name},
		"description": usage + ": a sentence\ngoes on in the next line.\n\nkeep\n these lines",
		"options":     options, "examples": list{}, "unit": map[string]string{"mvn": "goal", "gradle": "task"}[name]}
}

// madeOutput is the beginning of the output of the made job.
func madeOutput(f *fakeAPI) {
	for _, text := range []string{
		"[\x1b[1;34mINFO\x1b[m] Scanning for projects...\n[\x1b[1;34mINFO\x1b[m] \x1b[1mBuilding calc 1.0-SNAP",
		"SHOT                                          [2/3]\x1b[m\n[INFO] --- " +
			"maven-compiler-plugin:3.11.0:compile (default-compile) @ calc ---\n",
		"[\x1b[1;31mERROR\x1b[m] /home/me/calc/src/main/java/demo/Main.java:[12,5] cannot find symbol\n",
		"10 %\r50 %\r100 %\nTests of <b>calc</b>:\n",
		"[ERROR] Tests run: 7, Failures: 1, Errors: 0, Skipped: 2, Time elapsed: 0.1 s -- in demo.MainTest\n",
		"\tat java.base/java.lang.Integer.parseInt(Integer.java:668)\n\tat java.lang.Thread.run(Thread.java:1583)\n",
		"* Get more help at https://help.gradle.org, see build.gradle.bak and file:///home/me/calc/build.gradle.\n",
		"\tat demo.sub.Parser.next(Parser.java:42)\n", "no end of line \x1b[7mreverse\x1b[0m " +
			"\x1b[38;5;208mlater\x1b[0m",
	} {
		f.emit("jobs/j1/events", "output", doc{"text": text})
	}
}
