package charts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jprof/report"
)

func TestSquarify(t *testing.T) {
	area := rect{3, 5, 600, 400}
	// The example of the paper, 6 by 4.
	got := squarify(area, []float64{6, 6, 4, 3, 2, 2, 1})
	want := []rect{{3, 5, 300, 200}, {3, 205, 300, 200}}
	for i, w := range want {
		if !near(got[i], w) {
			t.Errorf("rectangle %d: %v, want %v", i, got[i], w)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		sizes, total := make([]float64, 1+rnd.IntN(60)), 0.0
		for i := range sizes {
			sizes[i] = math.Ceil(math.Exp(rnd.Float64() * 8))
			total += sizes[i]
		}
		slices.SortFunc(sizes, func(a, b float64) int { return int(b - a) })
		area := rect{rnd.Float64() * 10, 0, 1 + rnd.Float64()*1000, 1 + rnd.Float64()*1000}
		rects := squarify(area, sizes)
		if len(rects) != len(sizes) {
			t.Fatalf("%d rectangles for %d sizes", len(rects), len(sizes))
		}
		const slack = 1e-6
		for i, r := range rects {
			if share := area.w * area.h * sizes[i] / total; math.Abs(r.w*r.h-share) > slack*area.w*area.h {
				t.Fatalf("area %v of size %v in %v, want %v", r.w*r.h, sizes[i], sizes, share)
			}
			if r.x < area.x-slack || r.y < area.y-slack || r.x+r.w > area.x+area.w+slack ||
				r.y+r.h > area.y+area.h+slack {
				t.Fatalf("%v is not in %v", r, area)
			}
			for _, o := range rects[:i] {
				if min(r.x+r.w, o.x+o.w)-max(r.x, o.x) > slack && min(r.y+r.h, o.y+o.h)-max(r.y, o.y) > slack {
					t.Fatalf("%v and %v overlap", r, o)
				}
			}
		}
	}
	for _, r := range squarify(rect{0, 0, 5, 0}, []float64{2, 1}) { // the rest inside of a frame may be nothing
		if r.w != 0 || r.h != 0 {
			t.Errorf("%v in an area of nothing", r)
		}
	}
}

func near(a, b rect) bool {
	return math.Abs(a.x-b.x)+math.Abs(a.y-b.y)+math.Abs(a.w-b.w)+math.Abs(a.h-b.h) < 1e-6
}

// codeOf is code of some modules, with packages of 30 classes each, whose sizes are given.
func codeOf(modules, packages int, size func(pkg, class int) int) []Node {
	var out []Node
	for m := range modules {
		module := Node{What: fmt.Sprint("m", m), Href: "#tree"}
		for p := range packages {
			in := Node{What: fmt.Sprint("p", p), Href: fmt.Sprintf("package/%d.%d.html", m, p)}
			for c := range 30 {
				in.Parts = append(in.Parts, Node{What: "C", Lines: report.Ratio{Total: size(p, c)}})
				in.Lines.Total += size(p, c)
			}
			module.Parts, module.Lines.Total = append(module.Parts, in), module.Lines.Total+in.Lines.Total
		}
		out = append(out, module)
	}
	return out
}

func TestTreemapOfManyClasses(t *testing.T) {
	cells := func(m Treemap, what string) int {
		n := 0
		for _, c := range m.Cells {
			if strings.Contains(c.Title, what) {
				n++
			}
		}
		return n
	}
	// 10 classes of each of the larger 100 packages of 3 modules have more than 1,000 others.
	m := NewTreemap(codeOf(3, 200, func(p, c int) int { return 1 + max(0, p-100)*c*c }))
	if n := cells(m, "C: "); n < maxDrawn*9/10 || n > maxDrawn*3/2 {
		t.Errorf("%d classes", n)
	}
	if n := cells(m, "p7: "); n != 3 {
		t.Errorf("a package without a large class has %d cells in 3 modules", n)
	}
	if n := cells(m, " smaller ones in p150: "); n != 3 || len(m.Cells) > 2*maxDrawn {
		t.Errorf("%d cells of other classes, %d in all", n, len(m.Cells))
	}
	// All of one size: no class is larger than others, and no package.
	m = NewTreemap(codeOf(2, 700, func(p, c int) int { return 5 }))
	if len(m.Cells) != 1400 {
		t.Errorf("%d cells for 1,400 packages of the same size", len(m.Cells))
	}
	m = NewTreemap(codeOf(2, 1700, func(p, c int) int { return 5 }))
	if len(m.Cells) != 2 || m.Cells[1].Href != "#tree" || !strings.HasPrefix(m.Cells[1].Title, "m1: ") {
		t.Errorf("cells of 3,400 packages of the same size: %v", m.Cells)
	}
	m = NewTreemap(codeOf(1, 33, func(p, c int) int { return c }))
	if len(m.Cells) != 33*29 { // those without lines have none
		t.Errorf("%d cells for 990 classes", len(m.Cells))
	}
}

// TestHeatOfPackage checks a package that is one cell, and was executed more often than each class with a cell of its
// own.
func TestHeatOfPackage(t *testing.T) {
	nodes := codeOf(1, 100, func(p, c int) int { return 1 + p })
	nodes[0].Parts[0].Executed, nodes[0].Parts[99].Parts[0].Executed = 1<<40, 5
	cells := NewTreemap(nodes[0].Parts).Cells
	i := slices.IndexFunc(cells, func(c MapCell) bool { return strings.HasPrefix(c.Title, "p0: ") })
	if i < 0 || cells[i].Heat != 10 {
		t.Errorf("the package is cell %d of %v", i, cells)
	}
}

func TestCoverLevel(t *testing.T) {
	for covered, want := range map[int]int{0: 0, 1: 1, 499: 1, 500: 2, 749: 2, 750: 3, 899: 3, 900: 4, 999: 4,
		1000: 5} {
		if got := coverLevel(report.Ratio{Covered: covered, Total: 1000}); got != want {
			t.Errorf("%d of 1000: colour %d, want %d", covered, got, want)
		}
	}
}

func TestFitting(t *testing.T) {
	for _, tt := range []struct {
		name    string
		width   float64
		inFront bool
		want    string
	}{{"Größe", 5, false, "Größe"}, {"Größer", 5.9, false, "Größ…"}, {"a.b.cd", 5, true, "…b.cd"},
		{"Names", 3.9, false, ""}, {"Abc", 3, false, "Abc"}} {
		if got := fitting(tt.name, tt.width, tt.inFront); got != tt.want {
			t.Errorf("%s in %v: %q, want %q", tt.name, tt.width, got, tt.want)
		}
	}
}
