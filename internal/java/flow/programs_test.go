package flow_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
	"jprof/internal/jtest"
	"jprof/plugins"
)

// context is a node of a tree with its computed numbers.
type context struct {
	name                 string // Class.method, without the package
	depth                int    // 0 for the root of a thread
	calls, bytecodes     int64
	objects, arrays      int64
	elements, copied     int64
	allocations          map[string]int64 // objects or arrays
	byConstructors       map[string]int64
	ambiguous, thrown    bool
	children             []*context
	inclusive, allCopied int64
}

// beyond is the name of the root of calls beyond the limit of contexts.
const beyond = "beyond the limit"

// reader makes a tree of a profile.
type reader struct {
	t        *testing.T
	pack     *contexts.Pack
	head     *contexts.Header
	fast     bool
	formulas map[int32]*flow.Formulas
	roots    []*context
	path     []*context
}

func (r *reader) Root(root contexts.Root) error {
	name := "thread " + root.Name
	if root.Beyond {
		name = beyond
	}
	r.roots = append(r.roots, &context{name: name})
	r.path = r.roots[len(r.roots)-1:]
	return nil
}

func (r *reader) Node(n *contexts.Node) error {
	f, err := r.of(n.Method)
	if err != nil {
		return err
	}
	v := &flow.Values{Calls: n.Calls, Slots: n.Slots}
	for _, c := range n.Cuts {
		v.Cuts = append(v.Cuts, flow.Cut{Instruction: int(c.Instruction), Count: c.Count})
	}
	if err := f.Check(v); err != nil {
		return err
	}
	var run flow.Run
	if !f.Evaluate(v, &run) {
		r.t.Errorf("%v: contradiction: %+v", f.Method, v)
	}
	c := &context{name: name(f.Method), depth: n.Depth, calls: int64(n.Calls), bytecodes: f.Bytecodes.Of(v),
		allocations: map[string]int64{}, thrown: len(v.Cuts) > 0}
	for _, a := range f.Allocations {
		count := a.Made.Of(v)
		if count != 0 {
			c.allocations[a.Type] = count
		}
		if a.Array {
			c.arrays, c.elements = c.arrays+count, c.elements+a.Elements.Of(v)
		} else {
			c.objects += count
		}
	}
	for i, s := range f.Slots {
		if s.Kind == flow.CopiedBasic || s.Kind == flow.CopiedRefs {
			c.copied += int64(v.Slots[i])
		}
	}
	c.byConstructors, c.ambiguous = f.ByConstructors(v)
	r.path = append(r.path[:n.Depth], c)
	r.path[n.Depth-1].children = append(r.path[n.Depth-1].children, c)
	return nil
}

// of is the formulas of a method of the profile.
func (r *reader) of(method int32) (*flow.Formulas, error) {
	if f := r.formulas[method]; f != nil {
		return f, nil
	}
	m := r.head.Methods[method]
	data, err := r.pack.Class(r.head.Classes[m.Class].SHA)
	if err != nil {
		return nil, err
	}
	file, err := classfile.Parse(data)
	if err != nil {
		return nil, err
	}
	slots := make([]flow.Slot, len(m.Slots))
	for i, s := range m.Slots {
		slots[i] = flow.Slot{Kind: flow.Kind(s.Kind), A: int(s.A), B: int(s.B)}
	}
	f, err := flow.New(file.Method(m.Name, m.Descriptor), slots, r.fast)
	r.formulas[method] = f
	return f, err
}

var lambda = regexp.MustCompile(`^(.*lambda\$\w+\$)\d+$`)

// name returns Class.method. For a lambda it omits the number, which compilers choose.
func name(m *classfile.Method) string {
	class := m.File().Name[strings.LastIndexByte(m.File().Name, '/')+1:]
	name := lambda.ReplaceAllString(class+"."+m.Name, "$1")
	if m.Access&classfile.Synthetic != 0 && !strings.Contains(name, "lambda$") {
		name += " bridge"
	}
	return name
}

// sum computes inclusive numbers, and sorts children by name. It does not recurse: trees may be deep.
func sum(roots []*context) (all []*context) {
	all = slices.Clone(roots)
	for i := 0; i < len(all); i++ {
		slices.SortStableFunc(all[i].children, func(a, b *context) int { return strings.Compare(a.name, b.name) })
		all = append(all, all[i].children...)
	}
	for i := len(all) - 1; i >= 0; i-- {
		c := all[i]
		c.inclusive, c.allCopied = c.bytecodes, c.copied
		for _, child := range c.children {
			c.inclusive += child.inclusive
			c.allCopied += child.allCopied
		}
	}
	return all
}

