package cli

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// allowed says what each package may import of jprof: see docs/ARCHITECTURE.md. Stages do not know
// each other; they meet in internal/cli and in the packages for data.
var allowed = map[string][]string{
	"jprof/cmd/jprof":            {"jprof/internal/cli"},
	"jprof/internal/cli":         {"jprof/internal/exit", "jprof/internal/paths", "jprof/internal/environ", "jprof/internal/classfile", "jprof/internal/javahome", "jprof/buildtools", "jprof/buildtools/gradle", "jprof/buildtools/maven", "jprof/instrument", "jprof/runner", "jprof/report", "jprof/docs/schema", "jprof/report/cobertura", "jprof/report/csv", "jprof/report/gate", "jprof/report/html", "jprof/report/jacoco", "jprof/report/json", "jprof/report/junit", "jprof/report/lcov", "jprof/report/markdown", "jprof/report/sarif", "jprof/report/text", "jprof/internal/atomicfile", "jprof/internal/counts", "jprof/internal/gitinfo", "jprof/internal/probe", "jprof/internal/runs", "jprof/internal/testreports", "jprof/internal/ui", "jprof/internal/version", "jprof/internal/words"},
	"jprof/internal/atomicfile":  nil,
	"jprof/internal/gitinfo":     {"jprof/internal/ui"},
	"jprof/internal/runs":        {"jprof/internal/atomicfile", "jprof/internal/counts", "jprof/internal/probe", "jprof/internal/ui"},
	"jprof/internal/environ":     {"jprof/internal/ui"},
	"jprof/internal/paths":       nil,
	"jprof/internal/exit":        {"jprof/internal/ui"},
	"jprof/internal/format":      nil,
	"jprof/internal/probe":       {"jprof/internal/format"},
	"jprof/internal/counts":      {"jprof/internal/atomicfile", "jprof/internal/format", "jprof/internal/probe"},
	"jprof/internal/srcedit":     nil,
	"jprof/internal/charset":     nil,
	"jprof/internal/classfile":   nil,
	"jprof/internal/javahome":    nil,
	"jprof/internal/printable":   nil,
	"jprof/internal/ui":          {"jprof/internal/printable"},
	"jprof/internal/version":     nil,
	"jprof/internal/words":       nil,
	"jprof/internal/testreports": nil,
	"jprof/internal/jtest":       {"jprof/internal/ui", "jprof/internal/javahome"},
	"jprof/instrument":           {"jprof/instrument/syntax", "jprof/instrument/rt", "jprof/internal/charset", "jprof/internal/probe", "jprof/internal/srcedit"},
	"jprof/instrument/syntax":    nil,
	"jprof/instrument/rt":        {"jprof/internal/format", "jprof/internal/counts", "jprof/internal/probe"},
	"jprof/plugins":              nil,
	"jprof/buildtools":           {"jprof/internal/environ", "jprof/internal/atomicfile"},
	"jprof/buildtools/cmdline":   {"jprof/buildtools"},
	"jprof/buildtools/gradle":    {"jprof/buildtools", "jprof/buildtools/cmdline", "jprof/internal/atomicfile", "jprof/plugins"},
	"jprof/buildtools/maven":     {"jprof/internal/environ", "jprof/buildtools", "jprof/buildtools/cmdline", "jprof/internal/atomicfile", "jprof/plugins", "jprof/internal/javahome"},
	"jprof/runner":               {"jprof/internal/environ", "jprof/buildtools", "jprof/internal/atomicfile", "jprof/internal/ui"},
	"jprof/report": {"jprof/internal/probe", "jprof/internal/counts", "jprof/internal/charset", "jprof/internal/printable",
		"jprof/internal/testreports", "jprof/internal/words"},
	"jprof/report/gate":       {"jprof/report"},
	"jprof/report/xmldoc":     nil,
	"jprof/report/html":       {"jprof/report", "jprof/internal/testreports", "jprof/internal/words"},
	"jprof/report/text":       {"jprof/report"},
	"jprof/report/lcov":       {"jprof/report"},
	"jprof/report/json":       {"jprof/report"},
	"jprof/report/cobertura":  {"jprof/report", "jprof/report/xmldoc"},
	"jprof/report/jacoco":     {"jprof/report", "jprof/report/xmldoc"},
	"jprof/report/junit":      {"jprof/report", "jprof/report/xmldoc"},
	"jprof/report/csv":        {"jprof/report"},
	"jprof/report/sarif":      {"jprof/report", "jprof/internal/words"},
	"jprof/report/markdown":   {"jprof/report", "jprof/internal/words"},
	"jprof/docs":              nil, // a test of links
	"jprof/docs/schema":       nil,
	"jprof/report/reporttest": {"jprof/report", "jprof/internal/probe"}, // for tests only

	"jprof/internal/tools/bench":       {"jprof/internal/jtest", "jprof/internal/jtest/oracle", "jprof/internal/jtest/stats"},
	"jprof/internal/tools/corpus":      {"jprof/internal/environ", "jprof/internal/jtest/compare", "jprof/internal/jtest/oracle", "jprof/internal/jtest/stats"},
	"jprof/internal/tools/fuzz":        {"jprof/internal/cli", "jprof/internal/jtest", "jprof/internal/jtest/javagen", "jprof/internal/jtest/oracle"},
	"jprof/internal/tools/jdk":         {"jprof/instrument", "jprof/internal/jtest", "jprof/internal/probe"},
	"jprof/internal/tools/scale":       {"jprof/instrument", "jprof/internal/counts", "jprof/internal/jtest", "jprof/internal/jtest/chromium", "jprof/internal/probe", "jprof/internal/runs", "jprof/internal/version"},
	"jprof/internal/tools/screenshots": {"jprof/internal/jtest/chromium"},

	"jprof/internal/jtest/oracle":   nil,
	"jprof/internal/jtest/javagen":  nil,
	"jprof/internal/jtest/compare":  nil,
	"jprof/internal/jtest/schemas":  nil,
	"jprof/internal/jtest/stats":    nil,
	"jprof/internal/jtest/chromium": nil,
}

