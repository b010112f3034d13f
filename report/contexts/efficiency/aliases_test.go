package efficiency_test

import (
	"os"
	"path/filepath"
	"testing"

	"jprof/internal/jtest"
	"jprof/report/contexts/efficiency"
)

// TestAliases has writes to what was read from an object: they are writes to what was put into it. Each method makes a
// box that nobody else sees, and one node or what it holds escapes.
func TestAliases(t *testing.T) {
	source := filepath.Join(t.TempDir(), "Aliases.java")
	if err := os.WriteFile(source, []byte(`class Aliases {
	static class Node { Node next; int value; int[] numbers; }
	static class Box { Node node; Box box; int[] numbers; }
	static Node first = new Node();

	static Node through() { Box b = new Box(); Node n = new Node(); b.node = n; b.node.value = 1; return n; }
	static Node twice() { Box b = new Box(); Node n = new Node(); b.node = n; b.node.next = new Node(); return n; }
	static int[] array() {
		Box b = new Box(); int[] a = new int[2]; b.numbers = a; b.numbers[0] = 1; b.node = first; return a;
	}
	static void global() { Box b = new Box(); b.node = first; b.node.value = 2; }
	static void byCallee(Node n) { Box b = new Box(); b.node = n; write(b); }
	static void write(Box b) { b.node.value = 3; }
	static void byResult(Node n) { get(n).value = 4; }
	static Node get(Node n) { Box b = new Box(); b.node = n; return b.node; }
	static void deep(Node n) { Box b = new Box(); b.box = new Box(); b.box.node = n; b.box.node.value = 5; }
	static void filled(Node n) { Box b = new Box(); fill(b, n); b.node.value = 6; }
	static void fill(Box b, Node n) { b.node = n; }
	static void listed(Node n) {
		java.util.List<Node> l = new java.util.ArrayList<>(); l.add(n); l.get(0).value = 8;
	}
	static void copied(Node n) {
		Node[] a = new Node[1], b = new Node[1]; a[0] = n; System.arraycopy(a, 0, b, 0, 1); b[0].value = 9;
		a.clone()[0].value = 10; java.util.Arrays.copyOf(a, 1)[0].value = 11;
	}
	static void shared(Node n) { Node c = new Node(); c.next = n.next; fill(c); }
	static void fill(Node n) { n.next.next = new Node(); }
	static int captured() {
		Box b = new Box(); b.node = new Node(); b.node.value = 7; b.numbers = new int[1]; b.numbers[0] = 1; return 0;
	}

	public static void main(String[] args) {
		through(); twice(); array(); global(); captured();
		Node n = new Node(); byCallee(n); byResult(n); deep(n); filled(n); listed(n); copied(n);
		n.next = new Node(); shared(n);
	}
}
`), 0o666); err != nil {
		t.Fatal(err)
	}
	c := recorded(t, jtest.Newest(t), source, "Aliases")
	got := byKey(analyzed(t, c, efficiency.Default()))
	o := efficiency.Default()
	o.Aliases = false
	plain := byKey(analyzed(t, c, o))
	for _, w := range []struct {
		key             string
		escaping, plain uint64 // plain: by the rule of the paper
	}{
		{"through()LAliases$Node;", 2, 1}, // the node and its value
		{"twice()LAliases$Node;", 3, 1},
		{"array()[I", 2, 1},
		{"global()V", 1, 0},
		{"byCallee(LAliases$Node;)V", 1, 0},
		{"byResult(LAliases$Node;)V", 1, 0},
		{"deep(LAliases$Node;)V", 1, 0},
		{"filled(LAliases$Node;)V", 1, 0},
		{"listed(LAliases$Node;)V", 1, 0}, // by code without a context
		{"copied(LAliases$Node;)V", 3, 0},
		{"shared(LAliases$Node;)V", 2, 0},
		{"captured()I", 0, 0},
	} {
		m := got["Aliases."+w.key]
		if m.Escaping != w.escaping || plain["Aliases."+w.key].Escaping != w.plain {
			t.Errorf("%s: %d writes escape, want %d; by the paper's rule %d, want %d", w.key, m.Escaping, w.escaping,
				plain["Aliases."+w.key].Escaping, w.plain)
		}
	}
}

// TestLambdasFromElsewhere has a lambda of the same place that an activation above has made: what it has captured is
// not of the activation that calls it.
func TestLambdasFromElsewhere(t *testing.T) {
	source := filepath.Join(t.TempDir(), "Above.java")
	if err := os.WriteFile(source, []byte(`class Above {
	static class Node { int value; }
	interface Task { void run(); }

	static void down(Task above, int n) {
		Node node = new Node();
		Task own = () -> node.value = 1;
		if (above != null) above.run();
		if (n > 0) down(own, n - 1);
	}

	public static void main(String[] args) { down(null, 1); }
}
`), 0o666); err != nil {
		t.Fatal(err)
	}
	o := efficiency.Default()
	o.Contexts, o.MaxContexts = func(m *efficiency.Method) bool { return m.Name == "down" }, 2
	r := analyzed(t, recorded(t, jtest.Newest(t), source, "Above"), o)
	if len(r.Chosen) != 2 || len(r.Chosen[0].Path) != 2 || len(r.Chosen[1].Path) != 3 {
		t.Fatalf("contexts: %+v", r.Chosen)
	}
	if outer, inner := r.Chosen[0], r.Chosen[1]; outer.Escaping != 0 || inner.Operand != 1 {
		t.Errorf("%d writes escape the outer one, want 0, %d by operands the inner one, want 1: %+v, %+v",
			outer.Escaping, inner.Operand, outer.Numbers, inner.Numbers)
	}
}