// list prints a tree, a line per context: name, calls, bytecodes.
func list(out *strings.Builder, c *context) {
	out.WriteString(strings.Repeat("  ", c.depth) + c.name)
	if c.depth > 0 {
		fmt.Fprintf(out, " %d %d", c.calls, c.bytecodes)
	}
	out.WriteString("\n")
	for _, child := range c.children {
		list(out, child)
	}
}

// program is a way to compile and run programs with the agent.
type program struct {
	jdk     jtest.JDK
	options []string // of javac
	agent   string   // settings beside the folder
	prints  string   // the output of the program, both streams
}

// programs are the ways that must all give the same.
func programs(t *testing.T) map[string]program {
	t.Helper()
	ways := map[string]program{}
	for _, jdk := range jtest.JDKs(t) {
		ways[jdk.String()] = program{jdk: jdk}
		if jdk.Version > 8 && jdk.Version <= 25 {
			ways[jdk.String()+" release 8"] = program{jdk: jdk, options: []string{"--release", "8"}}
		}
		ways[jdk.String()+" g none"] = program{jdk: jdk, options: []string{"-g:none"}}
	}
	return ways
}

// collect runs the main class in a folder of classes with the agent and returns what that has recorded.
func (p program) collect(t *testing.T, classes, main string) *contexts.Collected {
	t.Helper()
	return p.recorded(t, jtest.Recording{Classes: classes, Main: main})
}

// recorded returns a recording by the JDK and the agent.
func (p program) recorded(t *testing.T, r jtest.Recording) *contexts.Collected {
	t.Helper()
	var err error
	if r.Agent, err = plugins.ContextAgent(); err != nil {
		t.Skipf("%v", err)
	}
	r.JDK, r.Settings = p.jdk, p.agent
	out, printed := r.In(t)
	if printed != p.prints {
		t.Fatalf("printed %.600q, want %q", printed, p.prints)
	}
	collected, err := contexts.Collect(out, time.Time{})
	if err != nil || len(collected.Lacks()) > 0 {
		t.Fatalf("%v, %q", err, collected.Lacks())
	}
	return collected
}

// named returns the trees of a program of testdata/contexts, as trees does.
func (p program) named(t *testing.T, main string) (roots, all []*context) {
	t.Helper()
	return trees(t, p.recorded(t, jtest.Recording{
		Source: "../../../testdata/contexts/" + main + ".java", Javac: p.options, Main: main}))
}

// run runs the main class with the agent and returns the roots of its trees, and all contexts.
func (p program) run(t *testing.T, classes, main string) (roots, all []*context) {
	t.Helper()
	return trees(t, p.collect(t, classes, main))
}

// trees returns the roots of the trees of a recording, and all contexts.
func trees(t *testing.T, collected *contexts.Collected) (roots, all []*context) {
	t.Helper()
	source := collected.Profile.Source()
	r := &reader{t: t, pack: collected.Pack, head: source.Head(), fast: source.Head().Blocks == contexts.Fast,
		formulas: map[int32]*flow.Formulas{}}
	if err := source.Walk(r); err != nil {
		t.Fatal(err)
	}
	return r.roots, sum(r.roots)
}

// TestPrograms compares the trees of small programs with the numbers in their comments.
func TestPrograms(t *testing.T) {
	for way, p := range programs(t) {
		for main, want := range map[string]string{"Sum": sumTree, "Contexts": contextsTree} {
			t.Run(way+" "+main, func(t *testing.T) {
				roots, _ := p.named(t, main)
				var got strings.Builder
				for _, root := range roots {
					list(&got, root)
				}
				if got.String() != want {
					t.Errorf("got\n%swant\n%s", got.String(), want)
				}
			})
		}
	}
}

const sumTree = `thread main
  Sum.main 1 18
    Sum.fact 1 10
      Sum.fact 1 10
        Sum.fact 1 10
          Sum.fact 1 6
    Sum.sum 1 107
      Sum.f 10 40
    Sum.twice 1 8
      Sum.sum 2 74
        Sum.f 6 24
`

