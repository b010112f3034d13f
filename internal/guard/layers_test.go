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

// layers has each package of jprof in one layer, the first that matches, from the ground to the roof: a row for each
// folder, and before it rows for packages in it that may import less. The stages (plugins to report) do not know each
// other: they meet in the pipeline and in the data. docs/ARCHITECTURE.md explains it.
var layers = []layer{
	{"util", "internal/util/* docs/schema docs/recipes", "util"},
	{"java", "internal/java/*", "util java"},
	{"jtest", "internal/guard internal/jtest internal/jtest/*", "java jtest"},
	{"format", "internal/format/*", "util java format"},
	{"runs", "internal/runs", "util format"},

	{"plugins", "plugins plugins/*", ""},
	{"buildtools", "buildtools buildtools/cmdline", "util java plugins buildtools"},
	{"each-tool", "buildtools/*", "util java plugins buildtools"}, // known to nobody but the registry in cli
	{"runner", "runner", "util buildtools"},
	{"syntax", "instrument/syntax", "java"},
	{"code", "instrument/code", "util java format syntax"},
	{"instrument", "instrument instrument/*", "util java format syntax code instrument"},
	{"model", "report report/pair report/packed report/contexts/cct", "util java format"},
	{"questions", "report/columns report/compare report/follow report/gate report/pattern report/source report/times",
		"util java format model questions contexts"},
	{"assemble", "report/assemble report/contexts/cctbuild", "util java format model questions tests"},
	{"reporttest", "report/reporttest report/contexts/ccttest", "util format runs model questions assemble tests"},
	{"contexts", "report/contexts/*", "util java format model questions contexts"},
	{"tests", "report/tests/* report/unused report/unused/*", "util java format model tests"},
	{"export", "report/export/*", "util java model questions contexts tests export"},
	{"assets", "report/html/assets", ""},
	{"layout", "report/html/layout", "util model assets"},
	{"rooms", "report/html/charts report/html/code report/html/contexts", "util model questions contexts layout rooms"},
	{"html", "report/html", "util java format model questions contexts tests layout rooms"},

	{"settings", "internal/settings", "util java model questions contexts assemble"},
	{"results", "internal/runs/*",
		"util java format runs buildtools model questions contexts tests assemble export layout rooms html settings " +
			"results"},
	{"pipeline", "internal/measure internal/measure/*",
		"util java format runs buildtools plugins runner instrument model settings results pipeline"},
	{"app", "internal/app/* internal/app/cli/*",
		"util java format runs buildtools each-tool runner instrument model questions contexts tests export assets " +
			"layout rooms html settings results pipeline app"},
	{"main", "cmd/jprof", "app util"},
	{"store", "cmd/jprof-store", "util"},
	{"tools", "internal/tools/*",
		"util java format runs buildtools runner instrument syntax tests pipeline app jtest"},
}

// libraries are those that belong to a few packages only, by the start of their import path.
var libraries = map[string]string{
	"github.com/aymanbagabas/go-udiff":  "report/source",
	"github.com/smacker/go-tree-sitter": "instrument/syntax",
	"github.com/charmbracelet":          "internal/app/watch",
	"github.com/fsnotify/fsnotify":      "internal/app/watch",
	"charm.land":                        "internal/app/watch",
	"github.com/urfave/cli": "internal/app/cli internal/app/cli/anyjvm internal/app/cli/comment " +
		"internal/app/cli/completion internal/app/cli/hooks internal/app/cli/options internal/app/cli/query " +
		"internal/app/cli/stores internal/app/manual",
	"gopkg.in/yaml.v3":                "internal/settings",
	"golang.org/x/text/encoding":      "internal/java/charset internal/format/testreports",
	"github.com/beevik/etree":         "buildtools/maven",
	"github.com/fatih/color":          "internal/util/term",
	"github.com/schollz/progressbar":  "internal/util/term",
	"golang.org/x/term":               "internal/util/term",
	"github.com/rivo/uniseg":          "report/export/text",
	"github.com/xrash/smetrics":       "internal/util/words",
	"google.golang.org/protobuf":      "report/export/pprof",
	"github.com/parquet-go":           "report/export/parquet",
	"github.com/grafana/jfr-parser":   "internal/format/jfr",
	"github.com/tmaxmax/go-sse":       "internal/app/ui",
	"golang.org/x/time":               "internal/app/ui",
	"github.com/modelcontextprotocol": "internal/app/mcp",
	"github.com/creachadair/jrpc2":    "internal/app/lsp internal/tools/scale internal/util/bucket",
	"gocloud.dev":                     "cmd/jprof-store",
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
