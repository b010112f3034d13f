package instrument

import (
	"fmt"
	"slices"
	"testing"
)

func TestAnnotations(t *testing.T) {
	const src = `package p;
@Generated("(x") @org . example /* c */ . B(a = @C(")"), b = ')')
public @D @Deprecated class A<@TypeUse T> {
    @Field int f = 1;
    @Override @SuppressWarnings({"a)", "b"}) public String toString(@Param int x) { return ""; }
    @NoBody abstract void g();
    @javax.annotation.processing.Generated(value = """
        )" @Text """) A() { }
    void h() {
        Runnable r = new Runnable() { @In public void run() { @Local class L { @Deep L() { } } } };
        @Variable int y = 0;
    }
    @interface Plain { }
    @E enum Color { @Constant RED { @F void m() { } } }
    @R record Point(@Component int x) { @Compact Point { } }
}
`
	s := instrumented(t, src)
	if err := checkProbes(s.Probes, []byte(src)); err != nil {
		t.Error(err)
	}
	var got []string
	f := s.Probes
	for _, a := range f.Annotations {
		what := ""
		for _, ty := range f.Types {
			if ty.Span == a.Span {
				what = ty.Name
			}
		}
		for _, m := range f.Methods {
			if m.Span == a.Span {
				what = f.Types[m.Type].Name + "::" + m.Name
			}
		}
		got = append(got, what+" "+a.Name)
	}
	want := []string{
		"A Generated", "A org.example.B", "A D", "A Deprecated", "A::toString Override", "A::toString SuppressWarnings",
		"A::<init> javax.annotation.processing.Generated", "A$1::run In", "A$1$1L Local", "A$1$1L::<init> Deep",
		"A$Color E", "A$Color$1::m F", "A$Point R", "A$Point::<init> Compact",
	}
	if !slices.Equal(got, want) {
		t.Errorf("annotations\n%q, want\n%q", got, want)
	}
}

func TestToggles(t *testing.T) {
	const src = `class A {
    // jprof:off
    int a = 1; // jprof:on
    String s = "// jprof:off", t = """
        // jprof:off
        /* jprof:on */ \"""" + '"' + "\"/* jprof:off */";
    /* jprof:off: only for
     * debugging */ int b; //jprof:on and more
    /** jprof:off*/
    //     jprof:off   - why not
    // jprof:offline, see jprof:off
    /* a // jprof:off */ // jprof: off
    /*jprof:on*/
}
// jprof:off`
	s := instrumented(t, src)
	if err := checkProbes(s.Probes, []byte(src)); err != nil {
		t.Error(err)
	}
	var got []string
	for _, g := range s.Probes.Toggles {
		got = append(got, fmt.Sprintf("%d-%d %v %q", g.Span.Start.Line, g.Span.End.Line, g.On, g.Reason))
	}
	want := []string{
		`2-2 false ""`, `3-3 true ""`, `7-8 false "only for debugging"`, `8-8 true ""`, `9-9 false ""`,
		`10-10 false "why not"`,
		`13-13 true ""`, `15-15 false ""`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("comments\n%q, want\n%q", got, want)
	}
}

func TestUnmeasuredMethods(t *testing.T) {
	const src = `class A {
    int f = 0;
    { g(x -> x++); }
    void broken() { int = 3; }
    A() { this is no Java; }
    static { nor is this; }
    { nor = ; }
    void g() { h(x -> x++); }
    enum E { B; void broken() { = ; } }
}
`
	s := instrumented(t, src)
	if err := checkProbes(s.Probes, []byte(src)); err != nil {
		t.Error(err)
	}
	var got []string
	for _, u := range s.Probes.Unmeasured {
		got = append(got, fmt.Sprintf("%d %v", u.Span.Start.Line, u.Method))
	}
	if want := []string{"3 false", "4 true", "5 true", "6 true", "7 true", "8 false", "9 true"}; !slices.Equal(got,
		want) {
		t.Errorf("not measured: %q, want %q", got, want)
	}
}
