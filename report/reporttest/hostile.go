package reporttest

import (
	"strings"
	"testing"

	"jprof/internal/format/testcounts"
	"jprof/report/tests/testview"
)

// Hostile returns files with hostile names: markup, ends of lines and of cells, formulas, control characters, and
// extreme length. Paths of projects may be like that, and so may class names in maps.
func Hostile() []File {
	const body = "‹b body 0|{\n‹r 0|·if (‹c condition 1 0-1|a›) ·b();›\n}››"
	return []File{
		{Module: "<b>m&\"'\n|`]]>", Package: "p.<i>&amp;",
			Path: "=cmd|' /C calc'!A0/<script>alert(1)</script>/a\\|b`c\"d'\n" +
				"| x | y |\r\x07\x1b[31m\u202e\u2028\xff.java",
			Text: "‹t class A<img/src=x>&\"'`|class A {\n" +
				"‹m f(@X(\"]]><!--\") Map<K, V> m, String[](http://example.org) s) 0|¤f " + body + "\n}›",
			Counters: []uint64{3, 1}},
		{Module: "-2+3", Package: "", Path: "@sum,(1;2)/\U0001F600 %41%2f#?.java",
			Text:     "‹t class \U0001D4D0|class A {\n‹m \U0001F600`[x](javascript:alert(1))() 0|¤f " + body + "\n}›",
			Counters: []uint64{1 << 62, 0}},
		{Module: "long", Package: strings.Repeat("p", 3000), Path: strings.Repeat("d/", 2000) + "A.java",
			Text: "‹t class " + strings.Repeat("A", 3000) + "|class A {\n‹m " + strings.Repeat("f", 3000) +
				"() 0|¤f " + body + "\n}›",
			Counters: []uint64{0, 0}},
	}
}

// HostileNames are names that test frameworks may report: ends of lines, quotes, markup, formulas, control characters,
// extreme length.
var HostileNames = []string{
	"two\nlines\r\n", `"quoted", 'twice'`, "<script>alert(1)</script>", "=cmd|' /C calc'!A0", "-->]]>&amp;\x00\x1b[31m",
	strings.Repeat("long ", 800), "\u202ereversed\u2028\xff", "TN:x\nSF:y\nend_of_record", "",
	"# | ` [x](javascript:alert(1))",
}

// HostileTests is the model of the counts by test of the first of Hostile, with tests whose classes, methods,
// invocations and reasons have HostileNames.
func HostileTests(t testing.TB) *testview.Model {
	t.Helper()
	p := &Project{}
	f := Hostile()[0]
	f.Counters, f.ByTest = []uint64{3 * uint64(len(HostileNames)), 1}, map[string][]uint64{}
	for i, name := range HostileNames {
		x := testcounts.Test{Class: name, Method: name, Params: name, Invocation: name, Display: name, Reason: name,
			ID: name, Step: "step", Status: testcounts.Status(i % 5), Attempt: 1}
		p.Tests = append(p.Tests, x)
		f.ByTest[x.String()] = []uint64{2, 0}
	}
	if err := p.Add(f); err != nil {
		t.Fatal(err)
	}
	m, err := p.ByTest("hostile")
	if err != nil {
		t.Fatal(err)
	}
	return m
}
