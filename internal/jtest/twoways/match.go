package twoways

import (
	"regexp"
	"slices"
	"strings"
)

// index has the methods of class files by class.
type index map[string][]Called

func indexOf(called []Called) index {
	x := index{}
	for _, c := range called {
		if !c.Synthetic {
			x[c.Class] = append(x[c.Class], c)
		}
	}
	return x
}

// calls returns the calls of a method of a source, from the class files, and the methods there that it was paired with:
// several if a class was loaded from different files.
func (x index) calls(m Method) (calls uint64, pairs []string) {
	if m.Name == "{}" {
		for _, c := range x[m.Class] {
			if c.Name == "<init>" {
				calls += c.Calls - c.Own
				pairs = append(pairs, c.Class+"."+c.Name+c.Descriptor)
			}
		}
		return calls, sorted(pairs)
	}
	best, bestScore := "", -1
	for _, c := range x[m.Class] {
		if c.Name != m.Name {
			continue
		}
		score := fit(m, c)
		if score > bestScore {
			best, bestScore = c.Descriptor, score
		}
	}
	if bestScore < 0 {
		return 0, nil
	}
	for _, c := range x[m.Class] {
		if c.Name == m.Name && c.Descriptor == best {
			calls += c.Calls
		}
	}
	return calls, []string{m.Class + "." + m.Name + best}
}

func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// fit scores a method of a class file as the counterpart of one of a source with its class and name, below 0 if it
// cannot be it: two points for an equal type of a parameter, one for a possible type variable, one for the line.
func fit(m Method, c Called) int {
	within := c.Line >= m.Line && c.Line <= m.End
	if c.Line > 0 && !within && m.Name != "<init>" && m.Name != "<clinit>" { // those begin with initialisers
		return -1
	}
	score := -1
	have := descriptorTypes(c.Descriptor)
	for offset := 0; offset+len(m.Params) <= len(have); offset++ {
		if s := fitTypes(m.Params, have[offset:offset+len(m.Params)]); s >= 0 {
			if offset == 0 && len(have) == len(m.Params) {
				s++
			}
			score = max(score, s)
		}
		if m.Name != "<init>" { // constructors have more: the outer object, captured variables, two of an enum
			if len(have) != len(m.Params) {
				return -1
			}
			break
		}
	}
	if score >= 0 && within {
		score++
	}
	return score
}

// fitTypes scores types of a source against those of a descriptor, below 0 if they cannot be the same.
func fitTypes(written, have []string) int {
	score := 0
	for i, w := range written {
		base, dims := dimensions(w)
		ownBase, ownDims := dimensions(have[i])
		switch {
		case base == ownBase && dims == ownDims:
			score += 2
		case dims == ownDims && !slices.Contains(primitives, base) && !slices.Contains(primitives, ownBase):
			score++ // a type variable, which is erased
		default:
			return -1
		}
	}
	return score
}

// dimensions splits off the brackets of an array.
func dimensions(t string) (base string, n int) {
	base = strings.TrimRight(t, "[]")
	return base, (len(t) - len(base)) / 2
}

var (
	primitives = []string{"boolean", "byte", "char", "short", "int", "long", "float", "double"}
	codes      = "ZBCSIJFD"
	annotation = regexp.MustCompile(`@[\w.]+(\([^)]*\))?\s*`)
)

// splitTypes splits the types of parameters of a source, and leaves simple names without type arguments.
func splitTypes(text string) []string {
	text = annotation.ReplaceAllString(text, "")
	var erased strings.Builder
	depth := 0
	for _, c := range text {
		switch {
		case c == '<':
			depth++
		case c == '>':
			depth--
		case depth == 0:
			erased.WriteRune(c)
		}
	}
	var list []string
	for part := range strings.SplitSeq(erased.String(), ",") {
		part = strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(part), "final "), "...", "[]")
		part = strings.ReplaceAll(part, " ", "")
		if part != "" {
			list = append(list, part[strings.LastIndexByte(part, '.')+1:])
		}
	}
	return list
}

// descriptorTypes are the types of the parameters of a descriptor, as simple names.
func descriptorTypes(descriptor string) []string {
	var list []string
	dims := 0
	for i := 1; i < len(descriptor) && descriptor[i] != ')'; i++ {
		c := descriptor[i]
		if c == '[' {
			dims++
			continue
		}
		name := ""
		if c == 'L' {
			end := i + strings.IndexByte(descriptor[i:], ';')
			name = descriptor[i+1 : end]
			name = name[strings.LastIndexAny(name, "/$")+1:]
			i = end
		} else if at := strings.IndexByte(codes, c); at >= 0 {
			name = primitives[at]
		}
		list = append(list, name+strings.Repeat("[]", dims))
		dims = 0
	}
	return list
}
