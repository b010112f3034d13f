package mcp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/runs"
	"jprof/report/reporttest"
)

// TestTools checks what clients read of the tools before they call one: that reading ones are marked, and schemas. The
// manual has a row for each.
func TestTools(t *testing.T) {
	manual, err := os.ReadFile("../../../docs/MCP.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, builds := range []bool{false, true} {
		c := connect(t, t.TempDir(), func(o *Options) { o.Builds = builds })
		list, err := c.session.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(list.Tools); n != 9 && !builds || n != 10 && builds {
			t.Errorf("%d tools, builds %v", n, builds)
		}
		for _, tool := range list.Tools {
			if !strings.Contains(string(manual), "\n| `"+tool.Name+"` | ") {
				t.Errorf("docs/MCP.md has no row for %s", tool.Name)
			}
			reads := tool.Name != "run_affected"
			if tool.Annotations.ReadOnlyHint != reads || tool.Annotations.Title == "" || tool.OutputSchema == nil ||
				!reads && *tool.Annotations.DestructiveHint {
				t.Errorf("%s: %+v, output %v", tool.Name, tool.Annotations, tool.OutputSchema)
			}
		}
	}
}

// TestAnswers asks each tool that needs no agent, of a run whose counts are known.
func TestAnswers(t *testing.T) {
	dir := tested(t)
	before := jtest.TreeHash(t, dir)
	c := connect(t, dir)
	c.is("summary", `{}`,
		"run "+testedRun+" (2026-01-02 03:04 UTC), passed: 9 of 9 lines executed (100 %), 6 of 6 branches (100 %), "+
			"2 of 2 methods (100 %) of main sources; 3 of 3 gates passed",
		"run "+testedRun+"  2026-01-02 03:04 UTC  counts by test  mvn verify")
	c.is("hot", `{}`, "2 methods that ran, by executions",
		parser+":4  executions 88, calls 20  Parser::parse(String s)",
		parser+":16  executions 1, calls 1  Parser::close()")
	c.is("hot", `{"in": "Parser.java:9-13"}`, "4 lines with code, in their order, in Parser.java:9-13",
		parser+":9  executions 5  n = -Integer.parseInt(s.substring(1));",
		parser+":10  executions 3  } else if (s.isEmpty()) {",
		parser+":11  executions 2  throw new IllegalArgumentException();", parser+":13  executions 18  return n;")
	c.is("hot", `{"in": "org.example", "kind": "classes", "by": "calls"}`, "1 class that ran, by calls, in org.example",
		parser+":3  executions 89, calls 21  org.example.Parser")
	c.is("hot", `{"kind": "regions", "limit": 1, "offset": 1}`,
		"8 regions (statements that run together) that ran, by executions",
		parser+":13  executions 18  return n;", "6 more: offset 2")
	c.is("tests_of", `{"code": "Parser.java:11"}`, "1 test ran Parser.java:11",
		"org.example.OtherTest#fails  executions 2, passed, 0.000 s")
	c.is("tests_of", `{"code": "Parser.java:parse", "limit": 2}`, "5 tests ran Parser.java:parse",
		parserTest+":3  ParserTest#signs  executions 24, passed, 0.000 s",
		parserTest+":4  ParserTest#digits[1]  executions 16, passed, 0.000 s", "7 more: offset 2")
	c.is("test", `{"test": "OtherTest"}`, "1 test, 0.000 s, ran 4 regions of main sources, 2 of them alone",
		parser+":4  Parser::parse(String s)  executions 10, 4 of 7 regions, 2 alone")
	c.is("test", `{"test": "ParserTest#signs"}`,
		"1 test, 0.000 s, ran 5 regions of main sources, 0 of them alone")
	c.is("test", `{"test": "ParserTest#signs", "all": true}`,
		"1 test, 0.000 s, ran 5 regions of main sources, 0 of them alone",
		parser+":4  Parser::parse(String s)  executions 24, 5 of 7 regions, 0 alone")
	c.is("missed", `{}`,
		"0 methods with missed code (lines, and outcomes of branches), where a test is worth most first")
	if r := data[MethodAnswer](c, "method", `{"method": "Parser.parse"}`); len(r.Counts) != 1 ||
		r.Counts[0] != parser+":4  Parser::parse(String s)  calls 20, executions 88, 8 of 8 lines ran, 5 tests" ||
		!strings.HasPrefix(r.Summary, "no callers are known: run "+testedRun+" has no contexts") {
		t.Errorf("%+v", r)
	}
	if after := jtest.TreeHash(t, dir); after != before {
		t.Error("a tool that reads has changed the project")
	}
}

