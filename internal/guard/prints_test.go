package guard

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

// printers are the packages that print and end the process: the commands, and programs and helpers of tests.
var printers = []string{"cmd/*", "internal/app/cli", "internal/jtest", "internal/tools/*"}

// printing are the functions and variables of Go that print or end the process, by the start of their name.
var printing = []string{"fmt.Print", "log.Fatal", "log.Panic", "log.Print", "os.Exit", "os.Stdout"}

func TestGuardPrints(t *testing.T) {
	all := repository(t, ".go")
	delete(all, "internal/util/environ/env.go") // hands the process's own output to the commands
	delete(all, "runner/system_unix.go")        // asks whether standard output is a terminal
	report(t, checkPrints(all))
}

// checkPrints reports code that prints outside of printers and of tests.
func checkPrints(all files) []string {
	var findings []string
	fset := token.NewFileSet()
	parsed := all.parse(fset, 0)
	for _, name := range all.sorted() {
		allowed := func(pattern string) bool { ok, _ := path.Match(pattern, path.Dir(name)); return ok }
		if parsed[name] == nil || strings.HasSuffix(name, "_test.go") || slices.ContainsFunc(printers, allowed) {
			continue
		}
		ast.Inspect(parsed[name], func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := s.X.(*ast.Ident); ok {
				used := x.Name + "." + s.Sel.Name
				if slices.ContainsFunc(printing, func(p string) bool { return strings.HasPrefix(used, p) }) {
					findings = append(findings, fmt.Sprintf(
						"%s: %s: return an error or write to a given io.Writer; only internal/app/cli prints",
						fset.Position(s.Pos()), used))
				}
			}
			return true
		})
	}
	return findings
}

func TestCheckPrints(t *testing.T) {
	const text = "package p\n\nfunc f() {\n\tfmt.Println(1) // os.Exit\n\tfmt.Fprintln(os.Stdout)\n" +
		"\tlog.Fatalf(\"\")\n\tfmt.Errorf(\"\")\n}\n"
	got := checkPrints(files{"a/a.go": text, "a/a_test.go": text, "cmd/jprof/main.go": text,
		"internal/tools/x/main.go": text})
	wantFindings(t, got, "a/a.go:4:2: fmt.Println", "a/a.go:5:15: os.Stdout", "a/a.go:6:2: log.Fatalf")
}
