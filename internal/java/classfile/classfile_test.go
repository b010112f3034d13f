package classfile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

const source = `class Sample implements Runnable {
    static final long BIG = 1L << 40;
    int[] größe = {1};
    static int f(int n) {
        switch (n) {
            case 1: return 2;
            case 100000: return 3;
            default:
        }
        try {
            return switch (n) { case 0 -> 5; case 1 -> 6; case 3 -> 7; default -> n / 0; };
        } catch (ArithmeticException e) {
            return new int[n][n].length;
        } finally {
            n++;
        }
    }
    public void run() { Runnable r = () -> { String s = "\ud83d\ude00\0"; }; }
    native void none();
}
`

// compiled is the class file of the source.
func compiled(t testing.TB) []byte {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "Sample.java")
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := jtest.Newest(t).Run("javac", "-encoding", "UTF-8", "-g", "-d", dir, path); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "Sample.class"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestParse(t *testing.T) {
	data := compiled(t)
	f, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != "Sample" || f.Super != "java/lang/Object" || f.Source != "Sample.java" ||
		!slices.Equal(f.Interfaces, []string{"java/lang/Runnable"}) || f.Major < 55 || f.Access&Interface != 0 {
		t.Errorf("got %+v", f)
	}
	if len(f.Fields) != 2 || f.Fields[1].Name != "größe" || f.Fields[1].Descriptor != "[I" {
		t.Errorf("fields %+v", f.Fields)
	}
	var names []string
	for _, m := range f.Methods {
		names = append(names, m.Name)
	}
	if want := []string{"<init>", "f", "run", "none", "lambda$run$0"}; !slices.Equal(names, want) {
		t.Errorf("methods %q, want %q", names, want)
	}
	if c, err := f.Method("none", "()V").Decode(); c != nil || err != nil {
		t.Errorf("a native method: %v, %v", c, err)
	}
	m := f.Method("f", "(I)I")
	c, err := m.Decode()
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Switches) != 2 || !slices.Equal(c.Switches[0].Values, []int32{1, 100000}) ||
		!slices.Equal(c.Switches[1].Values, []int32{0, 1, 2, 3}) ||
		c.Switches[1].Targets[2] != c.Switches[1].Default {
		t.Errorf("switches %+v", c.Switches)
	}
	if h := c.Handlers[0]; f.Pool.Class(h.Type) != "java/lang/ArithmeticException" ||
		c.LineOf(h.Start) != 11 || c.LineOf(h.Target) != 12 {
		t.Errorf("handlers %+v", c.Handlers)
	}
	i := slices.IndexFunc(c.Instructions, func(n Instruction) bool { return n.Op == MultiANewArray })
	if n := c.Instructions[i]; TypeName(f.Pool.Class(int(n.A))) != "int[][]" || n.B != 2 {
		t.Errorf("multianewarray: %+v", n)
	}
	if f.Method("f", "()V") != nil || m.String() != "Sample.f(I)I" || m.File() != f {
		t.Errorf("method %v", m)
	}
}

func TestConstants(t *testing.T) {
	f, err := Parse(compiled(t))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for i := -1; i <= f.Pool.Len()+1; i++ {
		found["string "+f.Pool.String(i)]++
		bootstrap, name, _ := f.Pool.Dynamic(i)
		found["dynamic "+name]++
		if name != "" {
			kind, to := f.Pool.Handle(f.Bootstraps[bootstrap].Handle)
			if kind != 6 || to.Class != "java/lang/invoke/LambdaMetafactory" || to.Name != "metafactory" {
				t.Errorf("bootstrap method: %d, %v", kind, to)
			}
		}
	}
	for _, want := range []string{"string \U0001F600\x00", "dynamic run"} {
		if found[want] != 1 {
			t.Errorf("%q is not there: %v", want, found)
		}
	}
	for in, want := range map[string]string{"a\xC0\x80b": "a\x00b", "\xED\xA0\xBD\xED\xB8\x80": "\U0001F600",
		"\xED\xA0\xBDx": "\uFFFDx", "\xED\xA0": "\uFFFD\uFFFD", "\xFFx": "\uFFFDx", "ö": "ö"} {
		if got := text([]byte(in)); got != want {
			t.Errorf("%q is read as %q, not %q", in, got, want)
		}
	}
}

func TestTypeName(t *testing.T) {
	for in, want := range map[string]string{"[[I": "int[][]", "[Ljava/lang/String;": "java.lang.String[]",
		"java/util/Map$Entry": "java.util.Map$Entry", "I": "I", "[[La.B;": "a.B[][]", "": ""} {
		if got := TypeName(in); got != want {
			t.Errorf("%q is %q, not %q", in, got, want)
		}
	}
}

func TestDamaged(t *testing.T) {
	data := compiled(t)
	for n := range data {
		if _, err := Parse(data[:n]); err == nil {
			t.Fatalf("cut short after %d of %d bytes, and nothing said", n, len(data))
		}
	}
	if _, err := Parse([]byte("PK" + strings.Repeat("x", 99))); err == nil {
		t.Error("an archive is taken for a class file")
	}
	for _, dimensions := range []byte{0, 3} {
		damaged := bytes.Clone(data)
		for i := range len(data) - 3 {
			if Opcode(data[i]) == MultiANewArray && data[i+3] == 2 {
				damaged[i+3] = dimensions
			}
		}
		f, err := Parse(damaged)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Method("f", "(I)I").Decode()
		if want := fmt.Sprintf("%d dimensions of an array of the class [[I", dimensions); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// FuzzParse checks that everything can be asked of what was read without an error.
func FuzzParse(f *testing.F) {
	f.Add(compiled(f))
	f.Add([]byte{0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52, 0xFF, 0xFF})
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data)
		if err != nil {
			return
		}
		for i := range c.Methods {
			m := &c.Methods[i]
			code, err := m.Decode()
			if err != nil || code == nil {
				continue
			}
			if len(code.Instructions) == 0 || len(code.listing(m)) < len(code.Instructions) {
				t.Errorf("%v: %d instructions", m, len(code.Instructions))
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	all := jtest.Newest(b).Classes(b, "java.base")
	b.ReportAllocs()
	for b.Loop() {
		for _, class := range all {
			f, err := Parse(class.Data)
			if err != nil {
				b.Fatal(err)
			}
			for i := range f.Methods {
				if _, err := f.Methods[i].Decode(); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.ReportMetric(float64(len(all)), "classes")
}
