package layout

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"jprof/internal/util/lazyregexp"
	"jprof/report"
)

// number returns a count as text, with a comma between thousands.
func number(n any) (string, error) {
	switch n := n.(type) {
	case uint64:
		return report.Thousands(n), nil
	case int:
		return report.Thousands(uint64(max(0, n))), nil
	}
	return "", fmt.Errorf("%T is no number of a report", n)
}

// Level returns the level of a count on a logarithmic scale from 0 (never) to 10 (as often as the hottest). There is a
// colour for each level.
func Level(count, hottest uint64) int {
	if count == 0 || hottest == 0 {
		return 0
	}
	hundredths := max(1, int(math.Round(100*math.Log1p(float64(count))/math.Log1p(float64(hottest)))))
	return (hundredths + 10) / 11
}

var textEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;") // > alone is text

// Plain writes text as the content of an element. Do not use it in a script, a style or an attribute.
func Plain(w io.Writer, text string) { textEscaper.WriteString(w, text) }

// Quoted writes text as part of an attribute value in quotes.
func Quoted(w io.Writer, text string) { template.HTMLEscape(w, []byte(text)) }

// Artifact returns the artifactId of groupId:artifactId. Pages call a module by it, and show the rest in a tooltip.
func Artifact(module string) string {
	return module[strings.LastIndexByte(module, ':')+1:]
}

// PackageName returns the name of a package, or a name for the unnamed one.
func PackageName(name string) string { return cmp.Or(name, "(unnamed package)") }

func Printables(in []string) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = report.Printable(s)
	}
	return out
}

// endOfWord matches places at which a name may be broken: after a separator, and before a capital or the number of an
// invocation.
var endOfWord = lazyregexp.New(`[./#$_]|[(,][^ )]|:[^:]|[a-z0-9][A-Z\[]`)

// wordsOf returns the words of a name. A browser may break the name between them. breakable in report.js does the same.
func wordsOf(name string) []string {
	var list []string
	for {
		at := endOfWord().FindStringIndex(name)
		if at == nil || at[0]+1 == len(name) {
			return append(list, name)
		}
		list = append(list, name[:at[0]+1])
		name = name[at[0]+1:]
	}
}
