package jacoco_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/export/jacoco"
	"jprof/report/reporttest"
)

func write(t *testing.T, m *report.Model) string {
	t.Helper()
	var b strings.Builder
	if err := jacoco.Write(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDocument(t *testing.T) {
	got := write(t, reporttest.Model(t,
		reporttest.File{Module: "g:m", Package: "org.p", Path: "src/org/p/A.java", Counters: []uint64{275, 142, 0},
			Text: `
‹t class A|class A {
  ‹m <init>(int n) 0|¤A(int n) ‹b body 0|{
    ‹r 0|·if (‹c condition 1 0-1|n <= 1›) ‹b then 2|‹r 2|·return;›››
  }››
  ‹u no|‹m bad() 0|void ¤bad() ‹b body 0|{ ‹r 0|·x();› }›››
  ‹t class A$B|class B { ‹m f() -|void ¤f() ‹b body -|{
    ‹r -|·y();› }›› }›
}›`},
		reporttest.File{Module: "g:m", Path: "src/C.java",
			Text: "‹t class C|class C { ‹m <clinit>() 0|static ¤‹b body 0|{}›› }›", Counters: []uint64{1}},
		reporttest.File{Package: "org.p", Path: "src/org/p/Bad.java", Text: "‹u no|class Bad {}›"}))
	want := `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
<report name="test">
 <sessioninfo id="20260102-030405" start="1767323045000" dump="1767323045000"></sessioninfo>
 <package name="">
  <class name="C" sourcefilename="C.java">
   <method name="&lt;clinit&gt;" desc="()" line="1">
    <counter type="COMPLEXITY" missed="0" covered="1"></counter>
    <counter type="METHOD" missed="0" covered="1"></counter>
   </method>
   <counter type="COMPLEXITY" missed="0" covered="1"></counter>
   <counter type="METHOD" missed="0" covered="1"></counter>
   <counter type="CLASS" missed="0" covered="1"></counter>
  </class>
  <sourcefile name="C.java">
   <counter type="COMPLEXITY" missed="0" covered="1"></counter>
   <counter type="METHOD" missed="0" covered="1"></counter>
   <counter type="CLASS" missed="0" covered="1"></counter>
  </sourcefile>
  <counter type="COMPLEXITY" missed="0" covered="1"></counter>
  <counter type="METHOD" missed="0" covered="1"></counter>
  <counter type="CLASS" missed="0" covered="1"></counter>
 </package>
 <package name="org/p">
  <class name="org/p/A" sourcefilename="A.java">
   <method name="&lt;init&gt;" desc="(int n)" line="3">
    <counter type="INSTRUCTION" missed="1" covered="1"></counter>
    <counter type="BRANCH" missed="0" covered="2"></counter>
    <counter type="LINE" missed="0" covered="1"></counter>
    <counter type="COMPLEXITY" missed="0" covered="2"></counter>
    <counter type="METHOD" missed="0" covered="1"></counter>
   </method>
   <counter type="INSTRUCTION" missed="1" covered="1"></counter>
   <counter type="BRANCH" missed="0" covered="2"></counter>
   <counter type="LINE" missed="0" covered="1"></counter>
   <counter type="COMPLEXITY" missed="0" covered="2"></counter>
   <counter type="METHOD" missed="0" covered="1"></counter>
   <counter type="CLASS" missed="0" covered="1"></counter>
  </class>
  <class name="org/p/A$B" sourcefilename="A.java">
   <method name="f" desc="()" line="7">
    <counter type="INSTRUCTION" missed="1" covered="0"></counter>
    <counter type="LINE" missed="1" covered="0"></counter>
    <counter type="COMPLEXITY" missed="1" covered="0"></counter>
    <counter type="METHOD" missed="1" covered="0"></counter>
   </method>
   <counter type="INSTRUCTION" missed="1" covered="0"></counter>
   <counter type="LINE" missed="1" covered="0"></counter>
   <counter type="COMPLEXITY" missed="1" covered="0"></counter>
   <counter type="METHOD" missed="1" covered="0"></counter>
   <counter type="CLASS" missed="1" covered="0"></counter>
  </class>
  <sourcefile name="A.java">
   <line nr="4" mi="1" ci="1" mb="0" cb="2"></line>
   <line nr="8" mi="1" ci="0" mb="0" cb="0"></line>
   <counter type="INSTRUCTION" missed="2" covered="1"></counter>
   <counter type="BRANCH" missed="0" covered="2"></counter>
   <counter type="LINE" missed="1" covered="1"></counter>
   <counter type="COMPLEXITY" missed="1" covered="2"></counter>
   <counter type="METHOD" missed="1" covered="1"></counter>
   <counter type="CLASS" missed="1" covered="1"></counter>
  </sourcefile>
  <counter type="INSTRUCTION" missed="2" covered="1"></counter>
  <counter type="BRANCH" missed="0" covered="2"></counter>
  <counter type="LINE" missed="1" covered="1"></counter>
  <counter type="COMPLEXITY" missed="1" covered="2"></counter>
  <counter type="METHOD" missed="1" covered="1"></counter>
  <counter type="CLASS" missed="1" covered="1"></counter>
 </package>
 <counter type="INSTRUCTION" missed="2" covered="1"></counter>
 <counter type="BRANCH" missed="0" covered="2"></counter>
 <counter type="LINE" missed="1" covered="1"></counter>
 <counter type="COMPLEXITY" missed="1" covered="3"></counter>
 <counter type="METHOD" missed="1" covered="2"></counter>
 <counter type="CLASS" missed="1" covered="2"></counter>
</report>
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// read is the part of a document that the tests check.
type read struct {
	Groups []struct {
		Name     string        `xml:"name,attr"`
		Packages []readPackage `xml:"package"`
	} `xml:"group"`
	Packages []readPackage `xml:"package"`
	Counters []struct {
		Type    string `xml:"type,attr"`
		Missed  int    `xml:"missed,attr"`
		Covered int    `xml:"covered,attr"`
	} `xml:"counter"`
}

type readPackage struct {
	Name    string `xml:"name,attr"`
	Classes []struct {
		Name    string `xml:"name,attr"`
		Methods []struct {
			Name string `xml:"name,attr"`
			Desc string `xml:"desc,attr"`
		} `xml:"method"`
	} `xml:"class"`
	Files []struct {
		Name string `xml:"name,attr"`
	} `xml:"sourcefile"`
}

func parse(t *testing.T, text string) read {
	t.Helper()
	var doc read
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return doc
}

// checkUnique fails where two elements in one have the same name: readers reject that.
func (p readPackage) checkUnique(t *testing.T) {
	seen := map[string]bool{}
	check := func(what string) {
		if seen[what] {
			t.Errorf("package %s has %s twice", p.Name, what)
		}
		seen[what] = true
	}
	for _, f := range p.Files {
		check("file " + f.Name)
	}
	for _, c := range p.Classes {
		check("class " + c.Name)
		for _, m := range c.Methods {
			check("method " + c.Name + "." + m.Name + m.Desc)
		}
	}
}

func TestGroups(t *testing.T) {
	const text = "‹t class A|class A {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·x();›\n}››\n}›"
	const other = "‹t class B|class B {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·x();›\n}››\n}›"
	doc := parse(t, write(t, reporttest.Model(t,
		reporttest.File{Module: "m", Package: "p", Path: "m/src/main/java/p/A.java", Text: text},
		reporttest.File{Module: "m", Package: "p", Path: "m/src/main/java17/p/A.java", Text: text + "\n"},
		reporttest.File{Module: "m", Package: "p", Path: "shared/p/B.java", Text: other},
		reporttest.File{Module: "n", Package: "p", Path: "shared/p/B.java", Text: other + "\n"}, // another version
		reporttest.File{Module: "n", Package: "p", Path: "n/p/A.java", Text: text})))
	var got []string
	for _, g := range doc.Groups {
		for _, p := range g.Packages {
			p.checkUnique(t)
			for _, f := range p.Files {
				got = append(got, g.Name+" "+p.Name+"/"+f.Name)
			}
		}
	}
	want := "m p/A.java, m p/B.java, m (m/src/main/java17) p/A.java, n p/A.java"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("files\n%s\nwant\n%s", s, want)
	}
}

func TestCountersAreTheTotals(t *testing.T) {
	m := reporttest.SampleModel(t)
	doc := parse(t, write(t, m))
	for _, c := range doc.Counters {
		want := map[string]report.Ratio{"LINE": m.Sum().Lines, "BRANCH": m.Sum().Branches,
			"METHOD": m.Sum().Methods}[c.Type]
		if got := (report.Ratio{Covered: c.Covered, Total: c.Covered + c.Missed}); want.Total > 0 && got != want {
			t.Errorf("%s is %v, want %v", c.Type, got, want)
		}
	}
	if len(doc.Counters) != 6 {
		t.Errorf("counters %v", doc.Counters)
	}
}

func TestHostileNames(t *testing.T) {
	got := write(t, reporttest.Model(t, reporttest.Hostile()...))
	d := xml.NewDecoder(strings.NewReader(got))
	elements := map[string]int{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
		}
	}
	if elements["class"] != 3 || elements["method"] != 3 || elements["script"]+elements["img"]+elements["i"] > 0 {
		t.Errorf("elements %v", elements)
	}
}

func TestStable(t *testing.T) {
	if a, b := write(t, reporttest.SampleModel(t)), write(t, reporttest.SampleModel(t)); a != b {
		t.Error("two documents of one model differ")
	}
}

func TestWriteError(t *testing.T) {
	if err := jacoco.Write(reporttest.Full{}, reporttest.SampleModel(t), nil); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("error %v", err)
	}
}
