package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// phrases are words that must not come back, each with what to say instead.
type phrases []struct{ phrase, instead string }

// retired lists phrases that users stumbled over.
var retired = phrases{
	{"% without tests", "main sources: N %"},
	{"source of tests", "test source"},
	{"sources of tests", "test sources"},
	{"as often as it ran", "statement executions"},
	{"lines with a statement", "lines of code"},
	{"asked for nothing", "compiles no Java: nothing to count"},
	{"did not come to", "was not built, or was not reached"},
	{"more than all", "must be between 0 and 100"},
	{"less than none", "must be 0 or more"},
	{"to be part of the run", "was not built in this run"},
	{"to match a", "at least one"},
	{"stand for", "represent"},
	{"stands for", "represents"},
	{"called so", "is ambiguous: N files match"},
	{"wants", "requires"},
	{"told", "reported, named or distinguished"},
	{"tells", "says, reports or names"},
	{"held against", "checked against, or compared with"},
	{"hold a run against", "check a run against"},
	{"starts like", "starts with"},
	{"given twice", "may be given only once"},
	{"look at", "check, read or examine"},
	{"looked at", "examined"},
	{"as if it had run", "counted as executed"},
	{"left as it is", "compiled without counters, or not changed"},
	{"left as they are", "compiled without counters, or not changed"},
	{"left counts", "wrote counts"},
	{"not measured", "unmeasured"},
	{"falling", "descending"},
	{"anew", "again"},
	{"no place in", "not in"},
	{"exclude each other", "cannot be combined"},
	{"byte code", "bytecode"},
	{"byte codes", "bytecodes"},
}

var (
	spaces = regexp.MustCompile(`\s+`)
	quoted = regexp.MustCompile("\"[^\"]*\"|`[^`]*`") // strings of a script, not its comments
)

// in returns the phrases that a text has, as whole words, wherever its lines break.
func (p phrases) in(text string) (found []string) {
	text = spaces.ReplaceAllString(strings.ToLower(text), " ")
	for _, r := range p {
		for at := 0; ; at++ {
			i := strings.Index(text[at:], r.phrase)
			if i < 0 {
				break
			}
			at += i
			end := at + len(r.phrase)
			if (at == 0 || !isWord(text[at-1])) && (end == len(text) || !isWord(text[end])) {
				found = append(found, strconv.Quote(r.phrase)+": rather "+r.instead)
				break
			}
		}
	}
	return found
}

func isWord(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' }

// TestWords checks that what users read does without phrases that were retired: documents, messages, help, the pages
// of the report and schemas.
func TestWords(t *testing.T) {
	texts := 0
	for name := range tracked(t) {
		report := func(line int, text string) {
			texts++
			for _, f := range retired.in(text) {
				t.Errorf("%s:%d: %s", name, line, f)
			}
		}
		switch path.Ext(name) {
		case ".md":
			paragraphs(read(t, name), report)
		case ".tmpl", ".js", ".json":
			if dir := path.Dir(name); dir != "report/html/assets" && dir != "internal/app/ui/assets" &&
				dir != "docs/schema" {
				continue
			}
			for i, line := range strings.Split(read(t, name), "\n") {
				if path.Ext(name) == ".js" {
					line = strings.Join(quoted.FindAllString(line, -1), " ")
				}
				report(i+1, line)
			}
		case ".go":
			if !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "internal/tools/") &&
				!strings.HasPrefix(name, "internal/jtest/") && !strings.HasPrefix(name, "report/reporttest/") {
				literals(t, name, report)
			}
		}
	}
	if texts < 1000 {
		t.Errorf("only %d texts", texts)
	}
}

// TestRetired checks that a phrase is found across a line break and in capitals, and not in longer words.
func TestRetired(t *testing.T) {
	for text, want := range map[string]bool{
		"hidden\nsources  of\n  Tests":     true,
		"mvn Wants a goal":                 true,
		"--max-not-measured N":             false,
		"a storyteller, the lines untold":  false,
		"what it did not come to":          true,
		"main sources: 47.1 %, 2 measured": false,
	} {
		if got := retired.in(text); (got != nil) != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// paragraphs reports each paragraph of a document, code and tables included, with its first line.
func paragraphs(text string, report func(line int, text string)) {
	first, at := 0, 1
	var open []string
	for _, line := range append(strings.Split(text, "\n"), "") {
		if strings.TrimSpace(line) == "" {
			if open != nil {
				report(first, strings.Join(open, "\n"))
			}
			open = nil
		} else {
			if open == nil {
				first = at
			}
			open = append(open, line)
		}
		at++
	}
}

// literals reports the strings of a Go file. Those that + joins are one text.
func literals(t *testing.T, name string, report func(line int, text string)) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "../"+name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text := joined(e)
		if strings.Contains(text, " ") {
			report(files.Position(e.Pos()).Line, text)
		}
		return text == ""
	})
}

// joined returns the text of a string, or of a sum with strings in it, with … for other operands; "" for others.
func joined(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, _ := strconv.Unquote(e.Value)
			return text
		}
	case *ast.BinaryExpr:
		if x, y := joined(e.X), joined(e.Y); e.Op == token.ADD && x+y != "" {
			if x == "" {
				x = "…"
			}
			if y == "" {
				y = "…"
			}
			return x + y
		}
	}
	return ""
}
