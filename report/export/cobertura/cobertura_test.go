package cobertura_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/export/cobertura"
	"jprof/report/reporttest"
)

func write(t *testing.T, m *report.Model) string {
	t.Helper()
	var b strings.Builder
	if err := cobertura.Write(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDocument(t *testing.T) {
	got := write(t, reporttest.Model(t,
		reporttest.File{Package: "p", Path: "src/p/A.java", Counters: []uint64{275, 142, 3}, Text: `
‹t class A|class A {
  ‹m <init>(int n) 0|¤A(int n) ‹b body 0|{
    ‹r 0|·if (‹c condition 1 0-1|n <= 1›) ‹b then 1|‹r 1|·return;›››
    ‹r 0-1|·switch (n) { ‹c case 2|case 1›:
      ‹c case 0|default›: }›
  }››
  ‹u no|‹m bad() 0|void ¤bad() ‹b body 0|{ ‹r 0|·x();› }›››
  ‹t class A$B|class B { ‹m f() -|void ¤f() ‹b body -|{
    ‹r -|·y();› }›› }›
}›`},
		reporttest.File{Package: "p", Path: "src/p/Bad.java", Text: "‹u no|class Bad {}›"}))
	want := `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
<coverage line-rate="0.6666666666666666" branch-rate="1" lines-covered="2" lines-valid="3" branches-covered="4" ` +
		`branches-valid="4" complexity="2" version="jprof 0.0-test" timestamp="1767323045000">
 <sources>
  <source>.</source>
 </sources>
 <packages>
  <package name="p" line-rate="0.6666666666666666" branch-rate="1" complexity="2">
   <classes>
    <class name="p.A" filename="src/p/A.java" line-rate="1" branch-rate="1" complexity="3">
     <methods>
      <method name="&lt;init&gt;" signature="(int n)" line-rate="1" branch-rate="1" complexity="3">
       <lines>
        <line number="4" hits="275" branch="true" condition-coverage="100% (2/2)"></line>
        <line number="5" hits="133" branch="true" condition-coverage="100% (2/2)"></line>
       </lines>
      </method>
     </methods>
     <lines>
      <line number="4" hits="275" branch="true" condition-coverage="100% (2/2)">
       <conditions>
        <condition number="0" type="jump" coverage="100%"></condition>
       </conditions>
      </line>
      <line number="5" hits="133" branch="true" condition-coverage="100% (2/2)">
       <conditions>
        <condition number="0" type="switch" coverage="100%"></condition>
        <condition number="1" type="switch" coverage="100%"></condition>
       </conditions>
      </line>
     </lines>
    </class>
    <class name="p.A$B" filename="src/p/A.java" line-rate="0" branch-rate="1" complexity="1">
     <methods>
      <method name="f" signature="()" line-rate="0" branch-rate="1" complexity="1">
       <lines>
        <line number="10" hits="0" branch="false"></line>
       </lines>
      </method>
     </methods>
     <lines>
      <line number="10" hits="0" branch="false"></line>
     </lines>
    </class>
   </classes>
  </package>
 </packages>
</coverage>
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNothing(t *testing.T) {
	got := write(t, reporttest.Model(t, reporttest.File{Path: "I.java", Text: "‹t interface I|interface I {}›"}))
	if !strings.Contains(got, `lines-valid="0"`) || !strings.Contains(got, `line-rate="1"`) ||
		strings.Contains(got, "<package ") {
		t.Errorf("got\n%s", got)
	}
}

// TestLinesStandOnce checks that the lines of a document are the totals of the model, each once, whatever classes
// share them.
func TestLinesStandOnce(t *testing.T) {
	m := reporttest.SampleModel(t)
	var doc struct {
		Classes []struct {
			File  string `xml:"filename,attr"`
			Lines []struct {
				Number int    `xml:"number,attr"`
				Hits   uint64 `xml:"hits,attr"`
			} `xml:"lines>line"`
		} `xml:"packages>package>classes>class"`
	}
	if err := xml.Unmarshal([]byte(write(t, m)), &doc); err != nil {
		t.Fatal(err)
	}
	type place struct {
		file string
		line int
	}
	seen := map[place]uint64{}
	for _, c := range doc.Classes {
		for _, l := range c.Lines {
			at := place{c.File, l.Number}
			if _, ok := seen[at]; ok {
				t.Errorf("%v is there twice", at)
			}
			seen[at] = l.Hits
		}
	}
	if len(seen) != m.Sum().Lines.Total {
		t.Errorf("%d lines, want %d", len(seen), m.Sum().Lines.Total)
	}
	for _, f := range m.Files {
		for _, l := range f.Lines() {
			if got := seen[place{f.Path, l.Line}]; got != l.Count {
				t.Errorf("%s:%d has %d hits, want %d", f.Path, l.Line, got, l.Count)
			}
		}
	}
}

func TestHostileNames(t *testing.T) {
	got := write(t, reporttest.Model(t, reporttest.Hostile()...))
	d := xml.NewDecoder(strings.NewReader(got))
	elements := map[string]int{}
	for {
		token, err := d.Token()
		if token == nil {
			if !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			break
		}
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
		}
	}
	if elements["class"] != 3 || elements["method"] != 3 || elements["script"]+elements["img"]+elements["i"] > 0 {
		t.Errorf("elements %v", elements)
	}
	if strings.Contains(got, "&#x") { // of control characters
		t.Errorf("control characters in\n%s", got)
	}
}

func TestStable(t *testing.T) {
	if a, b := write(t, reporttest.SampleModel(t)), write(t, reporttest.SampleModel(t)); a != b {
		t.Error("two documents of one model differ")
	}
}

func TestWriteError(t *testing.T) {
	if err := cobertura.Write(reporttest.Full{}, reporttest.SampleModel(t), nil); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("error %v", err)
	}
}
