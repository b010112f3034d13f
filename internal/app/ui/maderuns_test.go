package ui

import (
	"fmt"
	"maps"

	"jprof/report/html/charts"
)

// madeRuns adds runs, a tree, settings and a measurement to the answers of made.
func madeRuns(answers map[string]any) map[string]any {
	ratio := func(covered, total int) doc { return doc{"covered": covered, "total": total} }
	var runs, trend list
	for i := range 6 {
		label := []string{"", "before", "a long label that says what has changed since"}[i%3]
		started, ended := fmt.Sprintf("2026-11-%02dT15:00:00Z", 23-i), fmt.Sprintf("2026-11-%02dT15:00:%02dZ", 23-i,
			20+i)
		id := fmt.Sprintf("202611%02d-150000-aaaaaa", 23-i)
		totals := doc{"lines": ratio(140-5*i, 151), "branches": ratio(81-3*i, 104), "methods": ratio(32, 37)}
		tests := doc{"tests": 22 - i, "failed": i % 2, "skipped": 1}
		outcome, result := []string{"ok", "tests-failed"}[i%2], []string{"passed", "1 test failed"}[i%2]
		runs = append(runs, doc{"id": id, "label": label, "title": "calc", "tool": "1.2.3", "command": list{"mvn",
			"verify"}, "line": "mvn verify", "started": started, "ended": ended, "outcome": outcome, "result": result,
			"nothing": "",
			"pages":   list{"Overview", "Tests"},
			"seconds": 20 + i, "exitCode": i % 2, "jvms": 1,
			"jdk":    "17.0.15",
			"commit": "0123456789abcdef0123456789abcdef01234567", "changedFiles": list{}, "mergedRuns": 0,
			"totals": totals,
			"tests":  tests, "notBuilt": list{}, "size": 1234567})
		trend = append(list{doc{"id": id, "label": label, "started": started, "commit": "",
			"executions": 7000000 - 50*i,
			"lines":      totals["lines"], "branches": totals["branches"], "methods": totals["methods"], "tests": tests,
			"seconds": 20 + i, "command": "mvn verify", "kind": "counts", "outcome": outcome,
			"costs": list{500 + 10*i}}}, trend...)
	}
	files := list{}
	var mapped []charts.MapFile
	for i := range 40 {
		path := fmt.Sprintf("src/main/java/demo/p%d/Class%d.java", i%5, i)
		if i == 0 {
			path = "src/main/java/demo/Main.java"
		}
		files = append(files, list{path, i * i * i * 100, i % 11, 10 + i%7, 0})
		mapped = append(mapped, charts.MapFile{Path: path, Regions: 10 + i%7 + 20*(i%3)})
	}
	files = append(files, list{"src/test/java/demo/MainTest.java", 10, 5, 5, 1})
	update := doc{"run": "r2", "phase": "building", "final": false, "jvms": doc{"alive": 1, "ended": 2},
		"tests": doc{"ended": 12, "failed": 0, "skipped": 1}, "elapsed": 73, "executions": 123456789,
		"rate": 654321.5, "covered": 210, "regions": 512, "wait": 0.5, "files": files, "problems": list{},
		"command": "mvn verify", "label": "", "contexts": false,
		"methods": list{doc{"file": "src/main/java/demo/Main.java", "line": 3, "name": "Main.main(String[])",
			"executions": 4000000, "rate": 1000.5}, doc{"file": "src/main/java/demo/p1/Class1.java", "line": 30,
			"name": "Class1.next()", "executions": 5000, "rate": 2000}}}
	source := "package demo;\n\nclass Main {\n  public static void main(String[] args) {\n    " +
		"System.out.println(\"<b>\");\n  }\n}\n"
	newest, base := runs[0].(doc), runs[1].(doc)
	newest["base"] = base["id"]
	oldest := runs[5].(doc)
	oldest["result"], oldest["byTest"] = "build failed, 9 tests failed", doc{"tests": 2149, "carried": 2082}
	oldest["tests"] = doc{"tests": 2149, "failed": 9, "skipped": 13}
	maps.Copy(answers, map[string]any{
		p1 + "/overview": doc{"run": newest, "base": base},
		p1 + "/runs/20261123-150000-aaaaaa/next": doc{"methods": 9, "order": "Order: risk.", "columns": list{
			doc{"key": "lines", "name": "missed lines", "meaning": "lines that were not executed"},
			doc{"key": "outcomes", "name": "missed branches", "meaning": ""},
			doc{"key": "complexity", "name": "complexity", "meaning": ""},
			doc{"key": "commits", "name": "commits", "meaning": ""},
			doc{"key": "test", "name": "nearest test", "meaning": ""}}, "places": list{doc{"method": "Main$1::run()",
			"title": "Main.new Runnable::run()", "path": "src/main/java/demo/Main.java", "line": 3, "lines": 2,
			"outcomes": 1, "complexity": 4, "commits": 3,
			"test": doc{"name": "demo.MainTest#runs", "path": "src/test/java/demo/MainTest.java",
				"line": 9}}, doc{"method": "Main::stop()", "title": "Main::stop()",
			"path": "src/main/java/demo/Main.java", "line": 9, "lines": 1, "outcomes": 0, "complexity": 1}}},
		p1 + "/runs": doc{"runs": runs}, p1 + "/trend": doc{"runs": trend, "more": false},
		p1 + "/trend?methods=demo.Main.main": doc{"runs": trend, "more": false},
		p1 + "/runs/label":                   doc{}, p1 + "/runs/delete": doc{}, p1 + "/runs/merge": doc{"run": "m1"},
		p1 + "/compare": doc{"url": "/r/abc/index.html"},
		p1 + "/report": doc{"url": "/r/abc/index.html", "pages": list{doc{"name": "Overview",
			"url": "/r/abc/index.html"},
			doc{"name": "Tests", "url": "/r/abc/tests.html"}}},
		p1 + "/runs/20261123-150000-aaaaaa/gates": doc{"passed": false, "gates": list{
			doc{"gate": "build", "of": "run", "actual": "exit code 0", "required": "exit code 0", "passed": true,
				"allow": "build-failed"},
			doc{"gate": "lines", "of": "project", "actual": "86.75 % (131 of 151)", "required": "at least 99 %",
				"passed": false}}},
		p1 + "/runs/20261123-150000-aaaaaa/findings": madeFindings(),
		p1 + "/runs/20261123-150000-aaaaaa/formats": doc{"formats": list{
			doc{"name": "lcov", "does": "counts of lines, for genhtml", "file": "20261123-150000-aaaaaa-lcov.info"},
			doc{"name": "sarif", "does": "gates that failed", "file": "20261123-150000-aaaaaa-gates.sarif"}}},
		p1 + "/runs/20261122-150000-aaaaaa/gates":    doc{"passed": true, "gates": list{}},
		p1 + "/runs/20261122-150000-aaaaaa/findings": madeFindings(),
		p1 + "/runs/20261122-150000-aaaaaa/formats":  doc{"formats": list{}},
		p1 + "/tree": doc{"path": "", "entries": list{
			doc{"name": ".jprof", "path": ".jprof", "kind": "output", "main": false},
			doc{"name": "src", "path": "src", "kind": "folder", "main": false},
			doc{"name": "pom.xml", "path": "pom.xml", "kind": "file", "main": false}}},
		p1 + "/tree?path=src": doc{"path": "src", "entries": list{
			doc{"name": "main", "path": "src/main", "kind": "sources", "main": false}}},
		p1 + "/tree?path=src%2Fmain": doc{"path": "src/main", "entries": list{
			doc{"name": "Main.java", "path": "src/main/java/demo/Main.java", "kind": "java", "main": true}}},
		p1 + "/source?path=src%2Fmain%2Fjava%2Fdemo%2FMain.java": doc{"path": "src/main/java/demo/Main.java",
			"text": source, "lines": 7},
		p1 + "/counts": doc{"run": "20261123-150000-aaaaaa", "label": "before", "started": "2026-11-23T15:00:00Z",
			"files": list{doc{"path": "src/main/java/demo/Main.java", "covered": 2, "total": 3}}},
		p1 + "/counts/source?path=src%2Fmain%2Fjava%2Fdemo%2FMain.java": doc{"stale": false,
			"counts":   list{nil, nil, 1, 0, 1234567},
			"branches": list{doc{"line": 5, "covered": 1, "total": 2, "texts": list{"T 0 / F 9"}}}},
		p1 + "/find?name=demo%2Fsub%2FParser.java": doc{"paths": list{"src/main/java/demo/Main.java", "b/Parser.java"}},
		p1 + "/settings": doc{"path": "/home/me/calc/jprof.yaml", "text": "check:\n  lines: 80\n", "problems": list{},
			"preview": doc{"Hidden from reports": list{"src/main/java/demo/Gen.java"}, "Gates": list{"lines: 80 %"}}},
		p1 + "/live/map?run=r2": charts.NewCodeMap(mapped),
		p1 +
			"/live/source?run=r2&path=src%2Fmain%2Fjava%2Fdemo%2FMain.java": doc{"path": "src/main/java/demo/Main.java",
			"lines": list{doc{"n": 1, "text": "class Main {", "count": nil}, doc{"n": 2, "text": "  int a = b;",
				"count": 1234567}, doc{"n": 3, "text": "  if (never) x();", "count": 0}, doc{"n": 4, "text": "}",
				"count": nil}}},
		"update": update, // not asked for by the page
	})
	return answers
}

