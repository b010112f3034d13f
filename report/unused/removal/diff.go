package removal

import (
	"bytes"
	"fmt"
	"strings"

	"jprof/internal/util/printable"
)

// context is the number of lines around changes in a patch.
const context = 3

// change is a line of a patch: kind is ' ', '-' or '+'.
type change struct {
	kind byte
	text []byte
}

// diff returns the change of a text without parts as a unified diff, or the deletion of the whole file.
func diff(path string, text []byte, cuts []cut, whole bool) string {
	var b strings.Builder
	from, to := quoted("a/"+path), quoted("b/"+path)
	fmt.Fprintf(&b, "diff --git %s %s\n", from, to)
	if strings.Contains(path, " ") { // a tab ends a name that may have spaces
		from, to = from+"\t", to+"\t"
	}
	if whole {
		b.WriteString("deleted file mode 100644\n")
		to, cuts = "/dev/null", []cut{{0, len(text)}}
	}
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", from, to)
	writeHunks(&b, changes(text, cuts))
	return b.String()
}

// quoted returns a name as Git writes it: in quotes, as in C, if a line of text cannot show it as it is. Otherwise a
// name with an end of line would become lines of the patch.
func quoted(name string) string {
	if printable.Text(name) == name && !strings.ContainsAny(name, "\t\"\\") {
		return name
	}
	b := []byte{'"'}
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ' || c >= 0x7f:
			b = fmt.Appendf(b, `\%03o`, c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}

// changes returns all lines of a text, with those that lose parts.
func changes(text []byte, cuts []cut) (list []change) {
	start := 0
	var rest []byte // of lines whose end was deleted
	joins := false
	for l := range bytes.Lines(text) {
		end := start + len(l)
		var left []byte
		at, touched := start, joins
		for _, c := range cuts {
			if c.start < end && c.end > start {
				touched = true
				if c.start > at {
					left = append(left, text[at:c.start]...)
				}
				at = max(at, min(c.end, end))
			}
		}
		left = append(left, text[at:end]...)
		start = end
		if !touched {
			list = append(list, change{' ', l})
			continue
		}
		list = append(list, change{'-', l})
		rest = append(rest, left...)
		if joins = len(rest) > 0 && rest[len(rest)-1] != '\n'; joins {
			continue
		}
		if len(bytes.TrimSpace(rest)) > 0 {
			list = append(list, change{'+', rest})
		}
		rest = nil
	}
	if len(bytes.TrimSpace(rest)) > 0 {
		list = append(list, change{'+', rest})
	}
	return list
}

// writeHunks writes the changed lines with the lines around them.
func writeHunks(b *strings.Builder, list []change) {
	oldLine, newLine := 1, 1
	for i := 0; i < len(list); {
		first := i
		for first < len(list) && list[first].kind == ' ' {
			first++
		}
		if first == len(list) {
			return
		}
		last := first // the last changed line of the hunk
		for k := first; k < len(list) && k-last <= 2*context; k++ {
			if list[k].kind != ' ' {
				last = k
			}
		}
		from, to := max(i, first-context), min(len(list), last+context+1)
		oldLine, newLine = oldLine+from-i, newLine+from-i
		olds, news := 0, 0
		for _, c := range list[from:to] {
			if c.kind != '+' {
				olds++
			}
			if c.kind != '-' {
				news++
			}
		}
		fmt.Fprintf(b, "@@ -%s +%s @@\n", lineRange(oldLine, olds), lineRange(newLine, news))
		for _, c := range list[from:to] {
			b.WriteByte(c.kind)
			b.Write(c.text)
			if c.text[len(c.text)-1] != '\n' {
				b.WriteString("\n\\ No newline at end of file\n")
			}
		}
		oldLine, newLine, i = oldLine+olds, newLine+news, to
	}
}

func lineRange(first, n int) string {
	if n == 0 {
		first--
	}
	return fmt.Sprintf("%d,%d", first, n)
}
