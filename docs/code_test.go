package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"strings"
	"testing"
)

// retiredInCode lists phrases that readers of the code stumbled over, besides those of users.
var retiredInCode = phrases{
	{"tell", "report, name, list or distinguish"},
	{"stands behind", "comes after, or name the thing"},
	{"stand behind", "come after, or name the thing"},
	{"left out", "omitted, skipped, excluded or ignored: see docs/GLOSSARY.md"},
	{"leave out", "omit, skip, exclude or ignore"},
	{"leaves out", "omits, skips, excludes or ignores"},
	{"leaving out", "omitting, skipping, excluding or ignoring"},
	{"compiled as they are", "compiled without counters"},
	{"copied as they are", "copied without counters"},
	{"copied as it is", "copied without counters"},
	{"number of its process", "PID"},
	{"numbers of their processes", "PIDs"},
	{"kin", "ancestors, or the JVMs of test steps"},
	{"nobody knows", "it is not known"},
	{"nobody asks", "it is not needed"},
	{"complains", "returns an error, reports or rejects"},
}

// retiredNames lists words that names in Go and Java do not have.
var retiredNames = phrases{
	{"left out", "omitted"},
	{"left sources", "omitted"},
	{"as they are", "omitted or skipped"},
	{"not measured", "unmeasured"},
	{"tell", "warn, report or print"},
	{"tells", "reports, or has"},
	{"kin", "ancestors"},
	{"falling", "descending"},
}

// stays lists names and phrases that may stay in the code, as "file: word", each with the reason.
var stays = map[string]string{}

// TestCodeWords checks that names and comments of Go and Java do without words that were retired.
func TestCodeWords(t *testing.T) {
	names, comments := 0, 0
	used := map[string]bool{}
	for file := range tracked(t) {
		if isTestdata(file) {
			continue
		}
		check := func(line int, text string, lists ...phrases) {
			for _, list := range lists {
				for _, found := range list.in(text) {
					word, _, _ := strings.Cut(found, ": ")
					if key := file + ": " + word; stays[key] != "" {
						used[key] = true
						continue
					}
					t.Errorf("%s:%d: %s", file, line, found)
				}
			}
		}
		onName := func(line int, name string) {
			names++
			check(line, wordsOf(name), retiredNames)
		}
		onComment := func(line int, text string) {
			comments++
			check(line, text, retired, retiredInCode)
		}
		switch path.Ext(file) {
		case ".go":
			wordsOfGo(t, file, onName, onComment)
		case ".java":
			wordsOfJava(read(t, file), onName, onComment)
		}
	}
	if names < 10_000 || comments < 1000 {
		t.Errorf("only %d names and %d comments", names, comments)
	}
	for key := range stays {
		if !used[key] {
			t.Errorf("nothing needs the exception %q", key)
		}
	}
}

// TestWordsOf checks how names are split.
func TestWordsOf(t *testing.T) {
	for name, want := range map[string]string{
		"leftOut": "left Out", "AsTheyAre": "As They Are", "LEFT_OUT": "LEFT OUT", "parseXMLFile": "parse XMLFile",
		"kin": "kin",
	} {
		if got := wordsOf(name); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
	if retiredNames.in(wordsOf("kindOf")) != nil {
		t.Error("kin is found in kindOf")
	}
}

// isTestdata reports whether a file is an input of tests.
func isTestdata(file string) bool {
	return strings.HasPrefix(file, "testdata/") || strings.Contains(file, "/testdata/")
}

var humps = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// wordsOf returns the words of a name in camel case or with underscores, with spaces between them.
func wordsOf(name string) string {
	return strings.ReplaceAll(humps.ReplaceAllString(name, "$1 $2"), "_", " ")
}

// wordsOfGo reports the names that a Go file declares or uses, and its comments. A text in back quotes that spans lines
// may be anything, and is neither.
func wordsOfGo(t *testing.T, name string, onName, onComment func(line int, text string)) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "../"+name, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			onName(files.Position(id.Pos()).Line, id.Name)
		}
		return true
	})
	for _, c := range file.Comments {
		onComment(files.Position(c.Pos()).Line, c.Text())
	}
}

// partsOfJava matches comments, literals and names.
var partsOfJava = regexp.MustCompile(
	`(?s)/\*.*?\*/|//[^\n]*|"""(?:[^\\]|\\.)*?"""|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_$][\w$]*`)

// wordsOfJava reports the names and the comments of a Java file.
func wordsOfJava(text string, onName, onComment func(line int, text string)) {
	line, at := 1, 0
	for _, m := range partsOfJava.FindAllStringIndex(text, -1) {
		line += strings.Count(text[at:m[0]], "\n")
		at = m[0]
		switch part := text[m[0]:m[1]]; {
		case strings.HasPrefix(part, "/"):
			onComment(line, part)
		case part[0] != '"' && part[0] != '\'':
			onName(line, part)
		}
	}
}
