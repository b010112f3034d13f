package guard

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// A layer is a group of packages with the same rule for imports.
type layer struct {
	name     string
	packages string // patterns of path.Match for the path below the module, by spaces
	imports  string // the layers that its packages may import; the layer itself only where it is named
}

// layers has each package of jprof in one layer, the first that matches, from the ground to the roof. The stages
// (plugins to report) do not know each other: they meet in the pipeline and in the data. docs/ARCHITECTURE.md explains
// it.
var layers = []layer{
	{"ground",
		"internal/format/ancestors internal/util/antpattern internal/util/atomicfile internal/java/charset internal/java/classfile " +
			"internal/util/environ " +
			"internal/util/exit internal/java/flow internal/util/git internal/java/decl internal/java/jdks " +
			"internal/java/lex internal/util/lazyregexp internal/util/lineends internal/java/dataflow internal/util/paths " +
			"internal/util/printable internal/format/recordfile instrument/srcedit " +
			"internal/util/systems internal/format/testreports internal/util/trie " +
			"internal/util/term internal/util/version " +
			"internal/util/words internal/measure/wovencache docs/schema report/packed report/export/xmldoc", "ground"},
	{"data",
		"internal/format/contexts internal/format/counts internal/measure/helpers internal/format/longmethods internal/format/probe internal/runs " +
			"internal/format/testcounts internal/format/jfr",
		"ground data"},

	{"plugins", "plugins plugins/agent", ""},
	{"buildtools", "buildtools buildtools/cmdline", "ground plugins buildtools"},
	{"each-tool", "buildtools/*", "ground plugins buildtools"}, // known to nobody but the registry in cli
	{"agent", "internal/measure/agent", "ground plugins"},
	{"runner", "runner", "ground buildtools"},
	{"syntax", "instrument/syntax", "ground"},
	{"instrument", "instrument instrument/*", "ground data syntax instrument"},
	{"model", "report report/pair report/contexts/cct", "ground data"},
	{"report",
		"report/tests/affected report/tests/testview report/tests/change report/columns report/contexts/overlap " +
			"report/compare report/contexts/contextview report/contexts/efficiency report/contexts/flame report/gate " +
			"report/pattern report/source report/times", "ground data model report"},
	{"build", "report/assemble report/contexts/cctbuild", "ground data model report"}, // makes the model: no export knows it
	{"reporttest", "report/reporttest report/contexts/ccttest", "ground data model report build"},
	{"exports", "report/*", "ground model report"},

	{"settings", "internal/settings", "ground model build report"},
	{"compilation", "internal/measure/shadow internal/measure/rejections internal/measure/program",
		"ground data buildtools runner instrument settings compilation"},
	{"results", "internal/runs/carry internal/runs/live internal/runs/runmodel internal/runs/reportdir internal/runs/selection",
		"ground data buildtools model report build exports settings results"},
	{"pipeline", "internal/measure/copies internal/app/doctor internal/measure",
		"ground data buildtools agent runner instrument model settings compilation results pipeline"},
	{"page", "internal/app/ui internal/app/watch", "ground data buildtools runner exports settings results"},
	{"cli", "internal/app/cli",
		"ground data buildtools each-tool agent runner model report exports settings compilation results pipeline " +
			"page"},
	{"main", "cmd/jprof", "cli"},

	{"tests", "internal/format/contexts/contextstest internal/guard internal/jtest internal/jtest/*", "ground tests"},
	{"tools", "internal/tools/*",
		"ground data buildtools agent runner model report reporttest exports syntax instrument results cli tests"},
}

// libraries are those that belong to a few packages only, by the start of their import path.
var libraries = map[string]string{
	"github.com/aymanbagabas/go-udiff":  "report/source",
	"github.com/smacker/go-tree-sitter": "instrument/syntax",
	"github.com/charmbracelet":          "internal/app/watch",
	"github.com/fsnotify/fsnotify":      "internal/app/watch",
	"charm.land":                        "internal/app/watch",
	"github.com/urfave/cli":             "internal/app/cli",
	"gopkg.in/yaml.v3":                  "internal/settings",
	"golang.org/x/text/encoding":        "internal/java/charset",
	"github.com/beevik/etree":           "buildtools/maven",
	"github.com/fatih/color":            "internal/util/term",
	"github.com/schollz/progressbar":    "internal/util/term",
	"golang.org/x/term":                 "internal/util/term",
	"github.com/rivo/uniseg":            "report/export/text",
	"github.com/xrash/smetrics":         "internal/util/words",
	"google.golang.org/protobuf":        "report/export/pprof",
	"github.com/grafana/jfr-parser":     "internal/format/jfr",
	"github.com/tmaxmax/go-sse":         "internal/app/ui",
	"golang.org/x/time":                 "internal/app/ui",
	"golang.org/x/net/netutil":          "internal/app/ui",
}

func TestGuardImports(t *testing.T) {
	gomod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	report(t, checkImports(modfile.ModulePath(gomod), repository(t, ".go"), layers, libraries))
}

