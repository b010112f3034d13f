package instrument

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/internal/util/antpattern"
)

// mapOf runs Tree and returns its result and the bytes of the map.
func mapOf(t *testing.T, roots []Root, o Options) (*Result, []byte) {
	t.Helper()
	var b bytes.Buffer
	w, err := probe.NewWriter(&b, "test", o.Module, o.SourceSet)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Tree(context.Background(), roots, o, w)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return r, b.Bytes()
}

// listing gives the files below dir, helper classes as HELPER.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if i := strings.Index(rel, "__Counter"); i >= 0 {
			rel = rel[:i] + "HELPER"
		}
		out = append(out, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// TestTree follows a source root through changes.
// TestBesideSources has files that editors and macOS make beside sources: they are copied, and no sources.
func TestBesideSources(t *testing.T) {
	src, dst := t.TempDir(), t.TempDir()
	files := map[string]string{"A.java": "class A { void f() {} }", "._A.java": "\x00\x05", ".#B.java": "x"}
	for name, text := range files {
		write(t, filepath.Join(src, name), text)
	}
	r, _ := mapOf(t, []Root{{Src: src, Dst: dst, Rel: "src"}}, Options{})
	if want := []string{".#B.java", "._A.java", "A.java", "HELPER"}; r.Files != 1 || r.Measured != 1 ||
		len(r.Unmeasured) > 0 || !slices.Equal(listing(t, dst), want) {
		t.Errorf("%+v, %q", r, listing(t, dst))
	}
}

func TestTree(t *testing.T) {
	src, dst := t.TempDir(), t.TempDir()
	files := map[string]string{
		"p/A.java":            "package p; class A { void f() {} }",
		"p/B.java":            "package p; interface B {}",
		"p/package-info.java": "package p;",
		"p/q/C.java":          "package p.q; class C { void f() {} }",
		"p/q/note.txt":        "not Java",
		"Top.java":            "class Top { static { } }",
		"odd/Other.java":      "package elsewhere; class Other { void f() {} }",
		"odd/Here.java":       "package odd; class Here { void f() {} }",
		"bad/Bad.java":        "class {",
		".git/Hidden.java":    "class Hidden { void f() {} }",
	}
	for name, text := range files {
		write(t, filepath.Join(src, name), text)
	}
	roots := []Root{{Src: src, Dst: dst, Rel: "src/main/java"}}
	check := func(wantChanged, wantMeasured, wantFiles int, want ...string) *Result {
		t.Helper()
		r, _ := mapOf(t, roots, Options{})
		if r.Changed != wantChanged || r.Measured != wantMeasured || r.Files != wantFiles {
			t.Errorf("changed %d, measured %d of %d files; want %d, %d of %d", r.Changed, r.Measured, r.Files,
				wantChanged, wantMeasured, wantFiles)
		}
		if got := listing(t, dst); !slices.Equal(got, want) {
			t.Errorf("files %q\n want %q", got, want)
		}
		return r
	}
	all := []string{"HELPER", "Top.java", "bad/Bad.java", "odd/HELPER", "odd/HELPER", "odd/Here.java", "odd/Other.java",
		"p/A.java", "p/B.java", "p/HELPER", "p/package-info.java", "p/q/C.java", "p/q/HELPER", "p/q/note.txt"}
	r := check(9, 6, 7, all...)
	if n := r.Unmeasured; len(n) != 1 || n[0].Path != "src/main/java/bad/Bad.java" || !n[0].Whole {
		t.Errorf("not measured: %+v", n)
	}
	if got, err := os.ReadFile(filepath.Join(dst, "bad", "Bad.java")); err != nil ||
		string(got) != files["bad/Bad.java"] {
		t.Errorf("what cannot be parsed became %q, %v", got, err)
	}
	check(0, 6, 7, all...)

	write(t, filepath.Join(src, "p/A.java"), "package p; class A { void f() {} void g() {} }")
	check(1, 6, 7, all...)

	if err := errors.Join(os.RemoveAll(filepath.Join(src, "p", "q")),
		os.Remove(filepath.Join(src, "Top.java"))); err != nil {
		t.Fatal(err)
	}
	check(0, 4, 5, "bad/Bad.java", "odd/HELPER", "odd/HELPER", "odd/Here.java", "odd/Other.java", "p/A.java",
		"p/B.java", "p/HELPER", "p/package-info.java")
}

// TestTreeIsDeterministic checks that the map does not depend on which worker is first.
func TestTreeIsDeterministic(t *testing.T) {
	src := t.TempDir()
	for i := range 40 {
		for j := range 5 {
			write(t, filepath.Join(src, "p"+strconv.Itoa(i), "F"+strconv.Itoa(j)+".java"),
				"package p"+strconv.Itoa(i)+"; class F"+strconv.Itoa(j)+" { void f() { "+
					strings.Repeat("if (a) b(); ", i*j)+"} }")
		}
	}
	roots := []Root{{Src: src, Dst: t.TempDir()}}
	_, one := mapOf(t, roots, Options{Workers: 1})
	_, many := mapOf(t, roots, Options{Workers: 8})
	if !bytes.Equal(one, many) {
		t.Error("8 workers write another map than one")
	}
}

// TestTreeOptions checks that excluded files are left alone, and only Java files copied on demand.
func TestTreeOptions(t *testing.T) {
	src, dst := t.TempDir(), t.TempDir()
	const text = "class A { void f() {} }"
	write(t, filepath.Join(src, "A.java"), text)
	write(t, filepath.Join(src, "a.txt"), "")
	if err := os.Symlink(src, filepath.Join(src, "loop")); err != nil {
		t.Fatal(err)
	}
	r, _ := mapOf(t, []Root{{Src: src, Dst: dst, Rel: "s"}},
		Options{Skip: map[string]string{"s/A.java": "no reason"}, JavaOnly: true})
	if len(r.Unmeasured) != 1 || r.Unmeasured[0].Reason != "no reason" || r.Measured != 0 {
		t.Errorf("%+v", r)
	}
	if got := listing(t, dst); !slices.Equal(got, []string{"A.java"}) {
		t.Errorf("files %q", got)
	}
	if got, err := os.ReadFile(filepath.Join(dst, "A.java")); err != nil || string(got) != text {
		t.Errorf("the excluded file became %q, %v", got, err)
	}
}

// TestTreeCompiled checks that what the compiler is not given is copied without counters, and is in no map: also what
// is not Java.
func TestTreeCompiled(t *testing.T) {
	src, dst := t.TempDir(), t.TempDir()
	write(t, filepath.Join(src, "p/A.java"), "package p; class A { void f() {} }")
	write(t, filepath.Join(src, "p/B.java"), "package p; class B { void f() {} }")
	write(t, filepath.Join(src, "p/t/T.java"), "class #{name} {")
	compiled := antpattern.Filter{Excludes: []string{"**/B.java", "p/t/"}}
	r, _ := mapOf(t, []Root{{Src: src, Dst: dst, Compiled: compiled}}, Options{})
	if r.Files != 1 || r.Measured != 1 || len(r.Unmeasured) != 0 {
		t.Errorf("%+v", r)
	}
	for name, want := range map[string]bool{"p/A.java": false, "p/B.java": true, "p/t/T.java": true} {
		before, err := os.ReadFile(filepath.Join(src, name))
		if err != nil {
			t.Fatal(err)
		}
		if after, err := os.ReadFile(filepath.Join(dst, name)); err != nil || bytes.Equal(before, after) != want {
			t.Errorf("%s is the same: %v, want %v; %v", name, !want, want, err)
		}
	}
}

func TestTreeErrors(t *testing.T) {
	w, err := probe.NewWriter(&bytes.Buffer{}, "test", "", "")
	if err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	if _, err := Tree(context.Background(), []Root{{Src: missing, Dst: t.TempDir()}}, Options{}, w); !errors.Is(err,
		fs.ErrNotExist) || !strings.Contains(err.Error(), missing) {
		t.Errorf("no source root: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Tree(ctx, []Root{{Src: t.TempDir(), Dst: t.TempDir()}}, Options{}, w); !errors.Is(err,
		context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestTreeShared has two roots with one folder for their copies, of which only some files are taken.
func TestTreeShared(t *testing.T) {
	a, b, generated, dst := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	for path, text := range map[string]string{
		filepath.Join(a, "p", "A.java"):         "/* License */\npackage p; class A { void a() {} }",
		filepath.Join(a, "p", "Not.java"):       "package p; class Not {",
		filepath.Join(a, "q", "Not.java"):       "package q; class Not {",
		filepath.Join(b, "p", "B.java"):         "package p; class B { void b() {} }",
		filepath.Join(b, "p", "words.txt"):      "words",
		filepath.Join(generated, "p", "G.java"): "package p; class G { void g() {} }",
		filepath.Join(dst, "old", "Old.java"):   "gone",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	roots := []Root{
		{Src: a, Dst: dst, Rel: "a", Only: map[string]bool{"p": true, "p/A.java": true}},
		{Src: b, Dst: dst, Rel: "b"},
		{Src: generated, Dst: dst, Plain: true},
	}
	r, _ := mapOf(t, roots, Options{Headers: true})
	if want := []string{"p/A.java", "p/B.java", "p/G.java", "p/HELPER", "p/HELPER",
		"p/words.txt"}; !slices.Equal(listing(t, dst), want) {
		t.Errorf("copied %q, want %q", listing(t, dst), want)
	}
	if r.Files != 2 || r.Measured != 2 {
		t.Errorf("%d files, %d measured", r.Files, r.Measured)
	}
	if text, err := os.ReadFile(filepath.Join(dst, "p", "G.java")); err != nil ||
		strings.Contains(string(text), "__Counter") {
		t.Errorf("what is to be copied as it is: %s, %v", text, err)
	}
	helpers, err := filepath.Glob(filepath.Join(dst, "p", "__Counter*"))
	if err != nil {
		t.Fatal(err)
	}
	licensed := 0
	for _, path := range helpers {
		if text, err := os.ReadFile(path); err == nil && strings.HasPrefix(string(text), "/* License */\n") {
			licensed++
		}
	}
	if licensed != 1 { // that of a; b has no comment
		t.Errorf("%d of %d helper classes start with the comment", licensed, len(helpers))
	}

	if err := os.WriteFile(filepath.Join(b, "p", "A.java"), []byte("package p; class A {}"), 0o666); err != nil {
		t.Fatal(err)
	}
	w, err := probe.NewWriter(io.Discard, "test", "", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Tree(context.Background(), roots, Options{}, w); err == nil ||
		!strings.Contains(err.Error(), "two sources with the same path") {
		t.Errorf("the same path twice: %v", err)
	}
}

func TestStartComment(t *testing.T) {
	for src, want := range map[string]string{
		"/* a\n * b */ package p;":               "/* a\n * b */",
		"\xef\xbb\xbf\n// a\r\n// b\r\n\r\n// c": "// a\r\n// b",
		"package p; // a":                        "",
		"/* open":                                "",
		"":                                       "",
	} {
		if got := string(startComment([]byte(src))); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}
