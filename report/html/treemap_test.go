package html

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
			if r.x < area.x-slack || r.y < area.y-slack || r.x+r.w > area.x+area.w+slack || r.y+r.h > area.y+area.h+slack {
				t.Fatalf("%v is not in %v", r, area)
			}
			for _, o := range rects[:i] {
				if min(r.x+r.w, o.x+o.w)-max(r.x, o.x) > slack && min(r.y+r.h, o.y+o.h)-max(r.y, o.y) > slack {
					t.Fatalf("%v and %v overlap", r, o)
				}
			}
		}
	}
	for _, r := range squarify(rect{0, 0, 5, 0}, []float64{2, 1}) { // what is left in a frame may be nothing
		if r.w != 0 || r.h != 0 {
			t.Errorf("%v in an area of nothing", r)
		}
	}
}

func near(a, b rect) bool {
	return math.Abs(a.x-b.x)+math.Abs(a.y-b.y)+math.Abs(a.w-b.w)+math.Abs(a.h-b.h) < 1e-6
}

func TestTreemapOfManyClasses(t *testing.T) {
	var modules []mapNode
	lines := 0
	for m := range 3 {
		module := mapNode{name: fmt.Sprint("m", m), what: fmt.Sprint("m", m), href: "#tree"}
		for p := range 200 {
			in := mapNode{name: fmt.Sprint("p", p), what: fmt.Sprint("p", p), href: fmt.Sprintf("package/%d.%d.html", m, p)}
			for c := range 30 {
				r := report.Ratio{Covered: c, Total: 1 + c*p/4}
				in.parts = append(in.parts, mapNode{name: "C", what: "C", lines: r})
				in.lines.Total += r.Total
			}
			module.parts, module.lines.Total = append(module.parts, in), module.lines.Total+in.lines.Total
		}
		modules, lines = append(modules, module), lines+module.lines.Total
	}
	m := makeTreemap(modules)
	if len(m.Cells) > 2*maxDrawn || len(m.Cells) < 3*few {
		t.Errorf("%d cells", len(m.Cells))
	}
	if !slices.ContainsFunc(m.Cells, func(c mapCell) bool {
		return strings.Contains(c.Title, " smaller ones in p100: ") && c.Href == "package/0.100.html"
	}) {
		t.Error("small classes have no cell in their package")
	}
	if !slices.ContainsFunc(m.Cells, func(c mapCell) bool { return strings.Contains(c.Title, " smaller ones in m1: ") && c.Href == "#tree" }) {
		t.Error("small packages have no cell in their module")
	}
}

func TestCoverLevel(t *testing.T) {
	for covered, want := range map[int]int{0: 0, 1: 1, 499: 1, 500: 2, 749: 2, 750: 3, 899: 3, 900: 4, 999: 4, 1000: 5} {
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
	}{{"Größe", 5, false, "Größe"}, {"Größer", 5.9, false, "Größ…"}, {"a.b.cd", 5, true, "…b.cd"}, {"Names", 3.9, false, ""}, {"Abc", 3, false, "Abc"}} {
		if got := fitting(tt.name, tt.width, tt.inFront); got != tt.want {
			t.Errorf("%s in %v: %q, want %q", tt.name, tt.width, got, tt.want)
		}
	}
}
