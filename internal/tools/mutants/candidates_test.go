package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// example has a change of each kind.
const example = `package a;

class Base {
    static final int LIMIT = 10;
    private static Object lock = new Object();
    private String name = "n";
    private boolean[] flags = { true };

    static {
        lock = LIMIT > 9;
    }

    protected int size(long of) throws Error {
        if (of < 3 && !isOpen()) {
            log(of);
        }
        Runnable r = () -> { return; };
        return (int) of + 1;
    }

    public final void close() {
        try {
            throw new Error();
        } catch (Error e) {
        }
    }
}

class Derived extends Base {
    @Override
    public String toString() {
        return "d";
    }
}
`

// listed lists the candidates of sources, each as "kind line: was -> text".
func listed(t *testing.T, sources map[string]string) []mutant {
	t.Helper()
	root := t.TempDir()
	for name, text := range sources {
		path := filepath.Join(root, "src", "main", "java", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	found, err := candidates(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range found {
		rel, _ := filepath.Rel("src/main/java", m.File)
		changed, err := m.apply([]byte(sources[rel]))
		if err != nil {
			t.Fatal(err)
		}
		if string(changed) == sources[rel] {
			t.Errorf("%v changes nothing", &m)
		}
	}
	return found
}

func TestCandidates(t *testing.T) {
	found := listed(t, map[string]string{"a/Base.java": example})
	var got []string
	for _, m := range found {
		got = append(got, m.String())
	}
	for _, want := range []string{
		`constants: src/main/java/a/Base.java:4: "10" becomes "11"`,
		`static initialisers: src/main/java/a/Base.java:5: "new Object()" becomes "null"`,
		`fields: src/main/java/a/Base.java:6: "\"n\"" becomes "\"nmutant\""`,
		`static initialisers: src/main/java/a/Base.java:10: ">" becomes ">="`,
		`static initialisers: src/main/java/a/Base.java:10: "9" becomes "10"`,
		`relational: src/main/java/a/Base.java:14: "<" becomes "<="`,
		`literals: src/main/java/a/Base.java:14: "3" becomes "4"`,
		`logical: src/main/java/a/Base.java:14: "&&" becomes "||"`,
		`logical: src/main/java/a/Base.java:14: "!" becomes ""`,
		`conditions: src/main/java/a/Base.java:14: "(of < 3 && !isOpen())" becomes "(!((of < 3 && !isOpen())))"`,
		`calls removed: src/main/java/a/Base.java:15: "log(of);" becomes ";"`,
		`return values: src/main/java/a/Base.java:18: "return (int) of + 1;" becomes "return ((int) of + 1) + 1;"`,
		`arithmetic: src/main/java/a/Base.java:18: "+" becomes "-"`,
		`exceptions: src/main/java/a/Base.java:23: "throw new Error();" becomes ` +
			`"throw new IllegalStateException(\"mutant\");"`,
		`exceptions: src/main/java/a/Base.java:24: "" becomes ` +
			`" if (true) { throw new IllegalStateException(\"mutant\"); }"`,
		`static initialisers: src/main/java/a/Base.java:3: "" becomes ` +
			`" static { if (true) { throw new IllegalStateException(\"mutant\"); } }"`,
		`overloads added: src/main/java/a/Base.java:27: "" becomes ` +
			`"    protected int size(int of) throws Error { throw new IllegalStateException(\"mutant\"); }\n"`,
		`overrides of the JDK added: src/main/java/a/Base.java:27: "" becomes ` +
			`"    public int hashCode() { return 42; }\n"`,
		`overrides added: src/main/java/a/Base.java:34: "" becomes ` +
			`"    protected int size(long of) throws Error { return 0; }\n"`,
		`overrides removed: src/main/java/a/Base.java:30: "@Override\n    public String toString() {\n        ` +
			`return \"d\";\n    }" becomes ""`,
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no %s", want)
		}
	}
	for _, m := range found {
		if strings.HasPrefix(m.Kind, "overrides") && m.Kind != overridesGone && (strings.Contains(m.Text, "close") ||
			m.Line == 34 && strings.Contains(m.Text, "toString")) {
			t.Errorf("%v: it is final, or there already", &m)
		}
	}
	if t.Failed() {
		t.Logf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestChoose(t *testing.T) {
	found := listed(t, map[string]string{"a/Base.java": example, "Other.java": "class Other { int x = 1; }"})
	first := choose(found, 1)
	if !reflect.DeepEqual(first, choose(slices.Clone(found), 1)) {
		t.Error("the same seed chooses others")
	}
	if reflect.DeepEqual(first, choose(found, 2)) {
		t.Error("another seed chooses the same")
	}
	if len(first) != len(found) {
		t.Errorf("%d of %d", len(first), len(found))
	}
	kinds := map[string]bool{}
	for _, m := range first[:15] {
		kinds[m.Kind] = true
	}
	if len(kinds) != 15 {
		t.Errorf("the first 15 are of %d kinds", len(kinds))
	}
}

func TestApplyToAnotherSource(t *testing.T) {
	m := mutant{File: "A.java", Start: 2, End: 3, Was: "x", Text: "y"}
	if got, err := m.apply([]byte("a x b")); err != nil || string(got) != "a y b" {
		t.Errorf("got %q, %v", got, err)
	}
	for _, text := range []string{"a z b", "a"} {
		if got, err := m.apply([]byte(text)); err == nil {
			t.Errorf("%q: got %q", text, got)
		}
	}
}
