package testcounts

import (
	"strings"
	"testing"
)

// TestNames has tests as frameworks report them.
func TestNames(t *testing.T) {
	const e = "[engine:junit-jupiter]"
	type frame struct {
		kind                               uint8
		id, class, method, params, display string
	}
	engine := frame{beginContainer, e, "", "", "", "JUnit Jupiter"}
	class := frame{beginClass, e + "/[class:p.T]", "p.T", "", "", "T"}
	for _, test := range []struct {
		name  string
		path  []frame // from the outermost to the test
		want  string
		class string // of counts of the container around it
	}{
		{"Jupiter", []frame{engine, class, {beginTest, e + "/[class:p.T]/[method:f()]", "p.T", "f", "", "f()"}},
			"p.T#f", "p.T"},
		{"nested", []frame{engine, class, {beginClass, e + "/[class:p.T]/[nested-class:In]", "p.T$In", "", "", "In"},
			{beginTest, e + "/[class:p.T]/[nested-class:In]/[method:f()]", "p.T$In", "f", "", "f()"}}, "p.T$In#f",
			"p.T$In"},
		{"parameterised", []frame{engine, class,
			{beginContainer, e + "/[class:p.T]/[test-template:f(int)]", "p.T", "f", "int", "f(int)"},
			{beginTest, e + "/[class:p.T]/[test-template:f(int)]/[test-template-invocation:#12]", "p.T", "f", "int",
				"[12] 7"}}, "p.T#f[12]", "p.T"},
		{"dynamic", []frame{engine, class,
			{beginContainer, e + "/[class:p.T]/[test-factory:f()]", "p.T", "f", "", "f()"},
			{beginContainer, e + "/[class:p.T]/[test-factory:f()]/[dynamic-container:#2]", "", "", "", "odd"},
			{beginTest, e + "/[class:p.T]/[test-factory:f()]/[dynamic-container:#2]/[dynamic-test:#1]", "", "", "",
				"three"}}, "p.T#f[2.1]", "p.T"},
		{"JUnit 4", []frame{{beginClass, "p.T", "p.T", "", "", "p.T"}, {beginTest, "f(p.T)", "p.T", "f", "", "f(p.T)"}},
			"p.T#f", "p.T"},
		{"JUnit 4 with parameters", []frame{{beginClass, "p.T", "p.T", "", "", "p.T"},
			{beginTest, "f[0: a[1]](p.T)", "p.T", "f[0: a[1]]", "", "f[0: a[1]](p.T)"}}, "p.T#f[0: a[1]]", "p.T"},
		{"JUnit 4 with parameters, by its listener", []frame{{beginClass, "[class:p.T]", "p.T", "", "", "p.T"},
			{beginTest, "[class:p.T]/[test:f[1]]", "p.T", "f[1]", "", "f[1]"}}, "p.T#f[1]", "p.T"},
		{"Vintage with parameters", []frame{{beginContainer, "[engine:junit-vintage]", "", "", "", "JUnit Vintage"},
			{beginClass, "[engine:junit-vintage]/[runner:p.T]", "p.T", "", "", "T"},
			{beginContainer, "[engine:junit-vintage]/[runner:p.T]/[test:%5B1%5D]", "", "", "", "[1]"},
			{beginTest, "[engine:junit-vintage]/[runner:p.T]/[test:%5B1%5D]/[test:f%5B1%5D(p.T)]", "p.T", "f", "",
				"f[1]"}},
			"p.T#f[1]", "p.T"},
		{"a display name with brackets", []frame{engine, class,
			{beginTest, e + "/[class:p.T]/[method:f()]", "p.T", "f", "", "f[1]"}}, "p.T#f", "p.T"},
		{"Spock", []frame{{beginContainer, "[engine:spock]", "", "", "", "Spock"},
			{beginClass, "[engine:spock]/[spec:p.S]", "p.S", "", "", "S"},
			{beginContainer, "[engine:spock]/[spec:p.S]/[feature:$spock_feature_0_0]", "p.S", "$spock_feature_0_0", "",
				"the larger of two"},
			{beginTest, "[engine:spock]/[spec:p.S]/[feature:$spock_feature_0_0]/[iteration:1]", "p.S",
				"$spock_feature_0_0", "", "the larger of two [a: 1, b: 2, #1]"}}, "p.S#the larger of two[1]", "p.S"},
		{"Cucumber", []frame{{beginContainer, "[engine:cucumber]", "", "", "", "Cucumber"},
			{beginContainer, "[engine:cucumber]/[feature:a.feature]", "", "", "", "Shopping"},
			{beginContainer, "[engine:cucumber]/[feature:a.feature]/[rule:3]", "", "", "", "Prices"},
			{beginTest, "[engine:cucumber]/[feature:a.feature]/[rule:3]/[scenario:7]", "", "", "", "a discount"}},
			"Shopping#Prices / a discount", ""},
		{"TestNG, an instance of a factory", []frame{{beginContainer, "[engine:testng]", "", "", "", "TestNG"},
			{beginClass, "[engine:testng]/[class:p.T]", "p.T", "", "", "T"},
			{beginTest, "[engine:testng]/[class:p.T]/[method:f()@1a2b]", "p.T", "f", "", "f[2](x)"}}, "p.T#f[2]",
			"p.T"},
		{"TestNG, an invocation of it", []frame{{beginContainer, "[engine:testng]", "", "", "", "TestNG"},
			{beginClass, "[engine:testng]/[class:p.T]", "p.T", "", "", "T"},
			{beginContainer, "[engine:testng]/[class:p.T]/[method:f()@1a2b]", "p.T", "f", "", "f[2](x)"},
			{beginTest, "[engine:testng]/[class:p.T]/[method:f()@1a2b]/[invoc:1]", "p.T", "f", "", "[1]"}},
			"p.T#f[2.1]", "p.T"},
		{"no method", []frame{engine, class, {beginTest, e + "/[class:p.T]/[test:a]", "", "", "", "a test"}},
			"p.T#a test", "p.T"},
		{"nothing known", []frame{{beginTest, "", "", "", "", "x"}}, "#x", ""},
		{"hostile", []frame{{beginTest, "[[]/[#", "p.T\n", "<script>\"'\x1b[0m\u202e", "", ""}},
			"p.T␊#<script>\"'␛[0m⟨U+202E⟩", "p.T\n"},
		{"long", []frame{{beginTest, "x", "p.T", strings.Repeat("m", 4000), "", ""}},
			"p.T#" + strings.Repeat("m", 4000), "p.T"},
	} {
		s := &stream{byNumber: map[uint64]*begun{}}
		var b *begun
		for i, f := range test.path {
			b = &begun{n: uint64(i + 1), parent: uint64(i), kind: f.kind, at: start, id: f.id, class: f.class,
				method: f.method, params: f.params, display: f.display}
			s.byNumber[b.n] = b
		}
		got := s.test(b, "step")
		around := b
		if len(test.path) > 1 {
			around = s.byNumber[b.parent]
		}
		if strings.Contains(test.name, "JUnit 4 with parameters") && got.Invocation == "" {
			t.Errorf("%s: no invocation in %+v", test.name, got)
		}
		if name, class := got.Name(), s.class(around); name != test.want || class != test.class {
			t.Errorf("%s: %q, want %q; of the class %q, want %q", test.name, name, test.want, class, test.class)
		}
	}
}

