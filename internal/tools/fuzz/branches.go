package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// operand matches an operand of a condition that is a call of Fz.op.
var operand = regexp.MustCompile(`^Fz\.op\((\d+), `)

// compareBranches compares jprof's counts of operands with those of the programs, which count the operands that are
// calls of Fz.op. Operands that are no branch (an argument, an initialiser) are not compared.
func (f *fuzzer) compareBranches(out map[string]*outcome, work string) error {
	data, err := os.ReadFile(filepath.Join(work, "report.json"))
	if err != nil {
		return err
	}
	var doc struct {
		Files []struct {
			Path     string
			Branches []struct {
				Kind        string
				Start, End  struct{ Line, Offset int }
				True, False int
				Measured    bool
			}
		}
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	for _, file := range doc.Files {
		o := out[strings.TrimSuffix(path.Base(file.Path), ".java")]
		if o == nil || o.results[2] == "" {
			continue
		}
		source, err := os.ReadFile(filepath.Join(work, filepath.FromSlash(file.Path)))
		if err != nil {
			return err
		}
		counted := ownCounts(o.results[2])
		for _, b := range file.Branches {
			text := string(source[b.Start.Offset:b.End.Offset])
			m := operand.FindStringSubmatch(text)
			if m == nil || b.Kind != "condition" || !b.Measured || !isOneCall(text) {
				continue
			}
			o.operands++
			want, got := counted[m[1]], [2]int{b.True, b.False}
			want[0] *= f.threads
			want[1] *= f.threads
			if want != got {
				o.branches = append(o.branches,
					fmt.Sprintf("%s:%d: %s was %d times true and %d times false, jprof says %d and %d",
						file.Path, b.Start.Line, text, want[0], want[1], got[0], got[1]))
			}
		}
	}
	return nil
}

// ownCounts returns the counts that a program has printed, in the form ID=TRUE/FALSE.
func ownCounts(result string) map[string][2]int {
	out := map[string][2]int{}
	for _, word := range strings.Fields(result) {
		id, counts, ok := strings.Cut(word, "=")
		var n [2]int
		if _, err := fmt.Sscanf(counts, "%d/%d", &n[0], &n[1]); ok && err == nil {
			out[id] = n
		}
	}
	return out
}

// isOneCall reports whether the parenthesis that a call opens is closed at the end of the text.
func isOneCall(text string) bool {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i == len(text)-1
			}
		}
	}
	return false
}
