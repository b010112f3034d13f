package json_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"jprof/docs/schema"
	"jprof/report"
	"jprof/report/export/json"
	"jprof/report/reporttest"
	"jprof/report/tests/next"
	"jprof/report/unused"
)

// TestListsFitTheirSchemas checks the lists of places of an ordinary model, of one with hostile names, and of an empty
// one.
func TestListsFitTheirSchemas(t *testing.T) {
	missed, top := compiled(t, schema.Missed, true), compiled(t, schema.Top, true)
	nexts, unusedSchema := compiled(t, schema.Next, true), compiled(t, schema.Unused, true)
	models := map[string]*report.Model{
		"sample": reporttest.SampleModel(t), "hostile": reporttest.Model(t, reporttest.Hostile()...),
		"empty": reporttest.Model(t),
	}
	for name, m := range models {
		by := report.ByInvocations
		var list, methods, classes, regions bytes.Buffer
		for _, err := range []error{
			json.Missed(&list, m, m.Missed(nil)), json.TopMethods(&methods, m, m.MethodsBy(by, nil), by, 3),
			json.TopClasses(&classes, m, m.ClassesBy(by, nil), by, 3),
			json.TopRegions(&regions, m, m.RegionsIn(nil), 3),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		var places bytes.Buffer
		ranked := next.Rank(m, next.Input{Changes: map[string]int{}}, 9)
		if err := json.Next(&places, m, ranked, 9); err != nil {
			t.Fatal(err)
		}
		if err := nexts.Validate(parse(t, places.Bytes())); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var dead bytes.Buffer
		if err := json.Unused(&dead, unused.Find(unused.Input{Model: m, Tests: &unused.Tests{Model: m}})); err != nil {
			t.Fatal(err)
		}
		if err := unusedSchema.Validate(parse(t, dead.Bytes())); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if name == "sample" && !strings.Contains(dead.String(), `"tests":{"executed":false}`) {
			t.Errorf("no tests in %s", dead.String())
		}
		if name == "sample" && !strings.Contains(places.String(), `"commits":0`) {
			t.Errorf("no commits in %s", places.String())
		}
		if err := missed.Validate(parse(t, list.Bytes())); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, doc := range []*bytes.Buffer{&methods, &classes, &regions} {
			if err := top.Validate(parse(t, doc.Bytes())); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if name == "sample" && !strings.Contains(regions.String(), `"total": 17,`) {
			t.Errorf("there are not 17 regions in\n%s", regions.String())
		}
	}
}

func TestListsWriteError(t *testing.T) {
	m := reporttest.SampleModel(t)
	for name, write := range map[string]func(io.Writer) error{
		"missed": func(w io.Writer) error { return json.Missed(w, m, m.Missed(nil)) },
		"unused": func(w io.Writer) error { return json.Unused(w, unused.Find(unused.Input{Model: m})) },
		"top":    func(w io.Writer) error { return json.TopRegions(w, m, m.RegionsIn(nil), 3) },
	} {
		if err := write(reporttest.Full{}); !errors.Is(err, reporttest.ErrFull) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
