package instrument

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// TestExampleOfPackageComment instruments the method in the package comment, and compares the result and the formulas
// with what the comment says.
func TestExampleOfPackageComment(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, m := range regexp.MustCompile(`(?m)(?:^//\t.*\n)+`).FindAllString(string(doc), 3) {
		parts = append(parts, strings.ReplaceAll(m, "//\t", ""))
	}
	if len(parts) != 3 {
		t.Fatalf("%q", parts)
	}
	const before, after = "class Foo {\n", "}\n"
	src := before + parts[0] + after
	p := syntax.NewParser()
	defer p.Close()
	s, err := File(p, []byte(src), Origin{}, func(string) Helper { return Helper{"C", "Foo"} })
	if err != nil {
		t.Fatal(err)
	}
	if want := before + parts[1] + after; string(s.Text) != want {
		t.Errorf("the method becomes\n%s\nthe comment says\n%s", s.Text, want)
	}
	firstLine := func(s probe.Span) string {
		line, _, _ := strings.Cut(src[s.Start.Offset:s.End.Offset], "\n")
		return line
	}
	formulas := map[string]string{}
	for _, r := range s.Probes.Regions {
		for _, st := range r.Statements {
			formulas[firstLine(st.Span)] = sum(st.Count)
		}
	}
	for _, b := range s.Probes.Branches {
		formulas[firstLine(b.Span)] = "true " + sum(b.True) + ", false " + sum(b.False)
	}
	for _, line := range strings.Split(strings.TrimSpace(parts[2]), "\n") {
		code, said, _ := strings.Cut(line, "    ")
		if got := formulas[code]; got != strings.TrimSpace(said) {
			t.Errorf("%s has the formula %s, the comment says %s", code, got, said)
		}
		delete(formulas, code)
	}
	if len(formulas) > 0 {
		t.Errorf("the comment says nothing of %v", formulas)
	}
}