// TestOverloaded: names have the types where they are needed, and stay unique.
func TestOverloaded(t *testing.T) {
	b := NewBuilder(twoMaps())
	for _, c := range []Test{
		{Class: "T", Method: "f", Params: "int", Invocation: "1"},
		{Class: "T", Method: "f", Params: "java.lang.String, [I, [[Ljava.util.Map$Entry;, long[]"},
		{Class: "T", Method: "f", Params: "a.B, c.D$E[]"},
		{Class: "T", Method: "f", Params: "x.B, y.D$E[]"},
		{Class: "T", Method: "f"},
		{Class: "T", Method: "g", Params: "int"},
		{Class: "U", Method: "f", Params: "int"},
		{Class: "T", Method: "h[1]"},                 // the same name as the next one
		{Class: "T", Method: "h", Invocation: "1"},   //
		{Class: "T", Method: "h\n", Invocation: "2"}, // control characters
	} {
		b.Owner(c)
	}
	want := `T#f() passed:
T#f(B,D$E[]) passed:
T#f(B,D$E[]) (attempt 2) passed:
T#f(String,int[],Map$Entry[][],long[]) passed:
T#f(int)[1] passed:
T#g passed:
T#h[1] passed:
T#h[1] (attempt 2) passed:
T#h␊[2] passed:
U#f passed:
`
	c := b.Counts()
	if got := show(c); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if c = Merge(c, c.Only(func(i int) bool { return c.Tests()[i].Method == "f" })); show(c) != want {
		t.Errorf("merged: got\n%swant\n%s", show(c), want)
	}
}
