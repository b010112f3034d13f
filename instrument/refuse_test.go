package instrument

import (
	"bytes"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"jprof/instrument/syntax"
)

// TestReasons has a source for each reason not to count: nothing else is unmeasured in it.
func TestReasons(t *testing.T) {
	shiftJIS, klingon := Origin{Encoding: "Shift_JIS"}, Origin{Encoding: "klingon"}
	skip := func(line int) Origin { return Origin{Skip: map[int]string{line: "a reason"}} }
	cases := []struct {
		reason any
		origin Origin
		src    string
		part   string // that is unmeasured, "" for the whole source
		want   string
	}{
		{skippedSource, skip(0), "class A {}", "", "a reason"},
		{unknownEncoding, klingon, "class A { String s = \"\x83\"; }", "",
			"it has characters outside of ASCII, and jprof does not know its encoding klingon"},
		{otherByteOrder, Origin{Encoding: "UTF-8"}, "\xfe\xff\x00c", "",
			"it starts with a UTF-16 byte order mark, but the build declares UTF-8"},
		{undecodable, shiftJIS, "class A { String s = \"\x83\"; }", "",
			"it is not in its encoding Shift_JIS: no character at byte 22: 83 22"},
		{unparsable, Origin{}, "\nclass {", "", `line 2: cannot be parsed: "class {"`},
		{instrumentedBefore, Origin{}, "class A { void f() { __Counter01234567.f(0); } }", "",
			"it holds counters of jprof already: instrument the original instead"},
		{usesOwnNames, Origin{}, "class A { int __p0; }", "", "it has a name that counters need: __p0"},
		{notUnderstood, Origin{}, "class A { void g() { } void f() {\n int = 1; } }", "void f() {\n int = 1; }",
			"line 2: cannot be parsed: something is missing here"},
		{skippedMember, skip(2), "class A { void g() { }\nvoid f() { } }", "void f() { }", "a reason"},
		{withoutPlace, Origin{Name: "A.java"}, "void main() { } final int a = 1, b = 2; int c = d(); final int e = 3;",
			"final int e = 3", "how often this field was initialised: a counter cannot be inserted before its value"},
		{assignsParameter, Origin{}, "class A { void f() { g(x -> x++); } }", "x -> x++",
			"a lambda that assigns its own parameter x: jprof cannot see whether the lambda returns a value"},
		{fallsThrough, Origin{}, "class A { void f() { switch (a) { " +
			"case 1: while (B) b(); try { b(); } finally { if (c) return; } case 2: d(); } } }", "case 2",
			"how often these labels were chosen: the case before may fall through to them"},
		{manyWaysOut, Origin{}, "class A { A() { if (b()) c(); this(1); } }", "b()",
			"how often this was true and false: the ways out of the code around it cannot be distinguished"},
		{takesScope, Origin{}, "class A { void f() { g(a(), o instanceof A x ? x.c() : b()); } }", "o instanceof A x",
			"how often this was true and false: with counters, the code after it could not use its variables"},
	}
	tested := []string{nameOf(tooLarge), nameOf(notReadBack)} // see TestTooLarge, TestNotReadBack
	p := syntax.NewParser()
	defer p.Close()
	for _, c := range cases {
		name := nameOf(c.reason)
		tested = append(tested, name)
		s, err := File(p, []byte(c.src), c.origin, func(string) Helper { return Helper{"__C", "f"} })
		if err != nil {
			t.Fatal(err)
		}
		u := s.Probes.Unmeasured
		if len(u) != 1 || u[0].Reason != c.want {
			t.Errorf("%s: %+v, want %q", name, u, c.want)
			continue
		}
		part := c.src[u[0].Span.Start.Offset:u[0].Span.End.Offset]
		if c.part == "" {
			if part != c.src || !bytes.Equal(s.Text, []byte(c.src)) || len(s.Inserts) > 0 {
				t.Errorf("%s: %q is unmeasured, and the text is %q", name, part, s.Text)
			}
		} else if part != c.part {
			t.Errorf("%s: %q is unmeasured, want %q", name, part, c.part)
		}
	}
	for _, list := range []any{sourceReasons, programReasons, resultReasons, memberReasons, lambdaReasons, labelReasons,
		conditionReasons, operandReasons, fieldReasons} {
		for v, i := reflect.ValueOf(list), 0; i < v.Len(); i++ {
			if name := nameOf(v.Index(i).Interface()); !slices.Contains(tested, name) {
				t.Errorf("%s has no test", name)
			}
		}
	}
}

// nameOf is the name of a function.
func nameOf(f any) string {
	name := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	return name[strings.LastIndexByte(name, '.')+1:]
}

// TestTooLarge needs no source of that size to be read.
func TestTooLarge(t *testing.T) {
	if why := tooLarge(&text{src: make([]byte, maxSource)}); why != "" {
		t.Error(why)
	}
	if why := tooLarge(&text{src: make([]byte, maxSource+1)}); why != "it is larger than 64 MB" {
		t.Error(why)
	}
}

// TestNotReadBack has a text that the encoding gives another meaning.
func TestNotReadBack(t *testing.T) {
	o := Origin{Encoding: "UTF-16LE"}
	if why := notReadBack(&inserted{o, []byte("a"), []byte("a\x00")}); why != "" {
		t.Error(why)
	}
	const want = "its encoding UTF-16LE does not allow text to be inserted where counters stand"
	if why := notReadBack(&inserted{o, []byte("b"), []byte("a\x00")}); why != want {
		t.Error(why)
	}
}
