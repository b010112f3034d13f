package compare

import (
	"reflect"
	"testing"
)

func TestUnlike(t *testing.T) {
	passed, failed, skipped := Outcomes{Passed: 1}, Outcomes{Failed: 1}, Outcomes{Skipped: 1}
	reports := []Case{
		{"p.A", "one", passed}, {"p.A", "two{int}[1]", passed}, {"p.A", "two{int}[2]", failed},
		{"p.Ignored", "", skipped}, {"p.A.In", "x()", passed}, {"p.A", "Two words", passed}, {"p.B", "[1] a", skipped},
	}
	same := []Case{
		{"p.A$In", "x\nx()", passed}, {"p.A", "two\n[2] 9", failed}, {"p.A", "two\n[1] 8", passed},
		{"p.A", "one", passed}, {"p.A", "twoWords\nTwo words", passed}, {"p.B", "of\n[1] a", skipped},
	}
	if d := Unlike(reports, same); d != nil {
		t.Errorf("differences of the same tests: %q", d)
	}
	other := append([]Case{{"p.C", "new", passed}}, same[:3]...)
	other = append(other, same[4:]...)
	other[2].Outcomes = passed
	want := []string{
		"p.A: one: run / failed / skipped 1 / 0 / 0 in the XML, 0 / 0 / 0 by test",
		"p.A: two: run / failed / skipped 2 / 1 / 0 in the XML, 2 / 0 / 0 by test",
		"p.C: new: run / failed / skipped 0 / 0 / 0 in the XML, 1 / 0 / 0 by test",
	}
	if d := Unlike(reports, other); !reflect.DeepEqual(d, want) {
		t.Errorf("got %q", d)
	}
}
