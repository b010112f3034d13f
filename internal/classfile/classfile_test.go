package classfile

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

const source = `class Sample {
    static final long BIG = 1L << 40;
    static int f(int n) { int k = 300; C.g(n); if (n > 1) C.g(2); return Other.g(n); }
    void empty() { }
    native void none();
}
class C { static void g(int n) { } }
class Other { static int g(int n) { return n; } }
`

func compiled(t testing.TB) []byte {
	jdk := jtest.JDKs(t)[0]
	dir := t.TempDir()
	path := filepath.Join(dir, "Sample.java")
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := jdk.Run("javac", "-d", dir, path); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "Sample.class"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRead(t *testing.T) {
	data := compiled(t)
	c, err := Read(data, func(class string) bool { return class == "C" })
	if err != nil {
		t.Fatal(err)
	}
	// f: sipush istore, iload invokestatic, iload iconst if_icmple iconst invokestatic, iload invokestatic ireturn
	want := &Class{Name: "Sample", Methods: []Method{{Name: "<init>", Code: 5},
		{Name: "f", Code: 22, Calls: map[string]int{"(I)V": 2}, Stores: 1}, {Name: "empty", Code: 1}}}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, want %+v", c, want)
	}
	for n := range data {
		if _, err := Read(data[:n], func(string) bool { return false }); err == nil && n < len(data)-40 {
			t.Fatalf("cut short after %d of %d bytes, and nothing said", n, len(data))
		}
	}
	if _, err := Read([]byte("PK"+strings.Repeat("x", 99)), func(string) bool { return false }); err == nil {
		t.Error("an archive is taken for a class file")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(compiled(f))
	f.Add([]byte{0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52, 0xFF, 0xFF})
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Read(data, func(string) bool { return true })
		if err != nil {
			return
		}
		for _, m := range c.Methods {
			if m.Code > len(data) || len(m.Calls) > m.Code/3 || m.Stores > m.Code/3 {
				t.Errorf("%d bytes: %+v", len(data), m)
			}
		}
	})
}
