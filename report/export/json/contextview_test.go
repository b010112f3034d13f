package json_test

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"jprof/docs/schema"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/contextview"
	"jprof/report/export/json"
	"jprof/report/times"
)

// TestClockSchema validates a document with times in which no list is empty.
func TestClockSchema(t *testing.T) {
	tree := ccttest.Tree(t, `
	thread main
	  A.f()V 1 9
	`)
	tree.Times = &cct.Times{Period: 1e7}
	tree.Self[cct.Time] = []uint64{0, 5e7}
	wait := contextview.WaitSum{Event: "jdk.ThreadPark", Amount: times.Amount{Samples: 2, Nanos: 5}}
	x := contextview.Unequal{Of: &tree.Methods[0], Node: 1, Bytecodes: 0.5, Time: 0.1, Low: 0.05, High: 0.2, Samples: 5,
		Factor: 2.5, In: []contextview.TimePart{{Name: "java.X.y", Share: 0.5}}, Waits: []contextview.WaitSum{wait}}
	list := []contextview.Unequal{x}
	v := contextview.Overview(tree, contextview.Options{By: cct.Time, Limits: contextview.Limits{Rows: 9}})
	v.Unequal = &contextview.UnequalLists{Slow: list, Quick: list, Contexts: list, OfSlow: 1, OfQuick: 1, OfContexts: 1}
	v.Waits = &contextview.Waits{Events: x.Waits, Of: 1, List: []contextview.Wait{
		{WaitSum: wait, Path: []*cct.Method{x.Of}, Contexts: 1, More: true, In: "java.X.y"}}}
	var b bytes.Buffer
	if err := json.ContextView(&b, v, report.RunInfo{}); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(&b)
	if err != nil {
		t.Fatal(err)
	}
	for _, strict := range []bool{false, true} {
		if err := compiled(t, schema.ContextView, strict).Validate(doc); err != nil {
			t.Errorf("strict %v: %v", strict, err)
		}
	}
}