// checkImports reports the imports that the layers and libraries do not allow, packages without a layer, and
// permissions that nobody uses. Imports of tests are free. The packages are those of a module.
func checkImports(module string, all files, layers []layer, libraries map[string]string) []string {
	var findings []string
	const table = "internal/guard/layers_test.go"
	used := map[string]bool{} // "layer name", "layer from to", "pattern from pattern", "library path package"
	layerOf := func(pkg string) (layer, bool) {
		for _, l := range layers {
			for _, pattern := range strings.Fields(l.packages) {
				if ok, _ := path.Match(pattern, pkg); ok {
					used["pattern "+l.name+" "+pattern] = true
					return l, true
				}
			}
		}
		return layer{}, false
	}
	fset := token.NewFileSet()
	parsed := all.parse(fset, parser.ImportsOnly)
	homeless := map[string]bool{}
	for _, name := range all.sorted() {
		file, pkg := parsed[name], path.Dir(name)
		if file == nil || strings.HasSuffix(name, "_test.go") {
			continue
		}
		from, ok := layerOf(pkg)
		if !ok && !homeless[pkg] {
			homeless[pkg] = true
			findings = append(findings, fmt.Sprintf("%s:1: package %s is in no layer: add it to one in %s", name, pkg,
				table))
		}
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			for library, users := range libraries {
				if !strings.HasPrefix(imported, library) {
					continue
				}
				used["library "+library+" "+pkg] = true
				if !slices.Contains(strings.Fields(users), pkg) {
					findings = append(findings, fmt.Sprintf(
						"%s: imports %s, which belongs to %s: use that package, or add this one to libraries in %s",
						fset.Position(spec.Pos()), imported, users, table))
				}
			}
			own, ok := strings.CutPrefix(imported, module+"/")
			if !ok {
				continue
			}
			to, ok := layerOf(own)
			if !ok {
				continue // found at its own files
			}
			used["layer "+from.name+" "+to.name] = true
			if from.name != "" && !slices.Contains(strings.Fields(from.imports), to.name) {
				findings = append(findings, fmt.Sprintf(
					"%s: imports %s of the layer %s, which the layer %s may not: move what it needs to a layer "+
						"that both may import", fset.Position(spec.Pos()), own, to.name, from.name))
			}
		}
	}
	return append(findings, unused(layers, libraries, used, table)...)
}

// unused reports the permissions of the tables that no import has used.
func unused(layers []layer, libraries map[string]string, used map[string]bool, table string) []string {
	var findings []string
	for _, l := range layers {
		for _, pattern := range strings.Fields(l.packages) {
			if !used["pattern "+l.name+" "+pattern] {
				findings = append(findings, fmt.Sprintf("%s: layer %s: there is no package %s: remove it", table,
					l.name, pattern))
			}
		}
		for _, to := range strings.Fields(l.imports) {
			if !used["layer "+l.name+" "+to] {
				findings = append(findings, fmt.Sprintf(
					"%s: layer %s: nothing in it imports the layer %s: remove the permission", table, l.name, to))
			}
		}
	}
	for library, users := range libraries {
		for _, pkg := range strings.Fields(users) {
			if !used["library "+library+" "+pkg] {
				findings = append(findings, fmt.Sprintf("%s: %s does not import %s: remove the permission", table, pkg,
					library))
			}
		}
	}
	return findings
}

func TestCheckImports(t *testing.T) {
	got := checkImports("jprof", files{
		"ground/a/a.go":      "package a\n\nimport (\n\t\"fmt\"\n\t\"jprof/stage/b\"\n)\n",
		"stage/b/b.go":       "package b\n\nimport \"jprof/ground/a\"\nimport \"example.org/lib/v2\"\n",
		"stage/b/b_test.go":  "package b\n\nimport \"jprof/roof\"\n",
		"stage/c/c.go":       "package c\n\nimport \"example.org/lib\"\n",
		"elsewhere/d/d.go":   "package d\n\nimport \"jprof/ground/a\"\n",
		"elsewhere/d/d_x.go": "package d\n",
		"roof/roof.go":       "package roof\n",
	}, []layer{
		{"ground", "ground/*", ""},
		{"stage", "stage/* phase/*", "ground"},
		{"roof", "roof", "stage"},
	}, map[string]string{"example.org/lib": "stage/c", "example.org/other": "stage/c"})
	wantFindings(t, got,
		"ground/a/a.go:5:2: imports stage/b of the layer stage, which the layer ground may not",
		"stage/b/b.go:4:8: imports example.org/lib/v2, which belongs to stage/c",
		"elsewhere/d/d.go:1: package elsewhere/d is in no layer",
		"internal/guard/layers_test.go: layer stage: there is no package phase/*",
		"internal/guard/layers_test.go: layer roof: nothing in it imports the layer stage",
		"internal/guard/layers_test.go: stage/c does not import example.org/other")
}
