package instrument

import (
	"strings"
	"testing"
)

// TestNumbers checks the numbers of anonymous classes where javac does not attribute code in the order
// of its text. The names are those of javac's class files (17 and 25); mN is the method of the N-th
// class, and stands here as #.
func TestNumbers(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"f(new A() {#}, new A() {#});", "1 2"},
		{"f(id(new A() {#}), new A() {#});", "2 1"},
		{"f(id(id(new A() {#})), g(id(new A() {#}), new A() {#}), new A() {#});", "2 4 3 1"},
		{"f(X.<A>id(new A() {#}), new A() {#});", "1 2"},
		{"f(() -> new A() {#}, new A() {#});", "2 1"},
		{"f((new A() {#}), new A() {#});", "2 1"},
		{"f((A) id(new A() {#}), new A() {#});", "1 2"},
		{"f(\"\" + id(new A() {#}), new A() {#});", "1 2"},
		{"f(b ? new A() {#} : new A() {#}, new A() {#});", "2 3 1"},
		{"f(switch (b) { case 1 -> new A() {#}; default -> new A() {#}; }, new A() {#});", "2 3 1"},
		{"f(new L<>() {#}, new L<A>() {#}, new L<>(1) {#});", "2 1 3"},
		{"f(new A[] { id(new A() {#}) }, new A() {#});", "1 2"},
		{"new A() {#}.f(new A() {#});", "2 1"},
		{"new A() {#}.f(id(new A() {#}));", "1 2"},
		{"new A() {#}.f(new A() {#}).g(new A() {#}).h(id(new A() {#}));", "3 2 1 4"},
		{"s.map(x -> new A() {#}).map(x -> id(new A() {#})).get(new A() {#});", "2 3 1"},
		{"new A(new A() {#}) {#};", "1 2"},
		{"new A(id(new A() {#})) {#};", "2 1"},
		{"new L<>(id(new A() {#})) {#};", "1 2"},
	} {
		src := c.code
		for n := 1; strings.Contains(src, "#"); n++ {
			src = strings.Replace(src, "#", "private void m"+string(rune('0'+n))+"() {}", 1)
		}
		names := map[string]string{}
		f := instrumented(t, "class T { void f() {"+src+"} }").Probes
		for _, m := range f.Methods {
			names[m.Name], _ = strings.CutPrefix(f.Types[m.Type].Name, "T$")
		}
		var got []string
		for n := 1; n < len(f.Methods); n++ {
			got = append(got, names["m"+string(rune('0'+n))])
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.code, got, c.want)
		}
	}
	f := instrumented(t,
		"enum E { X(id(new A() { void one() {} }), new A() { void two() {} }) { void three() {} } }").Probes
	var got []string
	for _, m := range f.Methods {
		got = append(got, f.Types[m.Type].Name+"::"+m.Name)
	}
	if got, want := strings.Join(got, " "), "E$3::one E$1::two E$2::three"; got != want {
		t.Errorf("enum: got %s, want %s", got, want)
	}
}
