package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// figures are numbers of an output by name: "9 of 12" of "methods", "lines" and "branches" of main sources,
// "lines of tests", and the executions of the "hottest method".
type figures map[string]string

// outputs reads the figures of an output, by its name.
var outputs = map[string]func(text string) (figures, error){
	"closing-line.txt": matched(map[string]string{
		"lines": `main sources: (\S+) of (\S+) lines executed`, "branches": `, (\S+) of (\S+) branches`,
		"methods": `, (\S+) of (\S+) methods`, "lines of tests": `test sources: (\S+) of (\S+) lines`,
	}),
	"report.txt": matched(map[string]string{
		"methods": `\n  methods +(\S+) of (\S+) `, "lines": `\n  lines +(\S+) of (\S+) `,
		"branches":       `\n  branches +(\S+) of (\S+) `,
		"lines of tests": `test sources: (\S+) of (\S+) lines`,
		"hottest method": `hottest methods .*\n.*executions.*\n +(\S+) `,
	}),
	"top.txt": matched(map[string]string{"hottest method": `hottest methods .*\n.*executions.*\n +(\S+) `}),
	"check.txt": matched(map[string]string{
		"methods":  `\((\S+) of (\S+)\).*methods|methods.*\((\S+) of (\S+)\)`,
		"lines":    `\((\S+) of (\S+)\).*lines|lines.*\((\S+) of (\S+)\)`,
		"branches": `\((\S+) of (\S+)\).*branches|branches.*\((\S+) of (\S+)\)`,
	}),
	"summary.md": matched(map[string]string{
		"methods": `\n\| methods \| (\S+) of (\S+) `, "lines": `\n\| lines \| (\S+) of (\S+) `,
		"branches":       `\n\| branches \| (\S+) of (\S+) `,
		"lines of tests": `Test sources: (\S+) of (\S+) lines`,
		"hottest method": `## Hottest methods\n\n.*executions.*\n.*\n\| (\S+) `,
	}),
	"index.html": matched(map[string]string{
		"methods":        `Methods executed<.*?<small>(\S+) of ([^<]+)<`,
		"lines":          `Lines executed<.*?<small>(\S+) of ([^<]+)<`,
		"branches":       `Branches taken<.*?<small>(\S+) of ([^<]+)<`,
		"lines of tests": `Lines executed<.*?title="(\S+) of ([^"]+)">test sources`,
		"hottest method": `(?s)Hottest methods</h2>.*?<td class="h10 num">([^<]+)<`,
	}),
	"cobertura.xml": matched(map[string]string{
		"lines":    `lines-covered="(\d+)" lines-valid="(\d+)"`,
		"branches": `branches-covered="(\d+)" branches-valid="(\d+)"`,
	}),
	"lcov.info":   lcovFigures,
	"jacoco.xml":  jacocoFigures,
	"counts.json": jsonFigures,
}

// matched reads figures by expressions with a group for each number.
func matched(exps map[string]string) func(string) (figures, error) {
	return func(text string) (figures, error) {
		f := figures{}
		for name, exp := range exps {
			found := regexp.MustCompile(exp).FindStringSubmatch(text)
			if found == nil {
				return nil, fmt.Errorf("no %s, by %s", name, exp)
			}
			groups := slices.DeleteFunc(found[1:], func(s string) bool { return s == "" })
			f[name] = strings.ReplaceAll(strings.Join(groups, " of "), ",", "")
		}
		return f, nil
	}
}

func lcovFigures(text string) (figures, error) {
	sums := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^(\w\w\w?):(\d+)$`).FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			return nil, err
		}
		sums[m[1]] += n
	}
	of := func(covered, total string) string { return fmt.Sprintf("%d of %d", sums[covered], sums[total]) }
	return figures{"methods": of("FNH", "FNF"), "lines": of("LH", "LF"), "branches": of("BRH", "BRF")}, nil
}

// jacocoFigures reads the counters of the whole, which come last.
func jacocoFigures(text string) (figures, error) {
	f := figures{}
	names := map[string]string{"METHOD": "methods", "LINE": "lines", "BRANCH": "branches"}
	counter := regexp.MustCompile(`<counter type="(\w+)" missed="(\d+)" covered="(\d+)"`)
	for _, m := range counter.FindAllStringSubmatch(text, -1) {
		missed, err := strconv.Atoi(m[2])
		if err != nil {
			return nil, err
		}
		covered, err := strconv.Atoi(m[3])
		if err != nil {
			return nil, err
		}
		if name := names[m[1]]; name != "" {
			f[name] = fmt.Sprintf("%d of %d", covered, covered+missed)
		}
	}
	return f, nil
}

func jsonFigures(text string) (figures, error) {
	type ratio struct{ Covered, Total int }
	type totals struct{ Methods, Lines, Branches ratio }
	var doc struct{ Totals, TestSources totals }
	err := json.Unmarshal([]byte(text), &doc)
	of := func(r ratio) string { return fmt.Sprintf("%d of %d", r.Covered, r.Total) }
	t := doc.Totals
	return figures{"methods": of(t.Methods), "lines": of(t.Lines), "branches": of(t.Branches),
		"lines of tests": of(doc.TestSources.Lines)}, err
}

// agreeCmd is agree FILE...: fails if outputs of one run have different numbers. The name of each is a key of outputs.
func agreeCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != len(outputs) {
		ts.Fatalf("usage: agree FILE..., one for each of %q", slices.Sorted(maps.Keys(outputs)))
	}
	first := map[string]string{} // the figure and the file that has it
	for _, name := range args {
		read := outputs[filepath.Base(name)]
		if read == nil {
			ts.Fatalf("%s: no such output", name)
		}
		f, err := read(ts.ReadFile(name))
		if err != nil {
			ts.Fatalf("%s: %v", name, err)
		}
		for what, value := range f {
			figure, from, known := strings.Cut(first[what], " in ")
			if known && figure != value {
				ts.Fatalf("%s: %s in %s, but %s in %s", what, figure, from, value, name)
			}
			first[what] = value + " in " + name
		}
	}
	if len(first) != 5 {
		ts.Fatalf("figures %v", first)
	}
}
