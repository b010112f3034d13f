package cli

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/app/ui"
)

// formatContract holds the lists of formats, in the order of the sections of the help and of docs/EXPORTS.md.
var formatContract = []struct {
	list    string // the variable that declares the formats
	kind    ui.FormatKind
	heading string // in the help
}{
	{"formats", ui.OfCounts, "Formats of runs with counts:"},
	{"contextFormats", ui.OfContexts, "Formats of runs with --contexts, by default of the newest of them:"},
	{"efficiencyFormats", ui.OfEfficiency, "Formats of runs with --contexts, about what the work was good for:"},
	{"testFormats", ui.OfTests, "Formats of runs with --by-test:"},
	{"timeFormats", ui.OfTimes, "Formats of runs with --time:"},
}

// mention is the name of a format, and a list of formatContract.
type mention struct{ list, name string }

// TestFormatsAreNamedOnce holds help, completion, the page and the documents to one mention of each export format,
// among those of its list.
func TestFormatsAreNamedOnce(t *testing.T) {
	declared := declaredFormats(t)
	lists := map[string]string{}
	for _, d := range declared {
		if other, twice := lists[d.name]; twice {
			t.Errorf("%s is declared in %s, and in %s", d.name, other, d.list)
		}
		lists[d.name] = d.list
	}
	app := testApp(t, new(bytes.Buffer))
	var completed bytes.Buffer
	if err := (completer{app: app}).complete(&completed, []string{"export", "--format", ""}); err != nil {
		t.Fatal(err)
	}
	var completion []mention
	for _, name := range firstWords(completed.String(), `(?m)^(\S+)\t`) {
		completion = append(completion, mention{lists[name], name})
	}
	for place, mentions := range map[string][]mention{
		"help":             inHelp(t, app.Command("export").Description),
		"docs/COMMANDS.md": inHelp(t, chapter(t, "../../../docs/COMMANDS.md", "jprof export")),
		"docs/EXPORTS.md": inSections(pageText(t, "../../../docs/EXPORTS.md"), `(?m)^\| format \| for \| `,
			"(?m)^\\| `([^` ]+)` \\| "),
		"completion": completion,
		"page":       onPage(),
	} {
		counts := map[mention]int{}
		for _, m := range mentions {
			counts[m]++
		}
		for _, d := range declared {
			if counts[d] != 1 {
				t.Errorf("%s names %s %d times among those of %s", place, d.name, counts[d], d.list)
			}
			delete(counts, d)
		}
		for m := range counts {
			t.Errorf("%s names %s, which is not declared in %q", place, m.name, m.list)
		}
	}
}

// declaredFormats returns the formats in the sources of this package, each in a list of formatContract.
func declaredFormats(t *testing.T) []mention {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all []mention
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		list := ""
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				list = "func " + n.Name.Name
			case *ast.ValueSpec:
				list = n.Names[0].Name
			case *ast.CompositeLit:
				if kind, ok := n.Type.(*ast.Ident); !ok || kind.Name != "described" {
					return true
				}
				name, ok := n.Elts[0].(*ast.BasicLit)
				if !ok {
					t.Fatalf("%s: %s: a format without a name", file, list)
				}
				all = append(all, mention{list, strings.Trim(name.Value, `"`)})
				if !slices.Contains(contractLists(), list) {
					t.Errorf("%s is declared in %s, which is no list of formatContract", name.Value, list)
				}
			}
			return true
		})
	}
	return all
}

// contractLists returns the lists of formatContract.
func contractLists() []string {
	var lists []string
	for _, c := range formatContract {
		lists = append(lists, c.list)
	}
	return lists
}

// inHelp returns the mentions in a help text.
func inHelp(t *testing.T, text string) []mention {
	t.Helper()
	const heading = `(?m)^Formats .*:$`
	var want []string
	for _, c := range formatContract {
		want = append(want, c.heading)
	}
	if got := regexp.MustCompile(heading).FindAllString(text, -1); !slices.Equal(got, want) {
		t.Errorf("the help has the sections\n%q, want\n%q", got, want)
	}
	return inSections(text, heading, `(?m)^  (\S+) {2,}`)
}

// inSections returns the mentions in a text with a section for each list of formatContract.
func inSections(text, heading, entry string) []mention {
	var all []mention
	lists := append(contractLists(), "no list")
	for i, section := range regexp.MustCompile(heading).Split(text, -1)[1:] {
		for _, name := range firstWords(section, entry) {
			all = append(all, mention{lists[min(i, len(lists)-1)], name})
		}
	}
	return all
}

// onPage returns the mentions for the page of jprof ui. Formats of gates are some of those of counts.
func onPage() []mention {
	var all []mention
	for _, f := range pageFormats() {
		for _, c := range formatContract {
			if c.kind == f.Of || c.kind == ui.OfCounts && f.Of == ui.OfGates {
				all = append(all, mention{c.list, f.Name})
			}
		}
	}
	return all
}

// firstWords returns what the group of a pattern matches in a text.
func firstWords(text, pattern string) []string {
	var all []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// chapter returns the part of a document below a heading of the second level.
func chapter(t *testing.T, file, title string) string {
	t.Helper()
	text := pageText(t, file)
	found := regexp.MustCompile(`(?s)\n## ` + title + `\n.*?(\n## |\z)`).FindString(text)
	if found == "" {
		t.Fatalf("%s has no chapter %s", file, title)
	}
	return found
}

func pageText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
