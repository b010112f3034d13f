package compare

import (
	"cmp"
	"fmt"
	"strings"
)

// Unlike compares the tests of a run by test with those in the reports of its build, class by class. It compares the
// names that both have, with numbers and results. A test of the run may have several names, joined by newlines, because
// reports have the method or the display name. Unlike returns a line for each name whose results differ.
func Unlike(reports, run []Case) []string {
	in, got := byClass(reports), byClass(run)
	var out []string
	for _, class := range keys(in, got) {
		out = append(out, unlike(class, in[class], got[class])...)
	}
	return out
}

// unlike compares the tests of one class.
func unlike(class string, reports, run []Case) (out []string) {
	in := Results{}
	for _, c := range reports {
		if c.Name == "" && c.Skipped > 0 {
			continue // a class that is ignored as a whole
		}
		in[short(c.Name)] = in[short(c.Name)].add(c.Outcomes)
	}
	got := Results{}
	for _, c := range run {
		name := ""
		for n := range strings.SplitSeq(c.Name, "\n") {
			if _, ok := in[short(n)]; ok || name == "" {
				name = short(n)
			}
			if _, ok := in[name]; ok {
				break
			}
		}
		got[name] = got[name].add(c.Outcomes)
	}
	for _, name := range in.Differing(got) {
		out = append(out, fmt.Sprintf("%s: %s: run / failed / skipped %s in the XML, %s by test", class, name,
			in[name], got[name]))
	}
	return out
}

// byClass groups tests by class. Nested classes have "." in place of "$", because build tools and frameworks differ in
// this.
func byClass(cases []Case) map[string][]Case {
	out := map[string][]Case{}
	for _, c := range cases {
		class := strings.ReplaceAll(c.Class, "$", ".")
		out[class] = append(out[class], c)
	}
	return out
}

// short returns a name without types and the number of the invocation, which are in brackets at its end.
func short(name string) string {
	end := strings.IndexAny(name, "([{")
	if end < 0 {
		end = len(name)
	}
	return cmp.Or(strings.TrimSpace(name[:end]), name)
}
