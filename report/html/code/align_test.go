package code

import (
	"fmt"
	"strings"
	"testing"
)

func TestFold(t *testing.T) {
	for _, tt := range []struct {
		rows, want string // x: has to be seen; stretches, folded ones in parentheses
	}{
		{"", ""},
		{"........", "(0-8)"},
		{".......", "0-7"},
		{"x..........", "0-11"},
		{"x...........", "0-4 (4-12)"},
		{"...........x..........x", "(0-8) 8-23"},
		{"x..............x", "0-4 (4-12) 12-16"},
	} {
		var got []string
		for _, s := range fold(len(tt.rows), func(i int) bool { return tt.rows[i] == 'x' }) {
			form := "%d-%d"
			if s.folded {
				form = "(%d-%d)"
			}
			got = append(got, fmt.Sprintf(form, s.from, s.to))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %s, want %s", tt.rows, strings.Join(got, " "), tt.want)
		}
	}
}
