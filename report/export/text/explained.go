package text

import (
	"bufio"
	"fmt"

	"jprof/internal/util/printable"
	"jprof/internal/util/words"
	"jprof/report/tests/affected"
)

// explained writes why each test is selected, or why it is not.
//
//	p.ParserTest#reads: selected
//	  Parser::next(): code changed (src/main/java/p/Parser.java:12)
//	    executed it
//
//	p.ParserTest#closes: not selected, for 2 changes since f3c172e9a
//	  It executed 1 member of the 2 changed sources, and none of the code that the changes concern.
//	  executed         place
//	  Parser::close()  src/main/java/p/Parser.java:40
func explained(b *bufio.Writer, list []affected.Explanation, changes int, o AffectedOptions) {
	shown := list
	if !o.All {
		shown = list[:min(len(list), o.Rows)]
	}
	for i := range shown {
		if i > 0 {
			fmt.Fprintln(b)
		}
		explain(b, &shown[i], changes, o)
	}
	if more := len(list) - len(shown); more > 0 {
		fmt.Fprintf(b, "\nand %s more %s\n", words.Thousands(uint64(more)), words.Noun(more, "test"))
	}
	if changes == 0 {
		fmt.Fprintln(b, "\n--since REV explains what a build with --affected REV has selected")
	}
}

// explain writes the explanation of one test.
func explain(b *bufio.Writer, e *affected.Explanation, changes int, o AffectedOptions) {
	since := fmt.Sprintf("%s since %s", words.Plural(changes, "change"), o.Since)
	if changes == 0 {
		since = "nothing has changed since " + o.Since
	}
	name := e.Test.Label()
	switch {
	case e.Removed:
		fmt.Fprintf(b, "%s: not selected: it was removed\n", name)
		return
	case e.Selected:
		fmt.Fprintf(b, "%s: selected\n", name)
		for _, r := range e.Test.Reasons {
			indent := "  "
			if f := r.Fact; f != nil && f.Path == f.Title() {
				fmt.Fprintf(b, "  %s\n", printable.Text(f.Text()))
				indent = "    "
			} else if f != nil {
				fmt.Fprintf(b, "  %s (%s)\n", printable.Text(f.Text()), placeOf(f))
				indent = "    "
			}
			fmt.Fprintf(b, "%s%s\n", indent, printable.Text(r.How))
		}
		return
	case changes == 0:
		fmt.Fprintf(b, "%s: not selected: %s\n", name, since)
		return
	}
	fmt.Fprintf(b, "%s: not selected, for %s\n", name, since)
	sources := words.Form(e.Files, "the changed source", fmt.Sprintf("the %d changed sources", e.Files))
	switch n := len(e.Executed); {
	case e.Files == 0:
		fmt.Fprintln(b, "  The changes are in no source that the run has counted.")
	case n == 0:
		fmt.Fprintf(b, "  It executed nothing of %s.\n", sources)
	default:
		fmt.Fprintf(b, "  It executed %s of %s, and none of the code that the changes concern.\n",
			words.Plural(n, "member"), sources)
		t := &table{columns: []column{{"executed", label}, {"place", path}}}
		for _, m := range e.Executed {
			name := printable.Text(m.Title)
			if m.Changed {
				name += ", not the region that has changed"
			}
			t.add(name, fmt.Sprintf("%s:%d", printable.Text(m.Path), m.Line))
		}
		t.first(o).write(b, o.Width)
	}
}
