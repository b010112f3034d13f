package html_test

import (
	"encoding/json"
	"strings"
	"testing"

	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
	"jprof/report/tests/testview"
)

// writeByTest writes the report of a run with counts by test.
func writeByTest(t *testing.T, m *testview.Model) *folder {
	t.Helper()
	return parsed(t, func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: m.Report, Tests: m}, out)
	})
}

// testData are the lines of the first script with data of tests.
func testData(t *testing.T, f *folder, start string) []string {
	t.Helper()
	text, ok := strings.CutPrefix(string(f.out.Bytes("tests/0.js")), `"use strict"; jprofTests.add(`+start+", ")
	if !ok {
		t.Fatalf("no data of tests: %.100s", text)
	}
	var lines string
	if err := json.Unmarshal([]byte(strings.TrimSuffix(text, ");\n")), &lines); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.ReplaceAll(lines, "\t", "|"), "\n")
}

func TestTestData(t *testing.T) {
	f := writeByTest(t, reporttest.TestedModel(t))
	checkTexts(t, "lines", testData(t, f, "0, 11"), []string{
		"corg.example.OtherTest|", "tfails|0.000|10|4|2",
		"corg.example.ParserTest|", "u|0.000|4|3", "tdigits[1]|0.000|16|3|||||1", "tdigits[2]|0.000|8|3|||||1",
		// Of several attempts the last has the group of tests with the same regions, that of all attempts together.
		"tflaky|0.007|4|3||1", "tflaky|0.005|5|4|||1|1|2", "tnothing|0.000|0", "tsigns|0.000|24|5|||||2",
		"tskipped|0.000|0|||3", "c|outside", "o|0.000|6|5", "m|0.000|12|3", "",
	})
}

func TestHostileTestData(t *testing.T) {
	f := writeByTest(t, reporttest.HostileTests(t))
	text := string(f.out.Bytes("tests/0.js"))
	if strings.ContainsAny(text, "<>&") || strings.Count(text, "\n") != 1 || len(text) > 20_000 {
		t.Errorf("%d bytes: %s", len(text), text)
	}
}
