package settings

import (
	"slices"
	"testing"
)

func TestGatesInWords(t *testing.T) {
	c, err := Parse("jprof.yaml", []byte(`check:
  lines: 79.5
  unmeasured: 0
  changed: {since: main, branches: 100}
  counts: [{method: [a.B.*, c.D], executions: 5, growth: 10}, {method: e.F, invocations: 1}]
  quarantine: [{test: A#b, until: 2027-01-31, reason: a bug}]
  ratchet: [package]
  contexts: [{method: a.B.c, calls: 7}]
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"lines: 79.5 %", "unmeasured: 0", "changed: since main, branches 100 %",
		"counts: method a.B.*; c.D, executions 5, growth 10 %; method e.F, invocations 1", "ratchet: package",
		"quarantine: test A#b, until 2027-01-31, reason a bug",
		"contexts: method a.B.c, calls 7"}
	if got := c.Check.Gates(); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if got := (Check{}).Gates(); len(got) > 0 {
		t.Errorf("without gates: %q", got)
	}
}
