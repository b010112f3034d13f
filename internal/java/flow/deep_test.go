package flow_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// ofMethod holds the sums over all contexts of a method.
type ofMethod struct{ contexts, calls, bytecodes int64 }

// ofDeep is the numbers in the comment of Deep.java, by method.
var ofDeep = map[string]ofMethod{"Deep.main": {1, 1, 9}, "Deep.a": {4096, 4096, 32768},
	"Deep.b": {4095, 4095, 32756}, "Deep.down": {5001, 5001, 45005}}

// byMethod adds up the nodes below roots. A node beyond the limit is no context.
func byMethod(roots []*context) map[string]ofMethod {
	sums := map[string]ofMethod{}
	for _, root := range roots {
		for open := slices.Clone(root.children); len(open) > 0; {
			c := open[0]
			open = append(open[1:], c.children...)
			n := sums[c.name]
			n.calls += c.calls
			n.bytecodes += c.bytecodes
			if root.name != beyond {
				n.contexts++
			}
			sums[c.name] = n
		}
	}
	return sums
}

// TestDeep compares the sums by method, as the tree has 13,193 contexts.
func TestDeep(t *testing.T) {
	for way, p := range programs(t) {
		t.Run(way, func(t *testing.T) {
			roots, _ := p.named(t, "Deep")
			if got := byMethod(roots); !maps.Equal(got, ofDeep) {
				t.Errorf("got %v, want %v", got, ofDeep)
			}
		})
	}
}

// TestDeepLimited has 1,000 contexts at most: calls and bytecodes by method are as without a limit.
func TestDeepLimited(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			p := program{jdk: jdk, agent: "limit=1000\n"}
			roots, _ := p.named(t, "Deep")
			got, contexts := byMethod(roots), int64(0)
			for name, want := range ofDeep {
				n := got[name]
				contexts += n.contexts
				if n.calls != want.calls || n.bytecodes != want.bytecodes {
					t.Errorf("%s: %+v, want %+v", name, n, want)
				}
			}
			if len(got) != len(ofDeep) || contexts != 1000 {
				t.Errorf("%d contexts of %v", contexts, got)
			}
			lost := int64(0)
			for _, root := range roots {
				if root.name == beyond {
					for _, c := range root.children {
						lost += c.calls
					}
				}
			}
			if lost < 13193-1000 {
				t.Errorf("%d calls beyond the limit", lost)
			}
		})
	}
}

// TestDeepFolded has a context for each method that is on the stack.
func TestDeepFolded(t *testing.T) {
	const want = `thread main
  Deep.main 1 9
    Deep.a 4096 32768
      Deep.b 4095 32756
    Deep.down 5001 45005
`
	for _, jdk := range jtest.JDKs(t) {
		p := program{jdk: jdk, agent: "recursion=folded\n"}
		roots, _ := p.named(t, "Deep")
		var got strings.Builder
		for _, root := range roots {
			list(&got, root)
		}
		if got.String() != want {
			t.Errorf("%v: got\n%swant\n%s", jdk, got.String(), want)
		}
	}
}
