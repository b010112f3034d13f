package source

import (
	"strings"

	"jprof/report"
)

// codeWidth limits the code of a region in lists, in characters.
const codeWidth = 100

// FirstLines returns the code of each region up to the end of its first line. If there is none, it returns the reason
// in parentheses. Each source is loaded once.
func FirstLines(m *report.Model, regions []report.HotRegion) []string {
	lines := make([]string, len(regions))
	byFile := map[*report.File][]int{}
	for i, r := range regions {
		byFile[r.File] = append(byFile[r.File], i)
	}
	for f, indices := range byFile {
		src, err := Load(m, f)
		for _, i := range indices {
			if err != nil {
				lines[i] = "(source not available)"
			} else {
				lines[i] = src.firstLine(regions[i].Region.Span)
			}
		}
	}
	return lines
}

// firstLine returns the code of a span up to the end of its first line.
func (s *Source) firstLine(span report.Span) string {
	start, end := s.At(span.Start.Offset), s.At(span.End.Offset)
	_, lineEnd := s.Line(s.LineAt(start))
	text := s.Text(start, min(end, lineEnd))
	text = strings.TrimSpace(strings.ReplaceAll(text, "\t", " "))
	if r := []rune(text); len(r) > codeWidth {
		return string(r[:codeWidth-1]) + "…"
	}
	return text
}

// MissedCode returns the source of each of these places from its start to the end of the line. For methods it returns
// the line of the name; "" if the source is not available. If the places are in the order of files, each source is
// loaded once.
func MissedCode(m *report.Model, places []report.Missed) []string {
	code := make([]string, len(places))
	var file *report.File
	var src *Source
	for i, x := range places {
		if x.File != file {
			file = x.File
			src, _ = Load(m, file) // nil if it is missing
		}
		switch {
		case src == nil:
		case x.Kind == report.MissedMethod:
			name := x.File.Methods[x.Method].Name
			code[i] = strings.TrimSpace(src.Text(src.Line(src.LineAt(src.At(name.Offset)))))
		default:
			code[i] = src.firstLine(x.Span)
		}
	}
	return code
}
