package affected_test

import (
	"strings"
	"testing"

	"jprof/internal/format/testcounts"
)

// TestFiles has files that have changed, with the tests that are selected by what tests have read.
func TestFiles(t *testing.T) {
	p := program{byCode: true,
		sources: map[string]string{
			"A.java": `package p; class A {
  static final String INIT = load("init");
  static final int[] SECOND = { 2 };
  static String lazy;
  static String load(String n) { return n; }
  static String init() { return INIT; }
  static int second() { return SECOND[0]; }
  static String lazy() { lazy = load("lazy"); return lazy; }
  static String again() { return lazy; }
}`,
			"B.java": `package p; class B {
  static String bundle() { return Lib.get("messages"); }
  static String other() { return Lib.find("p/messages"); }
  static int none() { return 1; }
}`,
			"C.java": `package p; class C {
  static final java.util.Map<String, String> TEXTS = new java.util.HashMap<>();
  static java.lang.ref.SoftReference<String> soft;
  static String text(String n) { return TEXTS.computeIfAbsent(n, k -> load(k)); }
  static String soft() { if (soft == null) soft = new java.lang.ref.SoftReference<>(load("s")); return soft.get(); }
  static String load(String n) { return n; }
}`,
		},
		tests: []string{
			"init: A.INIT A.SECOND A.load(String) A.init()", "second: A.second()", "usesInit: A.init()",
			"lazy: A.lazy() A.load(String)", "again: A.again()",
			"bundle: B.bundle()", "sameBundle: B.bundle()", "other: B.other()", "none: B.none()",
			"text: C.text(String) C.load(String)", "sameText: C.text(String)", "soft: C.soft() C.load(String)",
			"sameSoft: C.soft()",
			"class T: B.none()",
		},
	}
	frame := func(class, method string, line int, library bool) testcounts.FileFrame {
		return testcounts.FileFrame{Class: class, Method: method, Line: line, Library: library}
	}
	stackOf := func(frames ...testcounts.FileFrame) testcounts.FileStack { return testcounts.FileStack{Frames: frames} }
	plain := stackOf(frame("p.B", "none", 4, false))
	const all = "all"
	for _, c := range []struct {
		name  string
		owner string // of the test that uses the path; "" for outside of tests
		path  testcounts.FilePath
		stack testcounts.FileStack
		file  string // that has changed
		want  string
	}{
		{"read", "none", testcounts.FilePath{Path: "res/a/x.txt", Kind: testcounts.InTree}, plain, "res/a/x.txt",
			"none"},
		{"another file", "none", testcounts.FilePath{Path: "res/a/x.txt", Kind: testcounts.InTree}, plain,
			"res/b/x.txt", ""},
		{"a copy", "none", testcounts.FilePath{Path: "target/classes/a/x.txt"}, plain, "res/a/x.txt", "none"},
		{"not copied unchanged", "none", testcounts.FilePath{Path: "target/classes/a/y.txt"}, plain, "res/filtered.txt",
			"all"},
		{"in no folder of resources", "none", testcounts.FilePath{Path: "x"}, plain, "grammar/x.y", "all"},
		{"in no such folder, but read", "none", testcounts.FilePath{Path: "doc/x.y"}, plain, "doc/x.y", "none"},
		{"a class", "none", testcounts.FilePath{Path: "x"}, plain, "res/a/X.class", "all"},
		{"a process", "none", testcounts.FilePath{Path: testcounts.AnyFile}, plain, "res/a/x.txt", "none"},
		{"made", "none", testcounts.FilePath{Path: "target/classes/z", Kind: testcounts.Made}, plain, "res/a/x.txt",
			"none"},
		{"an archive of the module", "none", testcounts.FilePath{Path: "res/target/z.jar", Kind: testcounts.Archive},
			plain, "res/a/x.txt", all},
		{"an archive of several modules", "none", testcounts.FilePath{Path: "all/target/z.jar", Kind: testcounts.Made},
			plain, "res/a/x.txt", all},
		{"an archive of another one", "none", testcounts.FilePath{Path: "core/target/z.jar", Kind: testcounts.Archive},
			plain, "res/a/x.txt", ""},
		{"listed, but not added", "none", testcounts.FilePath{Path: "res/a", Listed: true, Kind: testcounts.InTree},
			plain, "res/a/x.txt", ""},
		{"added to a folder that was listed", "none",
			testcounts.FilePath{Path: "target/classes/a", Listed: true}, plain, "res/a/new.txt", "none"},
		{"added to another folder", "none",
			testcounts.FilePath{Path: "res/b", Listed: true, Kind: testcounts.InTree}, plain, "res/a/new.txt", ""},
		{"all copies listed", "none", testcounts.FilePath{Path: "target/classes", Listed: true}, plain, "res/c/new.txt",
			"none"},
		{"its folder was looked for", "none", testcounts.FilePath{Path: "target/classes/q", Missing: true}, plain,
			"res/q/new.txt", "none"},
		{"its folder is there no more", "none", testcounts.FilePath{Path: "res/q"}, plain,
			"res/q/deep/new.txt", "none"},
		{"a copy of its folder is there no more", "none", testcounts.FilePath{Path: "target/classes/q"}, plain,
			"res/q/new.txt", "none"},
		{"its folder was looked for and stays", "none", testcounts.FilePath{Path: "res/c"},
			plain, "res/c/new.txt", ""},
		{"in no folder of resources, but listed", "none",
			testcounts.FilePath{Path: "doc", Listed: true}, plain, "doc/new.y", "none"},
		{"outside of tests", "", testcounts.FilePath{Path: "target/classes/a/x.txt"}, plain, "res/a/x.txt", all},
		{"by an unknown stack", "none", testcounts.FilePath{Path: "target/classes/a/x.txt"},
			testcounts.FileStack{Unknown: true}, "res/a/x.txt", all},
		{"at an unknown place", "none", testcounts.FilePath{Path: "target/classes/a/x.txt"},
			stackOf(frame("p.B", "none", 0, false)), "res/a/x.txt", all},
		{"by an initialiser", "init", testcounts.FilePath{Path: "target/classes/a/x.txt"},
			stackOf(frame("p.A", "<clinit>", 2, false), frame("p.A", "load", 5, false)), "res/a/x.txt",
			"again init lazy second usesInit"},
		{"kept in a static field", "lazy", testcounts.FilePath{Path: "target/classes/a/x.txt"},
			stackOf(frame("p.A", "lazy", 8, false), frame("p.A", "load", 5, false)), "res/a/x.txt", "again lazy"},
		{"kept in a map by its name", "text", testcounts.FilePath{Path: "target/classes/a/x.txt"},
			stackOf(frame("p.C", "text", 4, false), frame("p.C", "load", 6, false)), "res/a/x.txt", "sameText text"},
		{"kept in a soft reference", "soft", testcounts.FilePath{Path: "target/classes/a/x.txt"},
			stackOf(frame("p.C", "soft", 5, false), frame("p.C", "load", 6, false)), "res/a/x.txt", "sameSoft soft"},
		{"by a library", "bundle", testcounts.FilePath{Path: "target/classes/a/messages.txt"},
			stackOf(frame("p.B", "bundle", 2, true)), "res/a/b/messages.txt", "bundle other sameBundle"},
		{"settings of a library", "bundle", testcounts.FilePath{Path: "target/classes/META-INF/x/y"},
			stackOf(frame("p.B", "bundle", 2, true)), "res/META-INF/x/y", all},
		{"by the initialiser of a library", "bundle", testcounts.FilePath{Path: "target/classes/a/messages.txt"},
			testcounts.FileStack{Frames: []testcounts.FileFrame{frame("p.B", "bundle", 2, true)}, Static: true},
			"res/a/b/messages.txt", all},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := testcounts.NewFilesBuilder()
			owner := testcounts.Key{Kind: testcounts.Outside}
			if c.owner != "" {
				owner = testcounts.Key{Class: "T", Method: c.owner}
			}
			b.Add(owner, c.path, c.stack)
			p := p
			p.files, p.changed, p.folder = b.Files(), c.file, "res/q"
			p.files.Roots, p.files.Altered, p.files.To = []string{"res"}, []string{"res/filtered.txt"},
				[]string{"target/classes"}
			if got := chosen(selectionOf(t, p, p.sources)); got != c.want {
				t.Errorf("%s selects %q, want %q", c.file, got, c.want)
			}
			p.byCode = false
			if got := chosen(selectionOf(t, p, p.sources)); got != "all" {
				t.Errorf("by state, %s selects %q", c.file, got)
			}
		})
	}
	b := testcounts.NewFilesBuilder()
	b.AddUnknown("")
	p.files, p.changed = b.Files(), "res/a/x.txt"
	p.files.Roots = []string{"res"}
	if got := chosen(selectionOf(t, p, p.sources)); got != all {
		t.Errorf("with an unknown step, %q are selected", got)
	}
	b.AddUnknown(testcounts.AnyFile)
	got := selectionOf(t, p, p.sources)
	if chosen(got) != "all" || !strings.Contains(got.All[0].Text(), "beside tests") {
		t.Errorf("with a program beside tests, %q are selected: %v", chosen(got), got.All)
	}
	p.files = nil
	got = selectionOf(t, p, p.sources)
	if chosen(got) != "all" || !strings.Contains(got.All[0].Text(), "counts do not say who reads it") {
		t.Errorf("without files, %q are selected: %v", chosen(got), got.All)
	}
}
