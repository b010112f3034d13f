package rejections

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
)

// javac recurses into expressions and statements, so its stack may overflow. The error then names no place. In this
// case jprof compiles the most deeply nested declarations without counters. The first round skips declarations that are
// at least half as deep as the deepest one, the next round does the same with the remaining ones. Shallow declarations
// are never skipped, because they cannot be the reason.

// shallow is a depth that no javac has trouble with. With the usual stack of a thread, javac handles several hundred.
const shallow = 40

// ChargeDeepest returns the parts to skip after javac ended with message and named no place: the most deeply nested
// declarations with counters. The paths of the files are below dir.
func (s Skips) ChargeDeepest(message string, counted []*probe.File, dir string) []Rejection {
	type place struct {
		Rejection
		depth int
	}
	var places []place
	for _, f := range counted {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if err != nil {
			continue
		}
		lines := bytes.SplitAfter(text, []byte("\n"))
		for _, span := range declarations(f) {
			first, last := int(span.Start.Line), int(span.End.Line)
			if first < 1 || last > len(lines) || s.skipsWithin(f.Path, first, last) {
				continue
			}
			depth := depthOf(bytes.Join(lines[first-1:last], nil))
			if depth >= shallow {
				r := Rejection{Path: f.Path, Line: first, Message: message}
				r.in, r.method = declarationAround(f, first)
				places = append(places, place{r, depth})
			}
		}
	}
	if len(places) == 0 {
		return nil
	}
	deepest := slices.MaxFunc(places, func(a, b place) int { return cmp.Compare(a.depth, b.depth) }).depth
	var out []Rejection
	for _, p := range places {
		if 2*p.depth >= deepest {
			out = append(out, p.Rejection)
		}
	}
	return out
}

// declarations returns the spans of a file's methods and field initialisers, without those that are nested in others.
func declarations(f *probe.File) []probe.Span {
	var spans []probe.Span
	for _, m := range f.Methods {
		spans = append(spans, m.Span)
	}
	for _, b := range f.Blocks {
		if b.Kind == probe.FieldBlock {
			spans = append(spans, b.Span)
		}
	}
	slices.SortStableFunc(spans, func(a, b probe.Span) int { return cmp.Compare(a.Start.Offset, b.Start.Offset) })
	end := uint32(0)
	return slices.DeleteFunc(spans, func(s probe.Span) bool {
		inside := s.End.Offset <= end
		end = max(end, s.End.Offset)
		return inside
	})
}

// callDepth is the depth of an argument in a call. The stack of javac is enough for 320 operands of a sum, or for 63
// nested calls.
const callDepth = 5

// depthOf estimates how deep javac recurses into a declaration. For each place, it adds up the brackets around the
// place, and the operators and statements that precede it in each statement or expression around it. The result is the
// largest sum.
func depthOf(text []byte) int {
	type bracket struct{ depth, length int } // its own depth; that of its statement or expression up to here
	open := []bracket{{}}
	deepest, sum := 0, 0
	deeper := func(by int) {
		open[len(open)-1].length += by
		sum += by
	}
	end := func() { deeper(-open[len(open)-1].length) }
	ended := false     // a statement has just ended, and else may continue it
	afterName := false // a bracket that opens here has arguments
	s := lex.New(text)
	for t := s.NextToken(); t.Kind != lex.EOF; t = s.NextToken() {
		if ended && t.Kind != '}' && !t.Is("else") {
			end()
		}
		ended = false
		called := afterName && t.Kind == '('
		afterName = false
		switch t.Kind {
		case '(', '[', '{':
			depth := 1
			if called {
				depth = callDepth
			}
			open = append(open, bracket{depth: depth})
			sum += depth
		case ')', ']', '}':
			if end(); len(open) > 1 {
				sum -= open[len(open)-1].depth
				open = open[:len(open)-1]
			}
			ended = t.Kind == '}'
		case ';':
			ended = true
		case ',':
			end()
		case lex.Number, lex.Quoted:
		case lex.Word:
			switch {
			case t.Is("else"):
			case t.Is("if"), t.Is("for"), t.Is("while"), t.Is("do"), t.Is("switch"):
				deeper(1)
			default:
				afterName = true
			}
		default: // an operator
			deeper(1)
		}
		deepest = max(deepest, sum)
	}
	return deepest
}
