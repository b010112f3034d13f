package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"jprof/docs/schema"
	"jprof/internal/jtest"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/export/formats"
)

// exportedContexts is a tree and a file of it in a format.
type exportedContexts struct {
	tree *cct.Tree
	file string
}

// contextConsumers read the exports of each format for contexts: they must be able to, without a warning, and find the
// numbers that jprof has.
var contextConsumers = map[string]func(*testing.T, *exportedContexts){
	"collapsed": checkCollapsed, "contexts-json": checkContextsJSON, "contexts-markdown": checkContextsMarkdown,
	"pprof": checkPprof, "speedscope": checkSpeedscope,
}

func TestContextExportsAreRead(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	hostile := ccttest.Large(300, 5)
	hostile.Threads[0] = "a;b <script> \"=cmd|' 1"
	hostile.Methods[0].Class = "p.`tick`|bar"
	for name, tree := range map[string]*cct.Tree{"large": ccttest.Large(4_000, 1), "hostile": hostile} {
		for _, f := range formats.Of(formats.OfContexts) {
			t.Run(name+"/"+f.Name, func(t *testing.T) {
				read := contextConsumers[f.Name]
				if read == nil {
					t.Fatalf("nothing reads %s: add a function that reads it to contextConsumers in %s", f.Name,
						"contextconsumers_test.go")
				}
				e := &exportedContexts{tree, filepath.Join(t.TempDir(), "contexts")}
				var b bytes.Buffer
				if err := f.Write(&b, &formats.Input{Tree: tree, Run: report.RunInfo{ID: "r1", Tool: "1",
					Command: []string{"mvn", "<b>"}, Start: time.Unix(1, 0)}}); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(e.file, b.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
				read(t, e)
			})
		}
	}
}

// checkPprof has go tool pprof print the sums of each metric, and compares them with those of the profile.
func checkPprof(t *testing.T, e *exportedContexts) {
	data, err := os.ReadFile(e.file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.ParseData(data)
	if err != nil {
		t.Fatal(err)
	}
	for m := range cct.NumMetrics {
		sum := uint64(0)
		for _, s := range p.Sample {
			sum += uint64(s.Value[m])
		}
		if want := e.tree.Sum(m); sum != want {
			t.Errorf("pprof finds %d %v, want %d", sum, m, want)
		}
	}
	for _, m := range []cct.Metric{cct.Bytecodes, cct.Objects} {
		out, err := exec.Command("go", "tool", "pprof", "-top", "-sample_index="+m.String(),
			e.file).CombinedOutput()
		if want := fmt.Sprintf("of %d total", e.tree.Sum(m)); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("pprof -top: %v, no %q in\n%s", err, want, out[:min(len(out), 700)])
		}
	}
}

var flameTitle = regexp.MustCompile(`<title>all \(([0-9,]+) samples, 100%\)</title>`)

// checkCollapsed has flamegraph.pl draw the stacks.
func checkCollapsed(t *testing.T, e *exportedContexts) {
	cmd := exec.Command("perl", jtest.Consumer(t, "flamegraph.pl"), e.file)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil || messages.Len() > 0 {
		t.Fatalf("flamegraph.pl: %v\n%s", err, messages.String())
	}
	found := flameTitle.FindSubmatch(out)
	if found == nil {
		t.Fatalf("flamegraph.pl has drawn nothing:\n%s", out[:min(len(out), 1000)])
	}
	if sum := strings.ReplaceAll(string(found[1]), ",", ""); sum != strconv.FormatUint(e.tree.Sum(cct.Bytecodes), 10) {
		t.Errorf("flamegraph.pl finds %s bytecodes, want %d", sum, e.tree.Sum(cct.Bytecodes))
	}
}

// checkSpeedscope adds up the weights of each metric. The package speedscope has tests with speedscope itself.
func checkSpeedscope(t *testing.T, e *exportedContexts) {
	out, err := exec.Command(jtest.Consumer(t, "node"), "-e", `
		const f = JSON.parse(require("fs").readFileSync(process.argv[1]));
		const sums = {};
		for (const p of f.profiles) {
			const metric = p.name.split(": ").pop();
			let sum = 0n;
			for (const w of p.weights) sum += BigInt(w);
			sums[metric] = ((sums[metric] || 0n) + sum);
			if (p.samples.length != p.weights.length || p.samples.some(s => s.some(i => !f.shared.frames[i])))
				throw new Error(p.name);
		}
		console.log(JSON.stringify(sums, (k, v) => typeof v == "bigint" ? Number(v) : v));`, e.file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var sums map[string]uint64
	if err := json.Unmarshal(out, &sums); err != nil {
		t.Fatal(err)
	}
	for m := range cct.NumMetrics {
		if want := e.tree.Sum(m); sums[m.String()] != want {
			t.Errorf("Node finds %d %v, want %d", sums[m.String()], m, want)
		}
	}
}

// checkContextsJSON has Python validate the document and add up its nodes.
func checkContextsJSON(t *testing.T, e *exportedContexts) {
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, schema.Contexts, 0o666); err != nil {
		t.Fatal(err)
	}
	var found struct {
		Nodes  int
		Totals map[string]uint64
	}
	(&exported{root: t.TempDir()}).read(t, &found, "contexts-json", e.file, file)
	if found.Nodes != e.tree.Len() {
		t.Errorf("Python finds %d nodes, want %d", found.Nodes, e.tree.Len())
	}
	for m := range cct.NumMetrics {
		if want := e.tree.Sum(m); found.Totals[m.String()] != want {
			t.Errorf("Python finds %d %v, want %d", found.Totals[m.String()], m, want)
		}
	}
}

// checkContextsMarkdown has GitHub's parser read the summary: it finds tables, and nothing that a name brings in.
func checkContextsMarkdown(t *testing.T, e *exportedContexts) {
	var found struct {
		Elements map[string]int
		Tables   [][][]string
	}
	(&exported{root: t.TempDir()}).read(t, &found, "markdown", e.file)
	for element := range found.Elements {
		if !strings.Contains(" h1 h2 p ul li code strong table thead tbody tr th td ", " "+element+" ") {
			t.Errorf("GitHub's parser finds an element %s", element)
		}
	}
	if len(found.Tables) < 2 {
		t.Errorf("GitHub's parser finds the tables %q", found.Tables)
	}
	for _, table := range found.Tables {
		for _, row := range table {
			if len(row) != len(table[0]) {
				t.Errorf("a row has %d cells, and its table %d columns: %q", len(row), len(table[0]), row)
			}
		}
	}
}
