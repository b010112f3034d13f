package speedscope_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"jprof/internal/jtest"
	"jprof/internal/jtest/chromium"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/export/speedscope"
)

func write(t *testing.T, tree *cct.Tree, metrics ...cct.Metric) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := speedscope.Write(&b, tree, report.RunInfo{ID: "r1", Tool: "1.2"}, metrics...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// file has the parts of a document that the tests need.
type file struct {
	ActiveProfileIndex int
	Shared             struct{ Frames []struct{ Name string } }
	Profiles           []struct {
		Type, Name, Unit string
		EndValue         uint64
		Samples          [][]int
		Weights          []uint64
	}
}

func TestProfiles(t *testing.T) {
	tree := ccttest.Tree(t, `
thread main
  app.Main.main([Ljava/lang/String;)V 1 18
    app.Main.sum(I)I 3 107 int[]=2/10
thread pool-N
  app.Main.sum(I)I 9 900
`)
	tree.Methods[0].Bridge = true
	var f file
	if err := json.Unmarshal(write(t, tree, cct.Bytecodes, cct.Arrays), &f); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range f.Profiles {
		names = append(names, p.Name)
		if p.Type != "sampled" || p.Unit != "none" || len(p.Samples) != len(p.Weights) {
			t.Errorf("%+v", p)
		}
	}
	if want := []string{"main: bytecodes", "main: arrays", "pool-N: bytecodes"}; !slices.Equal(names, want) {
		t.Fatalf("profiles %q", names)
	}
	if f.ActiveProfileIndex != 2 {
		t.Errorf("first is %d, want the thread with most bytecodes", f.ActiveProfileIndex)
	}
	p := f.Profiles[0]
	if p.EndValue != 125 || !slices.Equal(p.Weights, []uint64{18, 107}) || !slices.Equal(p.Samples[1], []int{0, 1}) ||
		f.Shared.Frames[0].Name != "app.Main.main(String[]) (bridge)" ||
		f.Shared.Frames[1].Name != "app.Main.sum(int)" {
		t.Errorf("%+v", f)
	}
}

// validate checks a document by the schema of speedscope.
func validate(t *testing.T, out []byte) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(jtest.Consumer(t, "speedscope"), "file-format-schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("urn:speedscope", doc); err != nil {
		t.Fatal(err)
	}
	schema := c.MustCompile("urn:speedscope")
	doc, err = jsonschema.UnmarshalJSON(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Error(err)
	}
}

// TestSums checks large trees by the schema of speedscope, and that weights add up to the totals.
func TestSums(t *testing.T) {
	tree := ccttest.Large(3_000, 1)
	out := write(t, tree, cct.Bytecodes, cct.Elements)
	validate(t, out)
	var f file
	if err := json.Unmarshal(out, &f); err != nil {
		t.Fatal(err)
	}
	sums := map[string]uint64{}
	for _, p := range f.Profiles {
		_, metric, _ := strings.Cut(p.Name, ": ")
		for _, w := range p.Weights {
			sums[metric] += w
		}
	}
	for _, m := range []cct.Metric{cct.Bytecodes, cct.Elements} {
		if want := tree.Sum(m); sums[m.String()] != want {
			t.Errorf("%v: %d, want %d", m, sums[m.String()], want)
		}
	}
}

// TestSpeedscopeLoadsIt checks that the importer of speedscope itself accepts a file.
func TestSpeedscopeLoadsIt(t *testing.T) {
	jtest.Slow(t)
	files := http.NewServeMux()
	files.Handle("/", http.FileServer(http.Dir(jtest.Consumer(t, "speedscope"))))
	profile := write(t, ccttest.Large(2_000, 1), cct.Bytecodes, cct.Calls)
	files.HandleFunc("/contexts.json", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(profile) })
	server := httptest.NewServer(files)
	defer server.Close()
	ctx, end, err := chromium.Open(context.Background(), t.TempDir())
	if errors.Is(err, chromium.ErrNone) {
		t.Skipf("%v: speedscope is not tried", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/index.html#profileURL="+
		url.QueryEscape(server.URL+"/contexts.json"))); err != nil {
		t.Fatal(err)
	}
	chromium.Until(t, ctx, "document.body.innerText", "bytecodes",
		func(shown string) bool { return strings.Contains(shown, "bytecodes") })
}
