package assemble_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/pattern"
	"jprof/report/reporttest"
)

// excluding is the model of a report with these exclusions.
func excluding(t *testing.T, e assemble.Exclude, files ...reporttest.File) *report.Model {
	t.Helper()
	var p reporttest.Project
	if err := p.Add(files...); err != nil {
		t.Fatal(err)
	}
	in := p.Input("test")
	in.Exclude = e
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// omitted lists what a report does not show.
func omitted(m *report.Model) []string {
	var out []string
	for _, n := range m.Omitted {
		what := fmt.Sprintf("%s:%d-%d", n.File.Path, n.Span.Start.Line, n.Span.End.Line)
		if n.Whole {
			what = n.File.Path
		}
		out = append(out, what+" "+n.Reason)
	}
	return out
}

func TestExcludeMethods(t *testing.T) {
	const text = `‹t class Foo|class Foo {
  ‹m <clinit>() 0|static ¤‹b body 0|{ }››
  ‹m {}() 0|¤‹b body 0|{ }››
  ‹m <init>(int) 0|¤Foo(int x) ‹b body 0|{ }››
  ‹m toString() 0|¤toString() ‹b body 0|{ }››
  ‹m toString(Map<K, List<V>>, int...) 0|¤toString() ‹b body 0|{ }››
  ‹t class Foo$In|class In {
    ‹m <init>() 0|¤In() ‹b body 0|{ }››
    ‹m run(java.util.List<T>[]) 0|¤run() ‹b body 0|{ }››
  }›
}›`
	const clinit, init, foo, toString, toString2, in, run = 2, 3, 4, 5, 6, 8, 9
	for pattern, want := range map[string][]int{
		"**.toString()":                        {toString},
		"**.toString":                          {toString, toString2},
		"**toString(..)":                       {toString, toString2},
		"**.toString(Map<K,List<V>> , int...)": {toString2},
		"**.toString(Map, int...)":             {toString2},
		"**.toString(Map, *)":                  {toString2},
		"**.toString(*)":                       {toString},
		"**.toString(**)":                      {toString, toString2},
		"com.example.Foo.*":                    {clinit, init, foo, toString, toString2},
		"com.example.Foo.**":                   {clinit, init, foo, toString, toString2, in, run},
		// Foo$In is one name, too
		"com.example.*.*":                       {clinit, init, foo, toString, toString2, in, run},
		"com.example.Foo$In.*":                  {in, run},
		"com.example.Foo.In.run":                {run},
		"com.example.Foo$In.run(java.util.*[])": {run},
		"com.example.Foo.Foo":                   {foo},
		"com.example.Foo.<init>":                {init, foo},
		"com.example.Foo.Foo(int)":              {foo},
		"com.example.Foo.In.In()":               {in},
		"com.example.Foo.<clinit>":              {clinit},
		"com.example.Foo":                       nil,
		"Foo.*":                                 nil,
		"com?example.Foo.toString":              nil,
	} {
		m := excluding(t, assemble.Exclude{Methods: []string{pattern}, MethodsFrom: "jprof.yaml"},
			reporttest.File{Package: "com.example", Path: "Foo.java", Text: text, Counters: []uint64{1}})
		var got []int
		for _, n := range m.Omitted {
			got = append(got, int(n.Span.Start.Line))
			if want := fmt.Sprintf("excluded by %q in jprof.yaml", pattern); n.Reason != want || !n.Excluded {
				t.Errorf("%s: reason %s", pattern, n.Reason)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: lines %v, want %v", pattern, got, want)
		}
		if want := (report.Omitted{Methods: len(want)}); m.Totals.Excluded != want ||
			m.Totals.Methods.Total != 7-want.Methods {
			t.Errorf("%s: %v excluded, %v methods", pattern, m.Totals.Excluded, m.Totals.Methods)
		}
	}
}

func TestExcludeAnnotations(t *testing.T) {
	file := reporttest.File{Path: "A.java", Counters: []uint64{1}, Text: `
‹t class A|class A {
  ‹m a() 0|‹a javax.annotation.Generated|@javax.annotation.Generated› ‹a Override|@Override› void ¤a() ‹b body 0|{ ` +
		`‹r 0|·x();› }››
  ‹m b() 0|‹a Override|@Override› void ¤b() ‹b body 0|{ ‹r 0|·x();› }››
  ‹t class A$In|‹a LombokGenerated|@LombokGenerated› class In { ‹m c() 0|void ¤c() ‹b body 0|{ ` +
		`‹r 0|·if (‹c condition 0 0|z›) x();› }››
  ‹m d() 0|void ¤d() ‹b body 0|{ ‹u no|‹b lambda 0|x›› }›› }›
  ‹m e() 0|‹a org.Old|@org.Old› void ¤e() ‹b body 0|{ }››
  ‹m f() 0|‹a GeneratedBy|@GeneratedBy› void ¤f() ‹b body 0|{ }››
}›
‹t enum B|‹a Generated|@Generated› enum B { }›`}
	m := excluding(t, assemble.Exclude{}, file)
	want := []string{"A.java:3-3 excluded by @javax.annotation.Generated", "A.java:5-6 excluded by @LombokGenerated",
		"A.java:10-10 excluded by @Generated"}
	if got := omitted(m); !slices.Equal(got, want) {
		t.Errorf("by default\n%q, want\n%q", got, want)
	}
	if got, want := m.Totals.OmittedNote(), "3 methods and 1 part excluded"; got != want { // the enum has no method
		t.Errorf("omitted: %s, want %s", got, want)
	}
	if got, want := class(t, m, "A").Totals.Excluded, (report.Omitted{Methods: 3}); got != want {
		t.Errorf("class A: %+v, want %+v", got, want)
	}
	if a, b := class(t, m, "A"), class(t, m, "B"); !a.Measured() || b.Measured() || !b.OmittedBy.Excluded {
		t.Errorf("measured: A %v, B %v", a.Measured(), b.Measured())
	}
	if got, want := m.Files[0].Lines(), []report.LineCount{
		{Line: 4, Count: 1, Statements: report.Ratio{Covered: 1, Total: 1}}}; !slices.Equal(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
	if m.Totals.Branches.Total != 0 || m.Totals.Regions.Total != 1 || m.Totals.Methods.Total != 3 ||
		m.Totals.Invocations != 3 {
		t.Errorf("totals %+v", m.Totals)
	}
	for _, name := range []string{"Old", "org.Old", "@Old", "org.*", "O*d"} {
		m := excluding(t, assemble.Exclude{Annotations: []string{name}}, file)
		if got := omitted(m); !slices.Contains(got, "A.java:7-7 excluded by @org.Old") || len(got) != len(want)+1 {
			t.Errorf("%s: excluded: %q", name, got)
		}
	}
	m = excluding(t, assemble.Exclude{Annotations: []string{"Ol", "ld", "com.Old2", "com.acme.*"}}, file)
	if got := omitted(m); !slices.Equal(got, want) {
		t.Errorf("names of which no annotation is: %q", got)
	}
}

func TestExcludePaths(t *testing.T) {
	m := excluding(t, assemble.Exclude{Paths: []string{"**/gen/**"}, PathsFrom: "jprof.yaml"},
		reporttest.File{Path: "src/gen/A.java", Counters: []uint64{5},
			Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› ‹u no|x› }›\n"},
		reporttest.File{Path: "src/gen/B.java", Text: "‹u not understood|class {\n}\n›"},
		reporttest.File{Path: "src/C.java", Counters: []uint64{5},
			Text: "‹t class C|class C { ‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› }›"})
	want := []string{`src/gen/A.java excluded by "**/gen/**" in jprof.yaml`,
		`src/gen/B.java excluded by "**/gen/**" in jprof.yaml`}
	if got := omitted(m); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	one := report.Ratio{Covered: 1, Total: 1}
	metrics := report.Metrics{Methods: one, Blocks: one, Regions: one, Lines: one, Statements: one, Complexity: 1,
		Invocations: 5, Executed: 5}
	totals := report.Totals{Metrics: metrics, FilesMeasured: 1, Excluded: report.Omitted{Files: 2}}
	if known(m.Totals) != totals {
		t.Errorf("totals %+v, want %+v", m.Totals, totals)
	}
	if c := class(t, m, "A"); c.Measured() || c.Totals.Excluded.Files != 1 || c.Hottest != -1 {
		t.Errorf("class %+v", c)
	}
}

// TestExcludeFolders: patterns for paths are for sources without counters, too, file by file where a run names them.
func TestExcludeFolders(t *testing.T) {
	folder := func(path, reason string, files int, names ...string) report.SourceFolder {
		return report.SourceFolder{Module: "g:a", Set: "main", Path: path, Reason: reason, Files: files, Names: names}
	}
	const made = "generated by the build"
	var p reporttest.Project
	in := p.Input("test")
	in.Run.OmittedFolders = []report.SourceFolder{
		folder("a/target/gen", made, 3, "p/A.java", "p/AMapper.java", "p/B.java"),
		folder("a/target/made", made, 2, "p/C.java", "p/D.java"),
		folder("../lib", "outside of the project", 1, "L.java"), folder("old/target/made", made, 7),
		folder("old/target/gen", made, 5), folder(".", made, 1, "E.java")}
	in.Exclude = assemble.Exclude{Paths: []string{"**/*Mapper.java", "*/target/made/**", "../lib/**", "E.java",
		"old/target/gen/X.java"}, PathsFrom: "jprof.yaml"}
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	want := []report.SourceFolder{folder("a/target/gen", made, 2, "p/A.java", "p/B.java"),
		folder("old/target/gen", made, 5)}
	if got := m.Run.OmittedFolders; !reflect.DeepEqual(got, want) || m.Run.OmittedSources() != 7 {
		t.Errorf("omitted %+v, want %+v", got, want)
	}
	by := func(pattern string) string { return "excluded by \"" + pattern + "\" in jprof.yaml" }
	want = []report.SourceFolder{folder("a/target/gen", by("**/*Mapper.java"), 1, "p/AMapper.java"),
		folder("a/target/made", by("*/target/made/**"), 2, "p/C.java", "p/D.java"),
		folder("../lib", by("../lib/**"), 1, "L.java"), folder("old/target/made", by("*/target/made/**"), 7),
		folder(".", by("E.java"), 1, "E.java")}
	if got := m.Run.ExcludedFolders; !reflect.DeepEqual(got, want) {
		t.Errorf("excluded %+v, want %+v", got, want)
	}
}

func TestOffAndOn(t *testing.T) {
	m := excluding(t, assemble.Exclude{},
		reporttest.File{Path: "A.java", Counters: []uint64{1, 0}, Text: `‹t class A|class A {
  ‹m a() 0|void ¤a() ‹b body 0|{
    ‹r 0|·one();
    ‹off only for debugging|// jprof:off›
    ·two(); ·if (‹c condition 1 0-1|x›) ‹b then 1|{
      ‹r 1|·three();›
    }›
    ‹on|// jprof:on›
    ·four(); ‹off|/* jprof:off */› ·five();›
  }››
  ‹m b() 1|void ¤b() ‹b body 1|{ ‹r 1|·six();› }››
  ‹m c() 1|void ¤c() ‹b body 1|{
    ‹r 1|·seven(); ‹on|/* jprof:on */› ·eight();›
  }››
}›`})
	want := []string{"A.java:4-8 excluded by jprof:off: only for debugging", "A.java:9-13 excluded by jprof:off"}
	if got := omitted(m); !slices.Equal(got, want) {
		t.Errorf("omitted %q, want %q", got, want)
	}
	one := report.Ratio{Covered: 1, Total: 1}
	lines := []report.LineCount{{Line: 3, Count: 1, Statements: one}, {Line: 9, Count: 1, Statements: one},
		{Line: 13, Statements: report.Ratio{Total: 1}}}
	if got := m.Files[0].Lines(); !slices.Equal(got, lines) {
		t.Errorf("lines %v, want %v", got, lines)
	}
	if got, want := m.Totals.OmittedNote(), "2 methods and 1 part excluded"; got != want {
		t.Errorf("omitted: %s, want %s", got, want)
	}
	// Regions: one(); four(); eight();
	if m.Totals.Regions != (report.Ratio{Covered: 2, Total: 3}) || m.Totals.Branches.Total != 0 ||
		m.Totals.Methods.Total != 1 || m.Totals.Executed != 2 {
		t.Errorf("totals %+v", m.Totals)
	}
	if len(m.Warnings) != 0 {
		t.Errorf("warnings %v", m.Warnings)
	}
}

func TestCommentsThatDoNotFit(t *testing.T) {
	const body = "‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› }›"
	m := excluding(t, assemble.Exclude{},
		reporttest.File{Path: "A.java", Text: "‹t class A|class A {\n‹on|// jprof:on›\n" + body},
		reporttest.File{Path: "B.java",
			Text: "‹t class B|class B {\n‹off|// jprof:off›\n\n‹off|// jprof:off›\n" + body},
		reporttest.File{Path: "C.java", Text: "‹t class C|class C {\n" + body + "\n‹off|// jprof:off›"})
	want := []report.Problem{
		{Path: "A.java", Line: 2, Text: "jprof:on without a jprof:off before it"},
		{Path: "B.java", Line: 2, Text: "jprof:off without a jprof:on after it: the rest of the file is excluded"},
		{Path: "B.java", Line: 4, Text: "jprof:off has no effect: the one in line 2 still applies"},
		{Path: "C.java", Line: 3, Text: "jprof:off without a jprof:on after it: the rest of the file is excluded"},
	}
	if !slices.Equal(m.Warnings, want) {
		t.Errorf("warnings\n%v, want\n%v", m.Warnings, want)
	}
	if m.Totals.Methods.Total != 2 {
		t.Errorf("%d methods, want those of A and C", m.Totals.Methods.Total)
	}
}

func TestOverlappingParts(t *testing.T) {
	m := excluding(t, assemble.Exclude{Methods: []string{"A.a"}},
		reporttest.File{Path: "A.java", Counters: []uint64{1}, Text: `‹t class A|class A {
  ‹m a() 0|void ¤a() ‹b body 0|{ ‹r 0|·x(); ‹off|/* jprof:off */› ·y();› }››
  ‹m b() 0|void ¤b() ‹b body 0|{ ‹r 0|·x(); ‹u no|z(‹on|/* jprof:on */›  1)›; ·y();› }››
}›`})
	var got []string
	end := uint32(0)
	for _, p := range m.Files[0].Omitted {
		if p.Span.Start.Offset < end {
			t.Errorf("part at byte %d starts before %d", p.Span.Start.Offset, end)
		}
		end = p.Span.End.Offset
		got = append(got, p.Reason)
	}
	if want := []string{`excluded by "A.a"`, "excluded by jprof:off", "no"}; !slices.Equal(got, want) {
		t.Errorf("parts %q, want %q", got, want)
	}
	if m.Totals.Methods.Total != 0 || m.Totals.Regions.Total != 1 {
		t.Errorf("totals %+v", m.Totals)
	}
}

func TestMethodsWithoutCountersAreCounted(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java",
		Text: `‹t class A|class A { ‹x no|void f() { }› ‹u no|int x = 0;›
  ‹x no|void ‹off|/* jprof:off */› g() { }› ‹on|/* jprof:on */› ‹x no|void h() { }› }›`})
	if got, want := m.Totals.Unmeasured, (report.Omitted{Methods: 3, Parts: 1}); got != want {
		t.Errorf("not measured: %+v, want %+v", got, want)
	}
	if got, want := class(t, m, "A").Totals.Unmeasured, m.Totals.Unmeasured; got != want {
		t.Errorf("class: %+v, want %+v", got, want)
	}
}

func TestBadPatterns(t *testing.T) {
	for want, e := range map[string]assemble.Exclude{
		`"[a" is not a pattern for paths`:        {Paths: []string{"[a"}},
		`"f(" is not a pattern for methods`:      {Methods: []string{"f("}},
		`"()" is not a pattern for methods`:      {Methods: []string{"()"}},
		`"" is not a pattern for methods`:        {Methods: []string{""}},
		`"a/b" is not a pattern for methods`:     {Methods: []string{"a/b"}},
		`"A:b()" is not a pattern for methods`:   {Methods: []string{"A:b()"}},
		`"a b" is not the name of an annotation`: {Annotations: []string{"a b"}},
		`"" is not the name of an annotation`:    {Annotations: []string{""}},
		`"@@A" is not the name of an annotation`: {Annotations: []string{"@@A"}},
	} {
		if err := e.Check(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", e, err, want)
		}
		if _, err := assemble.Model(assemble.Input{Exclude: e,
			Source: func(string, [32]byte) ([]byte, error) { return nil, nil }}); err == nil {
			t.Errorf("%+v: no error of Build", e)
		}
	}
}

// TestLabelsArePatterns checks that the labels of methods in reports are patterns for them.
func TestLabelsArePatterns(t *testing.T) {
	m := reporttest.SampleModel(t)
	for _, r := range m.AllMethods() {
		p, err := pattern.ParseMethod(r.Qualified())
		if err != nil || !p.Matches(r) {
			t.Errorf("%s: %v", r.Qualified(), err)
		}
		for _, other := range m.AllMethods() {
			if p.Matches(other) && other.Method().Name.Line != r.Method().Name.Line &&
				!strings.Contains(r.Qualified(), "{...}") {
				t.Errorf("%s matches %s", p, other.Qualified())
			}
		}
	}
}

// TestExcludedInvocations checks that lists of all methods have the invocations of an excluded one, and sums do not.
func TestExcludedInvocations(t *testing.T) {
	const text = "‹t class A|class A { ‹m f() 0|void ¤f() ‹b body 0|{ }›› ‹m g() 1|void ¤g() ‹b body 1|{ }›› }›"
	m := excluding(t, assemble.Exclude{Methods: []string{"A.g"}},
		reporttest.File{Path: "A.java", Text: text, Counters: []uint64{3, 5}})
	if got := m.Files[0].Methods[1].Invocations; got != 5 {
		t.Errorf("g() has %d invocations", got)
	}
	if got := m.Files[0].Classes[0].Totals.Invocations; got != 3 || m.Totals.Invocations != 3 {
		t.Errorf("sums of %d and %d invocations", got, m.Totals.Invocations)
	}
}