// TestData compares data with the numbers of the text.
func TestData(t *testing.T) {
	c := connect(t, tested(t))
	if s := data[Summary](c, "summary", `{}`); s.Run != testedRun || s.Lines.Covered != 9 || s.Branches.Total != 6 ||
		s.Methods.Total != 2 || s.Gates != 3 || s.Items[0].ID != testedRun || s.NextOffset != 0 {
		t.Errorf("%+v", s)
	}
	if x := data[TestAnswer](c, "test", `{"test": "OtherTest"}`); x.Alone != 2 || x.Regions != 4 || x.Tests != 1 ||
		x.Items[0].Regions.Total != 7 {
		t.Errorf("%+v", x)
	}
	x := data[useList](c, "tests_of", `{"code": "Parser.java:parse", "limit": 2, "offset": 2}`)
	if x.Total != 9 || x.NextOffset != 4 || len(x.Items) != 2 || x.Items[0].Executions != 10 {
		t.Errorf("%+v", x)
	}
	if x := data[useList](c, "tests_of", `{"code": "Parser.java:parse", "offset": 9}`); x.NextOffset != 0 ||
		len(x.Items) != 0 {
		t.Errorf("%+v", x)
	}
}

// TestErrors makes the mistakes of agents: the errors say what to do.
func TestErrors(t *testing.T) {
	nothing := connect(t, t.TempDir())
	for _, tool := range []string{"summary", "missed", "hot", "change", "compare", "affected"} {
		nothing.fails(tool, `{}`, "no runs here")
	}
	nothing.fails("tests_of", `{"code": "A.java:1"}`, "no runs here")
	nothing.fails("method", `{"method": "f"}`, "no runs here")
	c := connect(t, tested(t))
	c.fails("missed", `{"in": "Paser.java"}`, "no file or class with this name", "hint: similar names: Parser.java")
	c.fails("hot", `{"in": "Parser:parce"}`, "hint: similar names: parse")
	c.fails("tests_of", `{"code": "Parser.java:2"}`, "there is no code with counts on this line")
	c.fails("test", `{"test": "ParserTset"}`, "hint: similar names: ParserTest")
	c.fails("test", `{"test": ""}`, "name a test")
	c.fails("method", `{"method": "prase"}`, "hint: similar names: parse")
	c.fails("missed", `{"run": "nothing"}`, "no run with this ID or label")
	c.fails("missed", `{"limit": 201}`, "limit must be 1 to 200, not 201")
	c.fails("missed", `{"offset": -1}`, "offset must be at least 0")
	c.fails("missed", `{"where": "A"}`, `unexpected additional properties ["where"]`)
	c.fails("hot", `{"kind": "files"}`, "kind must be methods, classes, regions or lines")
	c.fails("hot", `{"by": "time"}`, "by must be executions or calls")
	c.fails("hot", `{"by": "calls", "kind": "regions"}`, "by is not for regions: they have one count")
	c.fails("compare", `{}`, "there is no run to compare it with")
	dir := t.TempDir()
	save(t, dir, "r1", 2, 0)
	if err := os.Remove(filepath.Join(dir, ".jprof", "runs", "r1", "tests")); err != nil {
		t.Fatal(err)
	}
	poke(t, dir, "r1", `"byTest"`, `"otherTest"`)
	connect(t, dir).fails("tests_of", `{"code": "A.java:4"}`, "has no counts by test", "--by-test")
}

// poke replaces a text in the description of a run.
func poke(t *testing.T, dir, run, was, is string) {
	t.Helper()
	name := ".jprof/runs/" + run + "/run.json"
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil || !strings.Contains(string(text), was) {
		t.Fatalf("%s is not in %s: %v", was, text, err)
	}
	write(t, dir, name, strings.Replace(string(text), was, is, 1))
}

// TestNewRuns makes runs while a client is connected: they are seen without a restart, and compared.
func TestNewRuns(t *testing.T) {
	dir := t.TempDir()
	c := connect(t, dir)
	c.fails("summary", `{}`, "no runs here")
	save(t, dir, "20260102-030405-aaaaaa", 2, 1)
	c.is("missed", `{"in": "A"}`, "0 places in A did not run")
	save(t, dir, "20260102-030406-bbbbbb", 5, 0)
	c.is("missed", `{"in": "A"}`, "2 places in A did not run", "A.java:3  never true  n < 0",
		"A.java:4  not executed  g();")
	c.is("missed", `{}`,
		"1 method with missed code (lines, and outcomes of branches), where a test is worth most first",
		"A.java:3  misses 1 line, 1 outcome  A::f(int n)")
	c.is("missed", `{"in": "A", "run": "20260102-030405"}`, "0 places in A did not run")
	c.is("compare", `{}`, "run 20260102-030406-bbbbbb after 20260102-030405-aaaaaa; lines 50.0 % (-50.0); "+
		"branches 50.0 % (-50.0); methods 100 % (0); changed code: none with counts; newly missed: 1 line, "+
		"1 outcome of a branch; 0 tests newly fail, 0 lost, 0 new; 1 method differ",
		"A.java:3  missed: never true  n < 0", "A.java:4  missed: not executed  g();",
		"A.java:2  method: executions 3 -> 5, calls 2 -> 5  A::f(int n)")
	d := data[Comparison](c, "compare", `{"before": "20260102-030406-bbbbbb", "after": "20260102-030405-aaaaaa"}`)
	if d.NewlyMissed != 0 || d.Methods != 1 || d.Totals[0].After.Covered != 2 {
		t.Errorf("%+v", d)
	}
	poke(t, dir, "20260102-030405-aaaaaa", `"tool"`, `"label": "base", "tool"`)
	c.is("hot", `{"run": "base"}`, "1 method that ran, by executions", "A.java:2  executions 3, calls 2  A::f(int n)")
}