// madeFindings returns what was found in a run: an error of the compiler, a failed test, a line that did not run.
func madeFindings() doc {
	return doc{"carried": "2,137 of 2,149 tests carried over from run r1",
		"selected": doc{"text": "12 of 2,149 tests selected (12 executed what has changed)", "why": list{
			doc{"test": "demo.MainTest#fails", "reason": "Main::main(): code changed; executed it"}}},
		"errors": list{doc{"path": "src/main/java/demo/Main.java", "line": 3,
			"message": "cannot find symbol\n  symbol: x"}},
		"failed": list{doc{"test": "demo.MainTest#fails", "message": list{"expected: <1>", "but was:  <2>"},
			"places": list{doc{"path": "src/test/java/demo/MainTest.java", "line": 33}}}},
		"change": doc{"since": "HEAD", "lines": doc{"covered": 2, "total": 3},
			"branches": doc{"covered": 1, "total": 2}},
		"missed": list{doc{"path": "src/main/java/demo/Main.java", "line": 5, "what": "never true", "code": "n < 0",
			"test": doc{"name": "demo.MainTest#runs", "path": "src/test/java/demo/MainTest.java", "line": 9}}},
		"saved":      list{},
		"missedMore": 3}
}

// foundThere is the text of madeFindings on the page, without heads and what was missed; missedThere is that.
const foundThere = "cannot find symbol\n  symbol: x\nsrc/main/java/demo/Main.java:3|" +
	"demo.MainTest#fails\nexpected: <1>\nbut was:  <2>\nsrc/test/java/demo/MainTest.java:33"

const missedThere = "2 of 3 lines executed (66.7 %), 1 of 2 branches (50.0 %)." +
	"|never true|n < 0|src/main/java/demo/Main.java:5|MainTest#runs"
