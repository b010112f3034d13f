package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"jprof/docs/schema"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/contextview"
	"jprof/report/export/json"
)

// contextTree has all that documents on contexts can hold.
func contextTree(t *testing.T) *cct.Tree {
	tree := ccttest.Tree(t, `
thread main
  app.Main.main([Ljava/lang/String;)V 1 18
    app.Main.walk(I)V 1 5
      app.Main.walk(I)V 1 5
        app.Main.walk(I)V 1 5
          app.Main.walk(I)V 1 5
            app.Main$In.sum(IJ)I 3 107 int[]=2/10 java.lang.String=3
              java.lang.Math.max(II)I 10 40
thread (beyond the limit)
  app.Main$In.sum(IJ)I 5 20
`)
	tree.Line = make([]int32, tree.Len())
	tree.Line[2] = 12
	tree.Methods[0].Line, tree.Methods[0].Synthetic = 7, true
	tree.About.Steps, tree.About.Folds = []string{"test"}, []string{"clinit"}
	tree.Losses = []cct.Loss{{Class: "app.Big", Method: "m()V", Reason: "too large"}}
	return tree
}

var contextRun = report.RunInfo{ID: "r", Command: []string{"mvn", "verify"}, Start: time.Unix(1, 0), JVMs: 1}

func valid(t *testing.T, by []byte, b *bytes.Buffer) map[string]any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	for _, strict := range []bool{false, true} {
		if err := compiled(t, by, strict).Validate(doc); err != nil {
			t.Errorf("strict %v: %v", strict, err)
		}
	}
	return doc.(map[string]any)
}

func TestContexts(t *testing.T) {
	tree := contextTree(t)
	var b bytes.Buffer
	if err := json.Contexts(&b, tree, contextRun); err != nil {
		t.Fatal(err)
	}
	doc := valid(t, schema.Contexts, &b)
	if len(doc["nodes"].([]any)) != tree.Len() || len(doc["notes"].([]any)) != 2 {
		t.Errorf("%d nodes, notes %v", len(doc["nodes"].([]any)), doc["notes"])
	}
	if doc["inclusiveIs"] != "lower-bound" { // there are calls beyond the limit
		t.Errorf("inclusive numbers are %v", doc["inclusiveIs"])
	}
	var read struct {
		Totals  map[string]uint64
		Methods []struct{ Class, Name string }
		Nodes   []struct {
			Thread, Parent, Method *int
			Line                   int
			Beyond                 bool
			Exclusive, Inclusive   map[string]uint64
			Allocated              []struct {
				Type                      int
				Objects, Arrays, Elements uint64
			}
		}
	}
	if err := stdjson.Unmarshal(b.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	sums := map[string]uint64{}
	for i, n := range read.Nodes {
		for name, x := range n.Exclusive {
			sums[name] += x
		}
		if n.Parent != nil && int32(*n.Parent) != tree.Parent[i] || n.Parent == nil && n.Thread == nil {
			t.Errorf("node %d: %+v", i, n)
		}
	}
	for m := range cct.NumMetrics {
		if want := tree.Sum(m); read.Totals[m.String()] != want || sums[m.String()] != want {
			t.Errorf("%v: %d, sum %d, want %d", m, read.Totals[m.String()], sums[m.String()], want)
		}
	}
	sum := read.Nodes[6]
	if sum.Inclusive["bytecodes"] != 147 || len(sum.Allocated) != 2 || !read.Nodes[9].Beyond ||
		read.Nodes[2].Line != 12 {
		t.Errorf("%+v, %+v", sum, read.Nodes[9])
	}
}

// TestContextsOfDeepTrees checks that parsers read a tree that is deeper than they could read nested objects.
func TestContextsOfDeepTrees(t *testing.T) {
	const depth = 20_000
	b := ccttest.NewBuilder()
	b.Thread("main")
	down := b.Method(cct.Method{Class: "Deep", Name: "down", Descriptor: "(I)I"})
	for i := range depth {
		b.Node(i+1, down, 1, 9, nil)
	}
	tree := b.Tree()
	var out bytes.Buffer
	if err := json.Contexts(&out, tree, contextRun); err != nil {
		t.Fatal(err)
	}
	var read struct{ Nodes []any }
	if err := stdjson.Unmarshal(out.Bytes(), &read); err != nil || len(read.Nodes) != depth+1 {
		t.Errorf("%d nodes, %v", len(read.Nodes), err)
	}
}

func TestContextView(t *testing.T) {
	tree := contextTree(t)
	o := contextview.Options{By: cct.Bytecodes, Makers: 1, Limits: contextview.Limits{Rows: 20, Share: 0.05}}
	sum := func(m *cct.Method) bool { return m.Name == "sum" }
	for name, tt := range map[string]struct {
		view  *contextview.View
		parts []string
	}{
		"overview": {contextview.Overview(tree, o), []string{"hottest", "paths", "chosen", "callers", "allocated"}},
		"flat":     {contextview.Flat(tree, o, nil), []string{"hottest"}},
		"methods":  {contextview.OfMethods(tree, o, sum), []string{"chosen", "callers", "below", "allocated"}},
		"callers":  {contextview.OnlyCallers(tree, o, sum), []string{"chosen", "callers"}},
		"made":     {contextview.Allocations(tree, o, nil), []string{"allocated"}},
	} {
		var b bytes.Buffer
		if err := json.ContextView(&b, tt.view, contextRun); err != nil {
			t.Fatal(err)
		}
		doc := valid(t, schema.ContextView, &b)
		for _, part := range []string{"hottest", "paths", "chosen", "callers", "below", "allocated"} {
			_, is := doc[part]
			want := false
			for _, p := range tt.parts {
				want = want || p == part
			}
			if is != want {
				t.Errorf("%s: %s: %v", name, part, is)
			}
		}
	}
}

func TestContextDiff(t *testing.T) {
	before, after := contextTree(t), ccttest.Tree(t, `
thread main
  app.Main.main([Ljava/lang/String;)V 1 18
    app.Main.fresh()V 1 7
`)
	before.About.Blocks, after.About.Blocks = "exact", "fast"
	d := contextview.Compare([2]*cct.Tree{before, after}, [2]report.RunInfo{contextRun, contextRun}, nil, 20)
	var b bytes.Buffer
	if err := json.ContextDiff(&b, d); err != nil {
		t.Fatal(err)
	}
	doc := valid(t, schema.ContextsDiff, &b)
	for _, part := range []string{"causes", "contexts", "methods"} {
		if len(doc[part].([]any)) == 0 {
			t.Errorf("the document has no %s, so that nothing is checked", part)
		}
	}
	if list := doc["recordedOtherwise"].([]any); len(list) != 1 || !strings.Contains(list[0].(string), "blocks") {
		t.Errorf("recorded otherwise: %v", list)
	}
	if n := doc["new"].(stdjson.Number).String(); n != "1" {
		t.Errorf("%s new contexts", n)
	}
}
