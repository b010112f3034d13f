package shadow

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"jprof/buildtools"
)

// TestNotes checks which long methods are noted when a source set is instrumented, and that they go when it is
// instrumented again without long methods.
func TestNotes(t *testing.T) {
	dir := t.TempDir()
	src, hookFile := filepath.Join(dir, "m/src"), filepath.Join(dir, "hook.properties")
	hook := buildtools.HookFile{Project: dir, Mirror: filepath.Join(dir, "m"), Home: filepath.Join(dir, "m"),
		Shadow: filepath.Join(dir, "shadow"), Maps: filepath.Join(dir, "maps"), Counts: filepath.Join(dir, "counts")}
	if err := buildtools.WriteHookFile(hookFile, hook); err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(src, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	notes := func(classes string) []Note {
		t.Helper()
		set := Hooked{ID: ID{Module: "g:a", Name: "main"}, Dir: ".", Encoding: "UTF-8", Level: 17, Classes: classes}
		if err := set.Roots(t.Context(), hookFile, []string{src}, &bytes.Buffer{}); err != nil {
			t.Fatal(err)
		}
		all, err := ReadNotes(hookFile)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	calls := func(n int) string { return strings.Repeat("f();\n", n) }
	fields := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "int a%03d = f();\n", i)
		}
		return b.String()
	}
	put("p/Short.java", "package p; class Short { static int f() { "+calls(700)+" return 1; } }")
	short := []Note{{Folder: "/classes"}}
	if got := notes("/classes"); !reflect.DeepEqual(got, short) {
		t.Errorf("short methods: %v", got)
	}
	put("p/Out.java", "package p; class Out { class In { Object x = new Object() { int f() { "+calls(800)+
		" return 1; } }; } }")
	put("p/q/Fields.java", "package p.q; class Fields { static int f() { return 1; }\n"+fields(125)+"{ "+calls(400)+
		" } Fields(int n) { "+calls(100)+" } }\nclass Other { }")
	put("Top.java", "class Top { void run() { "+calls(800)+" } static int f() { return 1; } }")
	want := []Note{{Folder: "/classes", Long: []string{"Top", "p/Out", "p/q/Fields"}}}
	if got := notes("/classes"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := notes(""); got != nil {
		t.Errorf("an unknown folder: %v", got)
	}
	notes("/classes")
	for _, name := range []string{"p/Out.java", "p/q/Fields.java", "Top.java"} {
		put(name, "")
	}
	if got := notes("/classes"); !reflect.DeepEqual(got, short) {
		t.Errorf("short methods again: %v", got)
	}
}
