package javagen

import (
	"strings"
	"testing"
)

func TestSeedsDecide(t *testing.T) {
	o := Options{Level: 25, Super: true}
	for seed := range int64(20) {
		a, b := Generate("P", seed, o), Generate("P", seed, o)
		if a.Text(nil) != b.Text(nil) || a.N != b.N {
			t.Errorf("seed %d gives two programs", seed)
		}
		if a.Text(nil) == Generate("P", seed+1, o).Text(nil) {
			t.Errorf("seeds %d and %d give the same program", seed, seed+1)
		}
	}
}

func TestEdits(t *testing.T) {
	p := Generate("P", 1, Options{Level: 8})
	whole := p.Text(nil)
	seen := 0
	p.Walk(nil, func(s *Stmt, size int) {
		seen++
		if size < 1 || s.ID < 0 || s.ID >= p.N {
			t.Errorf("statement %d of %d has the size %d", s.ID, p.N, size)
		}
		for _, how := range []Cut{Remove, Unwrap} {
			less := p.Text(Edit{s.ID: how})
			if strings.Count(less, "\n") >= strings.Count(whole, "\n") {
				t.Errorf("cut %d of statement %d leaves all lines", how, s.ID)
			}
		}
		left := 0
		p.Walk(Edit{s.ID: Remove}, func(*Stmt, int) { left++ })
		if left != p.N-size {
			t.Errorf("without statement %d there are %d of %d, not %d less", s.ID, left, p.N, size)
		}
	})
	if seen != p.N {
		t.Errorf("%d of %d statements", seen, p.N)
	}
}

// TestOptions checks that no program has a feature that Options turn off.
func TestOptions(t *testing.T) {
	for seed := range int64(30) {
		if text := Generate("P", seed, Options{Level: 8}).Text(nil); strings.Contains(text, "yield ") ||
			strings.Contains(text, " -> {\n") && strings.Contains(text, "case 0 ->") ||
			strings.Contains(text, "record ") {
			t.Errorf("seed %d has what level 8 has not:\n%s", seed, text)
		}
		text := Generate("P", seed, Options{Level: 17, Threads: true}).Text(nil)
		if strings.Contains(text, "static {") || strings.Contains(text, "enum ") {
			t.Errorf("seed %d has what is done once for all threads", seed)
		}
	}
}

// TestHeap checks that programs that pass objects around are the same for a seed, and have all that they may have.
func TestHeap(t *testing.T) {
	var all strings.Builder
	for seed := range int64(60) {
		text := Heap("P", seed)
		if text != Heap("P", seed) {
			t.Errorf("seed %d gives two programs", seed)
		}
		all.WriteString(text)
	}
	for _, feature := range []string{"arraycopy", ".clone()", ".copy()", "throw new E(", "finally", "::make", "-> {",
		"new F() {", "s0 = ", "OUT.write(", "H.first", ".twice(", "Arrays.copyOf", "HashMap", "for (int "} {
		if !strings.Contains(all.String(), feature) {
			t.Errorf("no program has %s", feature)
		}
	}
}
