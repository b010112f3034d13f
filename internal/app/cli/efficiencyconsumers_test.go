package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"jprof/docs/schema"
	"jprof/internal/jtest"
	"jprof/internal/jtest/schemas"
	"jprof/internal/measure/agent"
	"jprof/report/export/formats"
)

// efficiencyConsumers read the exports of each format for efficiency: they must be able to, without a warning.
var efficiencyConsumers = map[string]func(*testing.T, *exported){
	"efficiency-json": func(t *testing.T, e *exported) {
		s, err := schemas.Compile(schema.Efficiency, true)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(e.file("efficiency-json"))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		if err == nil {
			err = s.Validate(doc)
		}
		if err != nil {
			t.Error(err)
		}
	},
	"efficiency-markdown": func(t *testing.T, e *exported) {
		checkContextsMarkdown(t, &exportedContexts{file: e.file("efficiency-markdown")})
	},
	"efficiency-sarif": func(t *testing.T, e *exported) {
		if err := os.Rename(e.file("efficiency-sarif"), e.file("sarif")); err != nil {
			t.Fatal(err)
		}
		checkSARIF(t, e)
	},
}

// hostileEfficiency has names that mean something in Markdown, and a method without effect.
const hostileEfficiency = "class Bäcker {\n    static int made;\n    static int[] kept;\n\n" +
	"    static int[] down(int n) {\n        int[] a = n == 0 ? new int[3] : down(n - 1);\n" +
	"        return n == 2 ? a.clone() : java.util.Arrays.copyOf(a, n + 3);\n    }\n\n" +
	"    public static void main(String[] args) {\n        for (int i = 0; i < 9; i++) $_1_1$(args);\n" +
	"        int[] copy = new int[5];\n        System.arraycopy(down(4), 0, copy, 0, 5);\n" +
	"        kept = new int[] {1, 2};\n" +
	"        made = args.length;\n    }\n\n    static void $_1_1$(String... args) {\n" +
	"        if (args == null) throw new NullPointerException();\n    }\n}\n"

// checkEffects compares the sums of a profile of pprof with those of the efficiency of its run.
func checkEffects(t *testing.T, file, document string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.ParseData(data)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]uint64{}
	for i, of := range p.SampleType {
		for _, s := range p.Sample {
			got[of.Type] += uint64(s.Value[i])
		}
	}
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Totals struct{ Writes, Captured uint64 }
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if want.Totals.Captured == 0 || want.Totals.Writes == want.Totals.Captured || got["writes"] != want.Totals.Writes ||
		got["captured"] != want.Totals.Captured {
		t.Errorf("%s: %v, want %+v", filepath.Base(file), got, want.Totals)
	}
}

func TestEfficiencyExportsAreRead(t *testing.T) {
	jtest.Slow(t)
	if agent.Missing() != nil {
		t.Skip("jprof was built without its agent")
	}
	jtest.Newest(t)
	e := &exported{root: t.TempDir(), dir: t.TempDir()}
	if err := os.WriteFile(filepath.Join(e.root, "Bäcker.java"), []byte(hostileEfficiency), 0o666); err != nil {
		t.Fatal(err)
	}
	jprof := func(args ...string) {
		t.Helper()
		cmd := exec.Command("jprof", args...) // the test itself: see TestMain
		cmd.Dir = e.root
		cmd.Env = append(os.Environ(), "JPROF_CACHE="+sharedCache)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("jprof %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	jprof("run", "--contexts=app", "Bäcker.java")
	document, folded := e.file("all"), e.file("folded")
	jprof("export", "--format", "efficiency-json", "-o", document)
	jprof("export", "--format", "pprof", "-o", e.file("pprof"))
	checkEffects(t, e.file("pprof"), document)
	jprof("export", "--format", "pprof", "--fold-recursion", "--fold-clinit", "--fold-synthetic", "-o", folded)
	checkEffects(t, folded, document)
	for _, f := range formats.Of(formats.OfEfficiency) {
		t.Run(f.Name, func(t *testing.T) {
			read := efficiencyConsumers[f.Name]
			if read == nil {
				t.Fatalf("nothing reads %s: add a function that reads it to efficiencyConsumers", f.Name)
			}
			jprof("export", "--format", f.Name, "-o", e.file(f.Name))
			if text, err := os.ReadFile(e.file(f.Name)); err != nil || !strings.Contains(string(text), "$_1_1$") {
				t.Errorf("no method: %v\n%s", err, text)
			}
			read(t, e)
		})
	}
}