// only lists libraries that belong to one package, by the start of their import path.
var only = map[string][]string{
	"github.com/aymanbagabas/go-udiff":  {"jprof/report/html"},
	"github.com/smacker/go-tree-sitter": {"jprof/instrument/syntax"},
	"github.com/urfave/cli":             {"jprof/internal/cli"},
	"gopkg.in/yaml.v3":                  {"jprof/internal/cli"},
	"golang.org/x/text/encoding":        {"jprof/internal/charset"},
	"github.com/beevik/etree":           {"jprof/buildtools/maven"},
	"github.com/fatih/color":            {"jprof/internal/ui"},
	"github.com/schollz/progressbar":    {"jprof/internal/ui"},
	"golang.org/x/term":                 {"jprof/internal/ui"},
	"github.com/rivo/uniseg":            {"jprof/report/text"},
	"github.com/xrash/smetrics":         {"jprof/internal/words"},
}

type goPackage struct {
	ImportPath   string
	Dir          string
	GoFiles      []string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func goPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports,TestImports,XTestImports", "jprof/...")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var all []goPackage
	for d := json.NewDecoder(out); ; {
		var p goPackage
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Fatalf("go list tells of %d packages only", len(all))
	}
	return all
}

func TestImportDirections(t *testing.T) {
	for _, p := range goPackages(t) {
		may, known := allowed[p.ImportPath]
		if !known {
			t.Errorf("%s: say in the table of this test what it may import", p.ImportPath)
		}
		for _, i := range p.Imports {
			if strings.HasPrefix(i, "jprof/") && !slices.Contains(may, i) {
				t.Errorf("%s imports %s", p.ImportPath, i)
			}
			for library, users := range only {
				if strings.HasPrefix(i, library) && !slices.Contains(users, p.ImportPath) {
					t.Errorf("%s imports %s, which only %s may", p.ImportPath, i, strings.Join(users, ", "))
				}
			}
		}
	}
}

// Only the commands print: the others return errors. The libraries that print or end the process are
// the ones to look for.
func TestGuardPrinting(t *testing.T) {
	for _, p := range goPackages(t) {
		if p.ImportPath == "jprof/internal/cli" || p.ImportPath == "jprof/cmd/jprof" || p.ImportPath == "jprof/internal/jtest" ||
			strings.HasPrefix(p.ImportPath, "jprof/internal/tools/") {
			continue
		}
		for _, name := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, bad := range []string{"fmt.Print", "os.Exit(", "log.Fatal", "log.Print", "os.Stdout"} {
				if strings.Contains(string(text), bad) && !(bad == "os.Stdout" && (p.ImportPath == "jprof/runner" || p.ImportPath == "jprof/internal/environ")) {
					t.Errorf("%s/%s uses %s", p.ImportPath, name, bad)
				}
			}
		}
	}
}

// Files of up to about 400 lines stay readable.
func TestFileSizes(t *testing.T) {
	const limit = 450
	for _, p := range goPackages(t) {
		for _, name := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(text), "\n"); n > limit {
				t.Errorf("%s/%s has %d lines", p.ImportPath, name, n)
			}
		}
	}
}
