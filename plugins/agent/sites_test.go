package agent

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/jtest"
)

// TestCallSites has a context for each instruction that calls, which is a call of that method.
func TestCallSites(t *testing.T) {
	want := []string{
		"Sites.each 2", "Sites.each/Main.leaf 2",
		"Sites.fail 1", "Sites.fail/Main.leaf 1",
		"Main.leaf 1", "Main.leaf 1", "Main.leaf 3",
		"Sites$Made.<init> 1", "Sites$Made.<init> 1", "Sites$Made.<init>/Main.work 1", "Sites$Made.<init>/Main.work 1",
		"Sites.nested 1", "Sites.nested/Main.work 1", "Sites.nested/Main.work 1",
		"Sites.nested 3", "Sites.nested/Main.work 3", "Sites.nested/Main.work 1",
	}
	slices.Sort(want)
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			p := program{name: "sites", settings: []string{"callSites=true"}}
			if got := run(t, p.command(t, jdk, out)); got != (result{0, "end of sites\n", ""}) {
				t.Fatalf("%+v", got)
			}
			r := collect(t, out)
			v := &sites{t: t, pack: r.Pack, head: r.Profile.Source().Head()}
			if err := r.Profile.Source().Walk(v); err != nil {
				t.Fatal(err)
			}
			slices.Sort(v.below)
			if !slices.Equal(v.below, want) {
				t.Errorf("got  %q\nwant %q", v.below, want)
			}
		})
	}
}

// sites is a visitor that checks the sites of contexts below Sites.run, and lists those contexts.
type sites struct {
	t     *testing.T
	pack  *contexts.Pack
	head  *contexts.Header
	path  []int32
	below []string
}

func (v *sites) Root(contexts.Root) error {
	v.path = []int32{-1}
	return nil
}

func (v *sites) Node(n *contexts.Node) error {
	v.path = append(v.path[:n.Depth], n.Method)
	var names []string
	for i, m := range v.path {
		if i > 0 && v.name(m) == "Sites.run" {
			names = []string{}
		} else if names != nil {
			names = append(names, v.name(m))
		}
	}
	if len(names) > 0 {
		v.below = append(v.below, fmt.Sprintf("%s %d", strings.Join(names, "/"), n.Calls))
		v.check(v.path[n.Depth-1], int(n.Site)-1, names[len(names)-1])
	}
	return nil
}

func (v *sites) name(method int32) string {
	m := v.head.Methods[method]
	return strings.TrimPrefix(v.head.Classes[m.Class].Name, "p.") + "." + m.Name
}

// check reads the instruction at which a method was called. Below the platform it is that of the program.
func (v *sites) check(caller int32, site int, callee string) {
	v.t.Helper()
	m := v.head.Methods[caller]
	data, err := v.pack.Class(v.head.Classes[m.Class].SHA)
	if err != nil {
		v.t.Fatal(err)
	}
	file, err := classfile.Parse(data)
	if err != nil {
		v.t.Fatal(err)
	}
	code, err := file.Method(m.Name, m.Descriptor).Decode()
	if err != nil || site < 0 || site >= len(code.Instructions) {
		v.t.Fatalf("%s was called at %d, %v", callee, site, err)
	}
	to := file.Pool.Member(int(code.Instructions[site].A))
	if callee == "Sites.each" {
		callee = "java/util/List.forEach"
	}
	if got := strings.TrimPrefix(to.Class, "p/") + "." + to.Name; got != callee {
		v.t.Errorf("%s was called at instruction %d, which calls %s", callee, site, got)
	}
}