// TestPresentLines changes the sources after the run: places are those of the present files.
func TestPresentLines(t *testing.T) {
	dir := t.TempDir()
	save(t, dir, "20260102-030405-aaaaaa", 5, 0)
	then, err := os.ReadFile(filepath.Join(dir, "A.java"))
	if err == nil {
		err = runs.KeepSource(filepath.Join(dir, ".jprof", "runs", "20260102-030405-aaaaaa"), then)
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "A.java", "// a line\n"+string(then))
	c := connect(t, dir)
	c.is("missed", `{"in": "A"}`, "2 places in A did not run", "A.java:4  never true  n < 0",
		"A.java:5  not executed  g();")
	c.is("missed", `{"in": "A.java:5"}`, "1 place in A.java:5 did not run", "A.java:5  not executed  g();",
		"note: A.java has changed since run 20260102-030405-aaaaaa: line 5 was line 4")
	now := "// a line\nclass A {\nvoid f(int n) {\nif (n < 0) {\nh();\n}\n}\n}\n"
	write(t, dir, "A.java", now)
	c.is("missed", `{"in": "A"}`, "2 places in A did not run", "A.java:4  never true  n < 0",
		"A.java:4 (of the run; changed since)  not executed  g();")
	c.is("missed", `{"in": "A", "run": "20260102"}`, "2 places in A did not run", "A.java:3  never true  n < 0",
		"A.java:4  not executed  g();",
		"note: warning: A.java has changed since run 20260102-030405-aaaaaa: lines are those of the run")
}

// TestChange finds what of uncommitted lines did not run, and says so if the build had other sources.
func TestChange(t *testing.T) {
	jtest.NeedsTool(t, "git")
	dir := t.TempDir()
	inGit(t, dir, "init", "-q")
	write(t, dir, "A.java", "class A {\n}\n")
	inGit(t, dir, "add", "-A")
	inGit(t, dir, "commit", "-q", "-m", "first")
	save(t, dir, "20260102-030405-aaaaaa", 5, 0)
	c := connect(t, dir)
	c.is("change", `{}`, "changed since HEAD: 1 of 2 lines executed (50.0 %), 1 of 2 branches (50.0 %)",
		"A.java:3  never true  n < 0", "A.java:4  not executed  g();")
	if x := data[Change](c, "change", `{"since": "HEAD", "limit": 1}`); x.Lines.Total != 2 || x.NextOffset != 1 ||
		len(x.Items) != 1 {
		t.Errorf("%+v", x)
	}
	c.fails("change", `{"since": "nothing"}`, "nothing")
	text, err := os.ReadFile(filepath.Join(dir, "A.java"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "A.java", "// later\n"+string(text))
	c.fails("change", `{}`, "sources differ from those of run 20260102-030405-aaaaaa: A.java",
		"hint: measure again: jprof mvn verify")
}

// TestShort checks that no code of a project makes an answer long, or spoils its lines.
func TestShort(t *testing.T) {
	dir := t.TempDir()
	p := &reporttest.Project{}
	var code strings.Builder
	for i := range 300 {
		fmt.Fprintf(&code, "‹m f%d() 0|void ¤f%d() ‹b body 0|{ ‹r 0|·g(\"\x1b[31m\u202e%s\");› }››\n", i, i,
			strings.Repeat("long ", 800))
	}
	err := p.Add(reporttest.File{Module: "g:a", Path: "A.java", Counters: []uint64{0},
		Text: "‹t class A|class A {\n" + code.String() + "}\n›"})
	if err == nil {
		err = p.Save(dir, "r1")
	}
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, dir)
	for _, arguments := range []string{`{}`, `{"in": "A"}`, `{"in": "A", "offset": 100}`} {
		got := textOf(c.call("missed", arguments))
		n := strings.Count(got, "\n")
		if len(got) > 3000 || n != usualItems+1 || strings.Contains(got, "\x1b") {
			t.Errorf("missed %s: %d bytes, %d lines: %s", arguments, len(got), n, got)
		}
	}
	got := textOf(c.call("hot", `{"in": "A.java:2-4"}`))
	if len(got) > 1500 || strings.Count(got, "\n") != 3 || strings.ContainsAny(got, "\x1b\u202e") {
		t.Errorf("hot: %d bytes: %s", len(got), got)
	}
}

// TestMainSources omits test sources, unless they are asked for.
func TestMainSources(t *testing.T) {
	c := connect(t, tested(t))
	for arguments, total := range map[string]int{
		`{"in": "org.example"}`: 2, `{"in": "org.example", "tests": true}`: 4, `{"in": "ParserTest"}`: 2,
		`{"in": "app/src/test"}`: 2, `{"in": "org.**"}`: 2, `{"tests": true}`: 4,
	} {
		if got := data[hotList](c, "hot", arguments); got.Total != total {
			t.Errorf("hot %s: %d methods, not %d", arguments, got.Total, total)
		}
	}
}
