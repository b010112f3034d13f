package flow_test

import (
	"fmt"
	"maps"
	"reflect"
	"testing"
)

// TestAllocations compares allocations by type with the numbers in the comment of the program.
func TestAllocations(t *testing.T) {
	want := map[string]string{
		"objects235":             "map[java.lang.Object[]:6 java.lang.Object[][]:2 java.lang.Object[][][]:1] 38",
		"objects230":             "map[java.lang.Object[]:6 java.lang.Object[][]:2 java.lang.Object[][][]:1] 8",
		"objects205":             "map[java.lang.Object[][]:2 java.lang.Object[][][]:1] 2",
		"objects035":             "map[java.lang.Object[][][]:1] 0",
		"ints235":                "map[int[]:6 int[][]:2 int[][][]:1] 38",
		"ints230":                "map[int[]:6 int[][]:2 int[][][]:1] 8",
		"ints205":                "map[int[][]:2 int[][][]:1] 2",
		"ints035":                "map[int[][][]:1] 0",
		"outer":                  "map[int[][]:2 int[][][]:1] 8",
		"negative":               "map[byte[]:1] 3",
		"cloned":                 "map[int[]:3 int[][]:2] 16",
		"early":                  "map[Allocations$Box:1 java.lang.Exception:1] 0",
		"late":                   "map[Allocations$Box:1] 0",
		"fail":                   "map[java.lang.IllegalStateException:1] 0",
		"twice":                  "map[Allocations$Twice:2] 0",
		"main":                   "map[] 0",
		"Allocations$Box.<init>": "map[java.lang.IllegalArgumentException:1] 0",
		"each": "map[boolean[]:1 byte[]:1 char[]:1 double[]:1 float[]:1 int[]:1 java.lang.String[]:1 long[]:1 " +
			"short[]:1] 45",
	}
	for way, p := range programs(t) {
		t.Run(way, func(t *testing.T) {
			_, all := p.named(t, "Allocations")
			got := map[string]string{}
			for _, c := range all[1:] {
				key := c.name
				if c.name[:12] == "Allocations." {
					key = c.name[12:]
				}
				got[key] = fmt.Sprint(c.allocations, " ", c.elements)
				if !c.thrown && !reflect.DeepEqual(c.byConstructors, objectsOf(c)) {
					t.Errorf("%s: %v by constructors, %v by new", c.name, c.byConstructors, objectsOf(c))
				}
			}
			twice := got["Allocations$Twice.<init>"]
			delete(got, "Allocations$Twice.<init>")
			if twice != "map[] 0" && twice != "map[java.lang.Object:2] 0" {
				t.Errorf("Twice.<init>: %s", twice)
			}
			if !maps.Equal(got, want) {
				t.Errorf("got %v\nwant %v", got, want)
			}
		})
	}
}

// objectsOf is the allocations of a context without arrays.
func objectsOf(c *context) map[string]int64 {
	out := map[string]int64{}
	for name, n := range c.allocations {
		if name[len(name)-1] != ']' {
			out[name] = n
		}
	}
	return out
}
