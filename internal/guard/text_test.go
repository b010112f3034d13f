package guard

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	maxLines   = 400 // of a file of Go or TypeScript
	maxColumns = 120 // of a line of code
	maxWide    = 160 // of a line of styles, scripts, templates and Java, those that tests read included
	maxSources = 36  // Go files of a folder, without tests
	tab        = 4   // columns of a tab
)

func TestGuardFileSizes(t *testing.T) {
	report(t, checkSizes(repository(t, ".go", ".ts"), maxLines))
}

// Lines of documents are checked in docs.
func TestGuardColumns(t *testing.T) {
	report(t, checkColumns(repository(t, ".go", ".java", ".tmpl", ".ts", ".mjs"), maxColumns))
}

func TestGuardWideLines(t *testing.T) {
	report(t, checkColumns(withTestdata(t, ".css", ".js", ".sh", ".tmpl", ".java", ".gradle"), maxWide))
}

func TestGuardFolders(t *testing.T) {
	report(t, checkFolders(repository(t, ".go"), maxSources))
}

func TestGuardComments(t *testing.T) {
	report(t, checkComments(repository(t, ".go")))
}

func TestGuardRiddles(t *testing.T) {
	report(t, checkRiddles(repository(t, ".go", ".java", ".js", ".mjs", ".ts", ".css", ".tmpl", ".gradle", ".h")))
}

// checkSizes reports files with more than max lines.
func checkSizes(all files, max int) []string {
	var findings []string
	for _, name := range all.sorted() {
		if n := strings.Count(all[name], "\n"); n > max {
			findings = append(findings, fmt.Sprintf(
				"%s:%d: %d lines, more than %d: split it by what its parts are about",
				name, max+1, n, max))
		}
	}
	return findings
}

// checkFolders reports folders with more than max Go files, not counting those of tests.
func checkFolders(all files, max int) []string {
	sources := map[string]int{}
	for name := range all {
		if !strings.HasSuffix(name, "_test.go") {
			sources[path.Dir(name)]++
		}
	}
	var findings []string
	for _, folder := range slices.Sorted(maps.Keys(sources)) {
		if n := sources[folder]; n > max {
			findings = append(findings, fmt.Sprintf(
				"%s: %d Go files, more than %d: move what belongs together into a package of its own", folder, n, max))
		}
	}
	return findings
}

// checkColumns reports lines with more than max columns.
func checkColumns(all files, max int) []string {
	var findings []string
	for _, name := range all.sorted() {
		number := 0
		for line := range strings.Lines(all[name]) {
			number++
			line = strings.TrimRight(line, "\r\n")
			if n := utf8.RuneCountInString(line) + (tab-1)*strings.Count(line, "\t"); n > max {
				findings = append(findings, fmt.Sprintf("%s:%d: %d columns, more than %d: break the line", name, number,
					n, max))
			}
		}
	}
	return findings
}

// ofTests matches the names of functions that go test calls: their comments may start with the thing that is tested.
var ofTests = regexp.MustCompile(`^(Test|Benchmark|Fuzz|Example)`)

// checkComments reports comments of functions and types that do not start with the name, or an article and the name.
func checkComments(all files) []string {
	var findings []string
	fset := token.NewFileSet()
	parsed := all.parse(fset, parser.ParseComments)
	for _, name := range all.sorted() {
		if parsed[name] == nil {
			continue
		}
		check := func(id *ast.Ident, doc *ast.CommentGroup) {
			text := doc.Text()
			for _, article := range []string{"A ", "An ", "The "} {
				text = strings.TrimPrefix(text, article)
			}
			rest, ok := strings.CutPrefix(text, id.Name)
			if text == "" || ok && !regexp.MustCompile(`^\w`).MatchString(rest) {
				return
			}
			start, _, _ := strings.Cut(text, "\n")
			findings = append(findings, fmt.Sprintf("%s: the comment of %s starts with %q: start it with the name",
				fset.Position(doc.Pos()), id.Name, start))
		}
		for _, d := range parsed[name].Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if !strings.HasSuffix(name, "_test.go") || d.Recv != nil || !ofTests.MatchString(d.Name.Name) {
					check(d.Name, d.Doc)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						check(s.Name, s.Doc)
						if !d.Lparen.IsValid() {
							check(s.Name, d.Doc)
						}
					}
				}
			}
		}
	}
	return findings
}

