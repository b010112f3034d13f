package removal

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"jprof/internal/java/lex"
	"jprof/report/unused"
)

// cut is a part of a text that is deleted.
type cut struct{ start, end int }

// importLine is an import of a source.
type importLine struct {
	cut
	name   string // dotted, without .*
	static bool
	all    bool // it ends with .*
}

func (i importLine) simple() string { return i.name[strings.LastIndexByte(i.name, '.')+1:] }

// importsOf returns the imports of a source.
func importsOf(text []byte) (list []importLine) {
	scan := lex.New(text)
	for t := scan.NextToken(); t.Kind != lex.EOF && t.Kind != '{'; t = scan.NextToken() {
		if !t.Is("import") {
			continue
		}
		i := importLine{cut: cut{start: t.Start}}
		for t = scan.NextToken(); t.Kind != ';' && t.Kind != lex.EOF; t = scan.NextToken() {
			switch {
			case t.Is("static"):
				i.static = true
			case t.Kind == '*':
				i.all = true
			default:
				i.name += string(t.Text)
			}
		}
		i.end, i.name = t.End(), strings.TrimSuffix(i.name, ".")
		list = append(list, i)
	}
	return list
}

// cuts returns the parts of a source that are deleted, ascending and apart from each other. whole means that the source
// is deleted.
func (p *Plan) cuts(f *file) (cuts []cut, whole bool) {
	if p.isGone(f) {
		return nil, true
	}
	for _, t := range f.decl.Types {
		if p.gone[t] && (t.Outer == nil || !p.gone[t.Outer]) {
			start, end := unused.Extent(f.Data, t.Start, t.End)
			cuts = append(cuts, lines(f.Data, cut{start, end}))
		}
		for _, m := range t.Members {
			if p.members[m] {
				start, end := unused.Extent(f.Data, m.Start, m.End)
				cuts = append(cuts, lines(f.Data, cut{start, end}))
			}
		}
	}
	remains := withoutCuts(f.Data, cuts)
	names := wordsOnly(remains, f.imports)
	for _, i := range f.imports {
		if i.all {
			continue
		}
		refersToGone := false
		for t := range p.gone {
			dotted := strings.ReplaceAll(t.Binary, "$", ".")
			if i.name == dotted || strings.HasPrefix(i.name, dotted+".") {
				refersToGone = true
			}
		}
		if i.static && !p.inFile[f][i.simple()] && p.isGoneMember(i) {
			refersToGone = true
		}
		if refersToGone || len(cuts) > 0 && !names[i.simple()] && p.wasUsed(f, i) {
			cuts = append(cuts, line(f.Data, i.cut))
		}
	}
	cuts = merged(cuts)
	for i := range cuts {
		cuts[i].end += extraLine(f.Data, cuts[i])
	}
	return merged(cuts), false
}

// extraLine returns the length of the empty line behind a part that has an empty line in front of it, too.
func extraLine(text []byte, c cut) int {
	before := bytes.TrimRight(text[:c.start], " \t\r")
	if !bytes.HasSuffix(before, []byte("\n")) ||
		!bytes.HasSuffix(bytes.TrimRight(before[:len(before)-1], " \t\r"), []byte("\n")) {
		return 0
	}
	n := 1 + bytes.IndexByte(text[c.end:], '\n')
	if len(bytes.TrimSpace(text[c.end:c.end+n])) > 0 {
		return 0
	}
	return n
}

// isGoneMember reports whether a static import is of methods that are all deleted.
func (p *Plan) isGoneMember(i importLine) bool {
	owner, name := i.name[:max(0, strings.LastIndexByte(i.name, '.'))], i.simple()
	gone := false
	for _, t := range p.types[owner[strings.LastIndexByte(owner, '.')+1:]] {
		if strings.ReplaceAll(t.Binary, "$", ".") != owner {
			continue
		}
		for _, m := range t.Members {
			if m.Name == name && !p.members[m] {
				return false
			}
			gone = gone || m.Name == name
		}
	}
	return gone
}

// wasUsed reports whether a source has the name of an import behind its imports.
func (p *Plan) wasUsed(f *file, i importLine) bool {
	return wordsOnly(f.Data, f.imports)[i.simple()]
}

// wordsOnly returns the words of a text, those of comments included, but not those of lines with imports.
func wordsOnly(text []byte, imports []importLine) map[string]bool {
	words := map[string]bool{}
	for l := range bytes.Lines(text) {
		if bytes.HasPrefix(bytes.TrimSpace(l), []byte("import ")) && len(imports) > 0 {
			continue
		}
		for w := range bytes.FieldsFuncSeq(l, func(r rune) bool { return r < 0x80 && !lex.IsWordPart(byte(r)) }) {
			words[string(w)] = true
		}
	}
	return words
}

// line extends a part to its line, if nothing else is on it.
func line(text []byte, c cut) cut {
	start := 1 + bytes.LastIndexByte(text[:c.start], '\n')
	if len(bytes.TrimSpace(text[start:c.start])) > 0 {
		return c
	}
	rest := text[c.end:]
	if n := bytes.IndexByte(rest, '\n'); n >= 0 {
		rest = rest[:n+1]
	}
	for _, t := range allTokens(rest) {
		if t.Kind != lex.Space && !(t.Kind == lex.Comment && !bytes.Contains(t.Text, []byte("\n"))) {
			return c
		}
	}
	return cut{start, c.end + len(rest)}
}

func allTokens(text []byte) (list []lex.Token) {
	scan := lex.New(text)
	for t := scan.Next(); t.Kind != lex.EOF; t = scan.Next() {
		list = append(list, t)
	}
	return list
}

// lines extends a part to its lines, and to an empty line in front of it, or else behind it.
func lines(text []byte, c cut) cut {
	whole := line(text, c)
	if whole == c {
		return c
	}
	before := 0
	if whole.start > 0 {
		before = 1 + bytes.LastIndexByte(text[:whole.start-1], '\n')
	}
	if whole.start > 0 && len(bytes.TrimSpace(text[before:whole.start])) == 0 {
		whole.start = before
	} else if n := bytes.IndexByte(text[whole.end:], '\n'); n >= 0 &&
		len(bytes.TrimSpace(text[whole.end:whole.end+n])) == 0 {
		whole.end += n + 1
	}
	return whole
}

// merged sorts parts and joins those that overlap.
func merged(cuts []cut) (list []cut) {
	slices.SortFunc(cuts, func(a, b cut) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	for _, c := range cuts {
		if n := len(list); n > 0 && c.start <= list[n-1].end {
			list[n-1].end = max(list[n-1].end, c.end)
		} else {
			list = append(list, c)
		}
	}
	return list
}

// withoutCuts returns a text without parts.
func withoutCuts(text []byte, cuts []cut) []byte {
	var out []byte
	at := 0
	for _, c := range merged(slices.Clone(cuts)) {
		out = append(out, text[at:c.start]...)
		at = c.end
	}
	return append(out, text[at:]...)
}
