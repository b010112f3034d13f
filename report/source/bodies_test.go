package source_test

import (
	"slices"
	"testing"

	"jprof/report/reporttest"
	"jprof/report/source"
)

// TestBodyNames checks the names of anonymous classes. A } that has no type of its own would end the outer one.
func TestBodyNames(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "E.java", Text: `‹t enum E|enum E {
  A ‹t anonymous E$1|{ }›, @Deprecated B("(", ')') /* { */ // )
  ‹t anonymous E$2|{
    ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·g(
      new java.util.Comparator<List<Map<A, B>>>() ‹t anonymous E$2$1|{ }›);› }››
  }›, C;
  Object a = new @Mark Outer<String>.Inner<>(new Runnable() ‹t anonymous E$3|{ }›) ‹t anonymous E$4|{ }›;
  Object b = a.new Deep() ‹t anonymous E$5|{ }›;
  ‹t class E$Named|class Named { Object c = new Object() ‹t anonymous E$Named$1|{ }›; }›
}›`})
	f := m.Files[0]
	want := []string{"E", "E.A", "E.B", "E.B.new Comparator", "E.new Runnable", "E.new Inner", "E.new Deep", "E.Named",
		"E.Named.new Object"}
	var got []string
	for i := range f.Types {
		got = append(got, f.TypeName(i))
	}
	if !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
	if title := f.Methods[0].Title(); title != "E.B::f()" {
		t.Errorf("title %q", title)
	}
	found := m.Find("B")
	if len(found) != 1 || found[0].Type.Start.Line != 3 {
		t.Errorf("B finds %+v", found)
	}
	f.BodyNames = nil // the source is not there
	if name := f.TypeName(3); name != "E$2$1" {
		t.Errorf("without the source, the name is %s", name)
	}
	names := source.Of(f, []byte("enum E {")).BodyNames(f)
	if slices.ContainsFunc(names, func(n string) bool { return n != "" }) {
		t.Errorf("names of another source: %q", names)
	}
}
