package pprof_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"jprof/internal/jtest"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/export/pprof"
)

const drawing = `
thread main
  app.Main.main([Ljava/lang/String;)V 1 18
    app.Main$In.sum(IJ)I 3 107 int[]=2/10 java.lang.String=3
      app.Main$In.f()I 10 40
thread (beyond the limit)
  app.Main$In.f()I 5 20
`

func sample(t *testing.T) *cct.Tree {
	tree := ccttest.Tree(t, drawing)
	tree.About.Steps = []string{"app test"}
	for i := range tree.Methods {
		tree.Methods[i].Line = int32(10 * (i + 1))
	}
	return tree
}

func run() report.RunInfo {
	return report.RunInfo{ID: "r1", Tool: "1.2", Command: []string{"mvn", "a b"}, Start: time.Unix(100, 5)}
}

func read(t *testing.T, tree *cct.Tree) *profile.Profile {
	t.Helper()
	var b bytes.Buffer
	if err := pprof.Write(&b, tree, run(), cct.Bytecodes); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.CheckValid(); err != nil {
		t.Error(err)
	}
	return p
}

func TestProfile(t *testing.T) {
	tree := sample(t)
	p := read(t, tree)
	var types []string
	for _, x := range p.SampleType {
		types = append(types, x.Type+" "+x.Unit)
	}
	if want := []string{"calls count", "bytecodes count", "objects count", "arrays count",
		"elements count"}; !slices.Equal(types, want) {
		t.Errorf("types %q", types)
	}
	if p.DefaultSampleType != "bytecodes" || p.TimeNanos != 100_000_000_005 || p.Comments[0] != "jprof 1.2" ||
		p.Comments[1] != `command: mvn "a b"` || !strings.Contains(strings.Join(p.Comments, "\n"), "beyond") {
		t.Errorf("%q, %d, %q", p.DefaultSampleType, p.TimeNanos, p.Comments)
	}
	if len(p.Sample) != 4 {
		t.Fatalf("%d samples", len(p.Sample))
	}
	sum := p.Sample[1]
	if want := []int64{3, 107, 3, 2, 10}; !slices.Equal(sum.Value, want) {
		t.Errorf("values %v", sum.Value)
	}
	if sum.Label["thread"][0] != "main" || sum.Label["step"][0] != "app test" ||
		sum.Label["beyond"] != nil || p.Sample[3].Label["beyond"][0] != "1" {
		t.Errorf("labels %v, %v", sum.Label, p.Sample[3].Label)
	}
	f := sum.Location[0].Line[0].Function
	if f.Name != "app.Main$In.sum(int,long)" || f.SystemName != "app/Main$In.sum(IJ)I" || f.Filename != "Main.java" ||
		f.StartLine == 0 || sum.Location[0].Line[0].Line != f.StartLine {
		t.Errorf("%+v, line %d", f, sum.Location[0].Line[0].Line)
	}
	if caller := sum.Location[1].Line[0].Function.Name; len(sum.Location) != 2 || caller !=
		"app.Main.main(String[])" {
		t.Errorf("caller %s", caller)
	}
}

// TestCompilerMethods checks that the names of methods that the compiler has written say so.
func TestCompilerMethods(t *testing.T) {
	tree := ccttest.Tree(t, "thread main\n  a.Item.copy()Ljava/lang/Object; 1 5\n    a.Item.copy()La/Item; 1 9\n")
	for i := range tree.Methods {
		tree.Methods[i].Bridge = strings.HasSuffix(tree.Methods[i].Descriptor, "Object;")
	}
	stack := read(t, tree).Sample[1].Location
	if name, caller := stack[0].Line[0].Function.Name, stack[1].Line[0].Function.Name; name != "a.Item.copy()" ||
		caller != "a.Item.copy() (bridge)" {
		t.Errorf("%s, called by %s", name, caller)
	}
}

// TestSteps checks that samples of a build with several test steps name their step.
func TestSteps(t *testing.T) {
	one, other := sample(t), ccttest.Tree(t, "thread main\n  app.Main$In.f()I 2 9\n")
	other.About.Steps = []string{"app it"}
	var b bytes.Buffer
	if err := pprof.Write(&b, one, run(), cct.Bytecodes, one, one, other); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	for _, s := range p.Sample {
		steps = append(steps, s.Label["step"][0])
	}
	if want := append(slices.Repeat([]string{"app test"}, 8), "app it"); !slices.Equal(steps, want) {
		t.Errorf("steps %q", steps)
	}
	if last := p.Sample[8]; last.Value[1] != 9 || last.Location[0].Line[0].Function.Name != "app.Main$In.f()" {
		t.Errorf("%v", last)
	}
	if len(p.Function) != 4 { // f of the other step has another place
		t.Errorf("%d functions", len(p.Function))
	}
}

// TestCallSites checks that the line of a caller is that of the call.
func TestCallSites(t *testing.T) {
	tree := sample(t)
	tree.Line = []int32{0, 0, 12, 33, 0, 0}
	stack := read(t, tree).Sample[2].Location
	lines := []int64{stack[1].Line[0].Line, stack[2].Line[0].Line}
	if !slices.Equal(lines, []int64{33, 12}) {
		t.Errorf("lines %v", lines)
	}
}

// TestGoToolPprof checks that pprof itself prints the numbers of the tree.
func TestGoToolPprof(t *testing.T) {
	jtest.Slow(t)
	var b bytes.Buffer
	if err := pprof.Write(&b, sample(t), run(), cct.Bytecodes); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "contexts.pb.gz")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want []string
	}{
		{[]string{"-top", "-nodecount=9"},
			[]string{"Type: bytecodes", "185 total", "107", "app.Main$In.sum(int,long)"}},
		{[]string{"-top", "-sample_index=objects"}, []string{"Type: objects", "3 total"}},
		{[]string{"-top", "-tagfocus=thread=main"}, []string{"165, 89.19% of 185 total", "app.Main$In.f"}},
	} {
		cmd := exec.Command("go", append(append([]string{"tool", "pprof"}, tt.args...), file)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %v\n%s", tt.args, err, out)
		}
		for _, want := range tt.want {
			if !strings.Contains(string(out), want) {
				t.Errorf("%v: no %q in\n%s", tt.args, want, out)
			}
		}
	}
}

// TestSums checks that the samples of a large tree add up to its totals.
func TestSums(t *testing.T) {
	tree := ccttest.Large(20_000, 3)
	p := read(t, tree)
	for m := range cct.NumMetrics {
		sum := uint64(0)
		for _, s := range p.Sample {
			sum += uint64(s.Value[m])
		}
		if want := tree.Sum(m); sum != want {
			t.Errorf("%v: %d, want %d", m, sum, want)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestErrorsAreReported(t *testing.T) {
	if err := pprof.Write(io.Writer(full{}), sample(t), run(), cct.Calls); err == nil {
		t.Error("no error")
	}
}