const contextsTree = `thread Thread-N
  Contexts.lambda$start$ 2 4
    Contexts.after 2 10
thread main
  Contexts.<clinit> 1 3
    Contexts.init 1 2
  Contexts.main 1 13
    Contexts$Late.<clinit> 1 7
    Contexts.caught 1 51
      Contexts.after 5 25
      Contexts.thrower 5 10
        Contexts.deep 5 30
    Contexts.generic 1 11
      Contexts$Impl.<init> 2 6
      Contexts$Impl.compareTo bridge 1 5
        Contexts$Impl.compareTo 1 2
    Contexts.lambdas 1 26
      Contexts.callable 1 2
      Contexts.lambda$lambdas$ 3 6
        Contexts.after 3 15
    Contexts.start 1 34
    Contexts.supers 1 60
      Contexts$Sub.<init> 4 25
        Contexts$Super.<init> 3 33
          Contexts.made 3 6
        Contexts.check 4 18
        Contexts.made 2 4
      Contexts.after 4 20
`

// TestStoppedProgram compares the tree of a program whose methods have not ended when its JVM does.
func TestStoppedProgram(t *testing.T) {
	const want = `thread main
  Stopped.main 1 20
    Stopped.await 1 0
    Stopped.deep 1 6
      Stopped.deep 1 6
        Stopped.deep 1 4
thread sleeper
  Stopped.lambda$main$ 1 2
    Stopped.sleep 1 4
`
	for way, p := range programs(t) {
		t.Run(way, func(t *testing.T) {
			roots, all := p.named(t, "Stopped")
			for _, c := range all {
				if c.name == "Stopped.await" {
					c.bytecodes = 0 // as long as it takes
				}
			}
			var got strings.Builder
			for _, root := range roots {
				list(&got, root)
			}
			if got.String() != want {
				t.Errorf("got\n%swant\n%s", got.String(), want)
			}
		})
	}
}

// TestFastBlocks checks that fast blocks have the same calls, and an upper bound of bytecodes.
func TestFastBlocks(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		p, more := program{jdk: jdk}, 0
		_, exact := p.named(t, "Contexts")
		p.agent = "blocks=fast\n"
		_, fast := p.named(t, "Contexts")
		if len(fast) != len(exact) {
			t.Fatalf("%v: %d contexts, exact %d", jdk, len(fast), len(exact))
		}
		for i, c := range exact {
			f := fast[i]
			if f.name != c.name || f.calls != c.calls || f.bytecodes < c.bytecodes {
				t.Errorf("%v: fast %+v, exact %+v", jdk, f, c)
			}
			if f.bytecodes > c.bytecodes {
				more++
			}
		}
		if more < 4 { // thrower, deep, check, supers throw or are left by exceptions
			t.Errorf("%v: %d contexts have more bytecodes", jdk, more)
		}
	}
}

// TestTimeFormat compares invocations and costs: inclusive bytecodes, and 7 for each element that arraycopy copied.
func TestTimeFormat(t *testing.T) {
	for way, p := range programs(t) {
		t.Run(way, func(t *testing.T) {
			_, all := p.named(t, "TimeFormat")
			main := slices.IndexFunc(all, func(c *context) bool { return c.name == "TimeFormat.outputTime" })
			got := map[string][2]int64{}
			copied := int64(0)
			for open := []*context{all[main]}; len(open) > 0; {
				c := open[0]
				open = append(open[1:], c.children...)
				n := got[c.name]
				got[c.name] = [2]int64{n[0] + c.calls, n[1] + c.inclusive + 7*c.allCopied}
				copied += c.copied
			}
			for name, want := range map[string][2]int64{"TimeFormat.outputTime": {1, 2941},
				"TimeFormat.formatTime": {1, 1776}, "Builder.toText": {6, 603}, "TimeFormat.zeroPad": {3, 1041},
				"Text.getBytes": {1, 868}, "Encoder.encode": {1, 859}, "Text.<init>": {6, 549},
				"Copies.ofRange": {6, 465}, "Text.getChars": {10, 373}, "Ascii.encode": {1, 596},
				"Base.expandCapacity": {1, 151}, "Base.ensureCapacityInternal": {13, 245}, "Base.<init>": {6, 42},
				"Digits.write": {3, 129}, "Text.length": {17, 68}, "Copies.min": {9, 47}, "Digits.count": {3, 66}} {
				if got[name] != want {
					t.Errorf("%s: %v, want %v", name, got[name], want)
				}
			}
			if copied != 132 {
				t.Errorf("%d elements copied", copied)
			}
		})
	}
}
