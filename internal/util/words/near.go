package words

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/xrash/smetrics"
)

// Nearest returns up to five names with a spelling similar to asked, the nearest first.
func Nearest(asked string, names []string) []string {
	const most, alike = 5, 0.85 // of 1
	likeness := map[string]float64{}
	for _, name := range names {
		if 2*len(name) < len(asked) {
			continue // a short word is like the beginning of any long one
		}
		a, b := strings.ToLower(asked), strings.ToLower(name)
		l := smetrics.JaroWinkler(a, b, 0.7, 4)
		if swapped(a, b) {
			l = max(l, alike) // JaroWinkler finds nothing in words of three letters
		}
		if l >= alike {
			likeness[name] = l
		}
	}
	near := slices.SortedFunc(maps.Keys(likeness), func(a, b string) int {
		return cmp.Or(cmp.Compare(likeness[b], likeness[a]), strings.Compare(a, b))
	})
	return near[:min(most, len(near))]
}

// swapped reports whether two words differ by two neighbouring letters that changed places.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) - 1 {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}

// DidYouMean is a hint with the meaning of the word that is most similar to typed; known maps words to meanings. It is
// "" if no word is similar.
func DidYouMean(typed string, known map[string]string) string {
	var meant []string
	for _, word := range Nearest(typed, slices.Collect(maps.Keys(known))) {
		if !slices.Contains(meant, known[word]) {
			meant = append(meant, known[word])
		}
	}
	if len(meant) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(meant[:min(2, len(meant))], " or ") + "?"
}
