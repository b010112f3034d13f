package efficiency_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/report/contexts/efficiency"
)

// effect is a line of the comment of Effects.java.
var effect = regexp.MustCompile(`(?m)^ \* (\w+) +((?:\d+ +){10})([-selc]+)$`)

// TestEffects compares all numbers of the comment of Effects.java.
func TestEffects(t *testing.T) {
	const source = "../../../testdata/contexts/Effects.java"
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, m := range effect.FindAllStringSubmatch(string(text), -1) {
		want[m[1]] = strings.Join(strings.Fields(m[2]), " ") + " " + m[3]
	}
	if len(want) != 28 {
		t.Fatalf("%d rows: %v", len(want), want)
	}
	for _, jdk := range jtest.JDKs(t) {
		for _, options := range [][]string{nil, {"-g:none"}, {"--release", "8"}} {
			r := analyzed(t, recorded(t, jdk, source, "Effects", options...), efficiency.Default())
			got := map[string]string{}
			for _, m := range r.Methods {
				if m.Class == "Effects" {
					got[m.Name] = numbers(m)
				}
			}
			for method, w := range want {
				if got[method] != w {
					t.Errorf("%v %v: %s: got %s, want %s", jdk, options, method, got[method], w)
				}
			}
			checkSums(t, r)
		}
	}
}

// TestPartOfContexts checks that a method is in a list with those of its contexts that belong there, although others
// write something, and that what it calls adds nothing to the list.
func TestPartOfContexts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "Part.java")
	if err := os.WriteFile(file, []byte(`public class Part {
    static int x;
    static void nothing(int n) { for (int i = 0; i < n; i++) { } }
    static void m(boolean w, int n) { for (int i = 0; i < n; i++) if (w) x = i; nothing(n); }
    static void first() { m(false, 100000); }
    static void second() { m(true, 1); }
    public static void main(String[] args) { first(); second(); x = 2; }
}
`), 0o666); err != nil {
		t.Fatal(err)
	}
	r := analyzed(t, recorded(t, jtest.Newest(t), file, "Part"), efficiency.Default())
	var got []string
	for _, m := range r.In(efficiency.NoEffect) {
		with := m.With[efficiency.NoEffect]
		got = append(got, fmt.Sprint(m.Name, " ", m.Places(efficiency.NoEffect), " ", with.Adds*100/r.Total.Cost))
	}
	if want := []string{"first 1 99", "nothing 2 0", "m 1/2 0"}; !slices.Equal(got, want) {
		t.Errorf("no effect: %q, want %q", got, want)
	}
	checkSums(t, r)
}

// TestBoxes puts boxed numbers of a cache into objects that are thrown away: nothing of these objects is global.
func TestBoxes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "Boxes.java")
	if err := os.WriteFile(file, []byte(`public class Boxes {
    static final Integer[] CACHE = {0, 1, 2, 3};
    static final class Node { Object key; Node next; int hits; }
    static Integer box(int n) { return CACHE[n & 3]; }
    static int total(int n) {
        Node first = new Node();
        for (int i = 0; i < n; i++) put(first, box(i));
        return first.hits;
    }
    static void put(Node at, Object key) {
        while (at.next != null) at = at.next;
        at.next = new Node();
        at.next.key = key;
        at.hits++;
    }
    public static void main(String[] args) { total(100); }
}
`), 0o666); err != nil {
		t.Fatal(err)
	}
	run := recorded(t, jtest.Newest(t), file, "Boxes")
	for _, m := range analyzed(t, run, efficiency.Default()).Methods {
		if m.Name == "total" && (m.Global > 0 || m.Captured != m.Writes) {
			t.Errorf("%d of %d writes are captured, %d are global", m.Captured, m.Writes, m.Global)
		}
	}
}

// TestAsPaper has what differs by the rules of the paper.
func TestAsPaper(t *testing.T) {
	c := recorded(t, jtest.Newest(t), "../../../testdata/contexts/Effects.java", "Effects")
	r := analyzed(t, c, efficiency.AsPaper())
	got := map[string]string{}
	for _, m := range r.Methods {
		if m.Class == "Effects" {
			got[m.Name] = numbers(m)
		}
	}
	for method, w := range map[string]string{
		"trim":      "1 14 14 0 0 0 14 0 0 14 s", // one of two arrays was returned
		"fail":      "1 2 0 2 2 0 0 0 0 0 selc",  // thrown objects are nothing
		"copyLinks": "1 5 2 3 3 0 2 0 0 2 sc",    // elements are not followed
		"cloned":    "1 4 0 4 4 0 0 0 0 0 slc",   // a clone is nothing
		"matrix":    "1 5 5 0 0 0 5 0 0 5 s",     // one allocation
		"outputOne": "1 0 0 0 0 0 0 0 0 0 sel",   // effects of natives are not known
		"lambda":    "1 3 0 3 3 0 0 0 0 1 sc",    // the caller of the lambda is not known: its write is lost there
		"chain":     "1 5 0 5 5 0 0 0 0 1 sc",
	} {
		if got[method] != w {
			t.Errorf("%s: got %s, want %s", method, got[method], w)
		}
	}
	checkSums(t, r)
}

// numbers are those of a method, as the comment has them.
func numbers(m *efficiency.Method) string {
	n := &m.Numbers
	lists := ""
	for i, l := range efficiency.Lists {
		if n.In(l) {
			lists += "selc"[i : i+1]
		}
	}
	if lists == "" {
		lists = "-"
	}
	return fmt.Sprint(n.Invocations, n.Writes, n.Escaping, n.NotEscaping, n.Captured, n.Output, n.Returned, n.Operand,
		n.Global, n.Value) + " " + lists
}

// checkSums checks what holds for each run: in a subtree, local writes add up to the total, and captured ones to those
// that do not escape.
func checkSums(t *testing.T, r *efficiency.Result) {
	t.Helper()
	n := &r.Total
	if n.Local != n.Writes || n.Captured != n.NotEscaping || n.Writes != n.Escaping+n.NotEscaping {
		t.Errorf("sums: %+v", n)
	}
	for _, l := range []efficiency.List{efficiency.NoSideEffect, efficiency.NoEffect, efficiency.LowEfficiency} {
		part, _ := r.Share(l)
		for _, m := range r.In(l) {
			part -= m.With[l].Adds
		}
		if part != 0 {
			t.Errorf("%s: the methods do not add up to the cost of the list: %d", l, int64(part))
		}
	}
	for _, m := range r.Methods {
		if m.Writes != m.Escaping+m.NotEscaping {
			t.Errorf("%s: %+v", m.Key(), m.Numbers)
		}
	}
}
