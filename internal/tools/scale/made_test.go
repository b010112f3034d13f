package main

import (
	"bytes"
	"testing"

	"jprof/internal/format/contexts"
	"jprof/report/contexts/efficiency"
)

// TestMadeRecording checks that the analysis takes a made-up recording as one of a real program: all is known, and
// counts do not contradict each other.
func TestMadeRecording(t *testing.T) {
	const wanted = 20_000
	var files [2]bytes.Buffer
	for i := range files {
		made := &trees{madeProgram: makeProgram(1), contexts: wanted, seed: 1}
		sizes := &recordingSizes{}
		if err := made.Walk(sizes); err != nil {
			t.Fatal(err)
		}
		made.head.Nodes, made.head.Slots = sizes.nodes, sizes.slots
		made.head.Coverage, made.head.Blocks, made.head.Recursion = contexts.All, contexts.Exact, contexts.Full
		if err := contexts.Write(&files[i], made); err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			break
		}
		file, err := contexts.Parse(files[i].Bytes(), "made")
		if err != nil {
			t.Fatal(err)
		}
		r, err := efficiency.Analyze(file, made.pack, efficiency.Default())
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Missing)+len(r.Damaged) > 0 || r.Contrary > 0 {
			t.Errorf("missing %.100q, damaged %.100q, %d contradictions", r.Missing, r.Damaged, r.Contrary)
		}
		total := &r.Total
		n := sizes.contexts()
		if r.Contexts != n || n < wanted || n > wanted*11/10 || len(r.Methods) < 2000 {
			t.Errorf("%d contexts, %d of %d wanted, of %d methods", r.Contexts, n, wanted, len(r.Methods))
		}
		if total.Local != total.Writes || total.Captured != total.NotEscaping || total.Captured == 0 ||
			total.Output == 0 || total.Global == 0 || r.Concentration().Arraycopy == 0 {
			t.Errorf("total %+v", total)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("two recordings of one seed differ")
	}
}