var (
	comment = regexp.MustCompile(`^(.*\s)?(//|/\*\*?)\s+(\S.*)`)
	// riddle matches the start of a comment that asks a question in place of a description: "X is how many ...".
	riddle = regexp.MustCompile(`^(?:(?:\S+ ){1,3}?(?:is|are|says|say) (?:what|how|which|where|when|whether|who|of)|` +
		`what|how|which|whether|who)\b`)
)

// checkRiddles reports comments that open with a question word, or with "X is" and one.
func checkRiddles(all files) []string {
	var findings []string
	for _, name := range all.sorted() {
		number, inside := 0, false
		for line := range strings.Lines(all[name]) {
			number++
			m := comment.FindStringSubmatch(strings.TrimSpace(line))
			opens := m != nil && !(inside && m[1] == "")
			inside = m != nil && m[2] == "//"
			if opens && m[2] != "//" { // no comment of Go, which may start with the name of a method How
				m[3] = strings.ToLower(m[3][:1]) + m[3][1:]
			}
			if opens && riddle.MatchString(m[3]) {
				findings = append(findings, fmt.Sprintf(
					"%s:%d: %q: say what the thing does or holds, with a verb or a noun", name, number, m[3]))
			}
		}
	}
	return findings
}

func TestCheckSizes(t *testing.T) {
	got := checkSizes(files{"a.go": strings.Repeat("\n", 3), "b.go": strings.Repeat("\n", 4)}, 3)
	wantFindings(t, got, "b.go:4: 4 lines, more than 3")
}

func TestCheckFolders(t *testing.T) {
	got := checkFolders(files{"a/1.go": "", "a/2.go": "", "a/3_test.go": "", "b/1.go": "", "b/2.go": "", "b/3.go": ""},
		2)
	wantFindings(t, got, "b: 3 Go files, more than 2")
}

func TestCheckColumns(t *testing.T) {
	got := checkColumns(files{"a.go": "12345678\r\n\t5678\nüüüüüüüü\n", "b.css": "\n\t56789\n123456789"}, 8)
	wantFindings(t, got, "b.css:2: 9 columns, more than 8", "b.css:3: 9 columns")
}

func TestCheckRiddles(t *testing.T) {
	got := checkRiddles(files{
		"a.go": strings.ReplaceAll("# Left is what has no row.\n# how follows is no start.\nx int # which one\n"+
			"# A Plan lists tests.\ny int # its unit\n", "#", "//"),
		"A.java": "  /** Whether it runs. */\n  /** The time. */\n",
	})
	wantFindings(t, got, "a.go:1:", "a.go:3:", "A.java:1:")
}

func TestCheckComments(t *testing.T) {
	const text = `package p

// Good is good.
func Good() {}

// The Better is better.
type Better int

//go:noinline
func directive() {}

func none() {}

// This is bad.
func Bad() {}

// Worses is another word.
func (Better) Worse() {}

type (
	// The worst of all.
	Worst int
)

// What tests do.
func TestBad() {}
`
	want := []string{`a.go:14:1: the comment of Bad starts with "This is bad."`,
		"a.go:17:1: the comment of Worse", "a.go:21:2: the comment of Worst"}
	wantFindings(t, checkComments(files{"a_test.go": text[:strings.Index(text, "// This")] +
		"// What tests do.\nfunc TestBad() {}\n"}))
	wantFindings(t, checkComments(files{"a.go": text}), append(want, "a.go:25:1: the comment of TestBad")...)
}
