package charts

import (
	"fmt"
	"slices"
	"testing"
)

// TestCodeMap lays out files of several modules, and looks for each of them.
func TestCodeMap(t *testing.T) {
	m := NewCodeMap([]MapFile{{"core/src/main/java/a/b/C.java", 40}, {"core/src/main/java/a/b/D.java", 20},
		{"core/src/main/java/E.java", 10}, {"web/src/main/java/a/F.java", 30}, {"web/src/main/java/a/Empty.java", 0}})
	var groups, cells []string
	for _, g := range m.Groups {
		groups = append(groups, fmt.Sprint(g.Name, " ", g.Outer))
	}
	for _, c := range m.Cells {
		cells = append(cells, fmt.Sprint(c.Name, " ", c.Label, " ", c.Paths))
	}
	if want := []string{"module core true", "a.b false", "(unnamed package) false", "module web true",
		"a false"}; !slices.Equal(groups, want) {
		t.Errorf("groups %q, want %q", groups, want)
	}
	const core, web = "core/src/main/java/", "web/src/main/java/"
	if want := []string{core + "a/b/C.java C [" + core + "a/b/C.java]", core + "a/b/D.java D [" + core + "a/b/D.java]",
		core + "E.java E [" + core + "E.java]", web + "a/F.java F [" + web + "a/F.java]"}; !slices.Equal(cells, want) {
		t.Errorf("cells %q, want %q", cells, want)
	}
}

// TestCodeMapOfMany checks that each file of a large project is on the map once, alone or with others.
func TestCodeMapOfMany(t *testing.T) {
	var files []MapFile
	for i := range 5000 {
		files = append(files, MapFile{fmt.Sprintf("src/main/java/p%d/F%d.java", i/10, i), 1 + i%97})
	}
	m := NewCodeMap(files)
	seen := map[string]int{}
	for _, c := range m.Cells {
		for _, p := range c.Paths {
			seen[p]++
		}
	}
	if len(seen) != len(files) || len(m.Cells) > 2*maxDrawn {
		t.Errorf("%d of %d files in %d cells", len(seen), len(files), len(m.Cells))
	}
	for p, n := range seen {
		if n != 1 {
			t.Errorf("%s is %d times on the map", p, n)
		}
	}
	if m := NewCodeMap(nil); len(m.Cells)+len(m.Groups) > 0 {
		t.Errorf("without files: %+v", m)
	}
}
