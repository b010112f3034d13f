package syntax

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

var kindNames = map[Kind]string{
	Program: "program", ClassDecl: "class", ClassBody: "body", MethodDecl: "method", FieldDecl: "field", Block: "block",
	ExprStmt: "expr;", LocalVar: "var", If: "if", Parens: "parens", Lambda: "lambda", New: "new", Call: "call",
	Empty: "empty",
	For:   "for", Return: "return", Arguments: "args", Expr: "e",
	Labeled: "label", Update: "update", Assign: "assign", ConstructorDecl: "constructor", ConstructorBody: "body",
}

// outline writes a tree as (kind child child), without identifiers and parameters.
func outline(n *Node) string {
	if n.Kind == Identifier || n.Kind == Params {
		return ""
	}
	s := kindNames[n.Kind]
	if s == "" {
		s = fmt.Sprint(n.Kind)
	}
	var children []string
	for c := n.First; c != nil; c = c.Next {
		if o := outline(c); o != "" {
			children = append(children, o)
		}
	}
	if len(children) > 0 {
		s = "(" + s + " " + strings.Join(children, " ") + ")"
	}
	return s
}

func TestParse(t *testing.T) {
	p := NewParser()
	defer p.Close()
	for _, c := range []struct{ code, want string }{
		{"a(b + c[1] * d());", "(expr; call)"},
		{"int x = 1 + 2, y;", "(var e e)"},
		{"if (a) ; else b();", "(if parens empty (expr; call))"},
		{"for (int i = 0; ; ) ;", "(for (var e) empty)"},
		{"return;", "return"},
		{"f(1, x -> x, new A());", "(expr; (call (args lambda)))"},
		{"f(new A(2) { int y = g(); });", "(expr; (call (args (new (body (field e))))))"},
		{`int[][] t = { {1, 2}, {3, 4} }; // -> {`, "(var e)"},
		{"int[] t = { // a, \n 1, f(() -> 2) };", "(var (e (e (call (args (lambda e))))))"},
	} {
		src := "class T { void f() { " + c.code + "\n } }"
		n, err := p.Parse([]byte(src))
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
			continue
		}
		if got, want := outline(n), "(program (class (body (method (block "+c.want+")))))"; got != want {
			t.Errorf("%s:\n got %s\nwant %s", c.code, got, want)
		}
	}
}

// TestCompact has members outside of a class.
func TestCompact(t *testing.T) {
	p := NewParser()
	defer p.Close()
	n, err := p.Parse([]byte("import a.B; @A\nfinal int x = 1, y[] = {2}; void main() { int z = 3; } class C { }"))
	if err != nil {
		t.Fatal(err)
	}
	modifiers := fmt.Sprint(Modifiers)
	want := "(program (field " + modifiers + " e e) (method (block (var e))) (class body))"
	if got := outline(n); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// TestBeyondTheGrammar has what javac accepts, and the grammar rejects or reads differently.
func TestBeyondTheGrammar(t *testing.T) {
	p := NewParser()
	defer p.Close()
	for _, c := range []struct{ member, want string }{
		{"void f() { // if (x)\r g(); // y\r }", "(method (block (expr; call)))"},
		{"void f() { if (x) // why\r return; \n g(); }", "(method (block (if parens return) (expr; call)))"},
		{"int x\u20ac, a\u203fb = '\u5909', y = 0_1;", "(field e e e)"},
		{`String s = "\\u0022";`, "(field e)"},
		{"long l = 0_17L + 1__0 + 0xA_B + 1_0;", "(field e)"},
		{"void f() { open: with: for (;;) g(); yield++; yield = 2; }",
			"(method (block (label (label (for (expr; call)))) (expr; update) (expr; assign)))"},
		{"T() { a(); /* ; */ super(1); b(); }", "(constructor (body (expr; call) (expr; call) (expr; call)))"},
	} {
		src := "class T { " + c.member + " }\x1a"
		n, err := p.Parse([]byte(src))
		if err != nil {
			t.Errorf("%s: %v", c.member, err)
			continue
		}
		if got, want := outline(n), "(program (class (body "+c.want+")))"; got != want {
			t.Errorf("%s:\n got %s\nwant %s", c.member, got, want)
		}
	}
	for _, src := range []string{
		"import module java.base; class A { }",
		"import module module.open; class A { void f() { open++; } }",
		"class A { int f(Object o) { return switch (o) { case B _, C<?> _ -> 1; default -> 2; }; } }",
		"enum A { sealed, record, open }",
	} {
		if _, err := p.Parse([]byte(src)); err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// TestMasksAreNeeded has a source for each mask of lenient. It fails where a new grammar reads one without.
func TestMasksAreNeeded(t *testing.T) {
	p := NewParser()
	defer p.Close()
	for _, src := range []string{
		"class A { int x\u20ac; }",
		"class A { } \x1a",
		"class A { int x = 0_7; }",
		"import module a.b; class A { }",
		"class A { void f(String @X ... a) { } }",
		"class A { boolean b = o instanceof R(@X int a); }",
		"class A { int f(Object o) { return switch (o) { case final String s -> 1; default -> 2; }; } }",
		"class A { int f(Object o) { return switch (o) { case B _, C _ -> 1; default -> 2; }; } }",
		"class A { Object o = (A & B) !c; }",
		"class A { A() { a(); this(1); } }",
		"class A { A() { a(); <List<T>>super(1); } }",
		"class A { { (x) = 1; } }",
		"class A { { ((x)) >>>= 1; } }",
		"class A { boolean b = x instanceof when when; }",
		"class A { record record; }",
		"enum A { sealed }",
		"class A { { module x; } }",
		"class A { { open: for (;;) break open; } }",
		"class A { { with x = 1; } }",
		"class A { { yield++; } }",
		"class A { { yield: for (;;) break yield; } }",
	} {
		wrong, err := p.tree.parse([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if wrong == nil {
			t.Errorf("%s: the grammar reads this without a mask", src)
		}
		if n, err := p.Parse([]byte(src)); err != nil || n.First.Next != nil || broken(n) {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// broken reports whether a member of a class is Broken.
func broken(n *Node) bool {
	for c := n.First; c != nil; c = c.Next {
		if c.Broken != nil || broken(c) {
			return true
		}
	}
	return false
}

func TestParseError(t *testing.T) {
	p := NewParser()
	defer p.Close()
	for _, c := range []struct {
		src  string
		line int
	}{
		{"class A {\n  int = ;\n  void f() {\n  }\n}\n", 2},
		{"class A {\r\rvoid f( { g() }\r}", 3},
		{"class A {", 1},
		{"class A { void f() { g(\"} } }", 1},
		{"this is no Java", 1},
	} {
		_, err := p.Parse([]byte(c.src))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q: error %v, want *Error", c.src, err)
		} else if e.Line != c.line || !strings.Contains(e.Error(), fmt.Sprintf("line %d: ", c.line)) {
			t.Errorf("%q: %v, want line %d", c.src, e, c.line)
		}
	}
}

// TestBroken has members of classes that are not understood, among others that are.
func TestBroken(t *testing.T) {
	p := NewParser()
	defer p.Close()
	for _, c := range []struct{ src, broken string }{
		{"class A {\n void f() {\n int = ;\n }\n void g() { h(); } }", "3: void f()"},
		{"class A { void f() { if (a) { b( } } void g() { } int x = f(() -> { 1 2 }); }", "1: void f(), 1: int x = "},
		{"class A { static { = } A() { ] } { ) } void f() { new B() { int g() { return; } int h() { 1 } }; } }",
			"1: static {, 1: A() { ] , 1: { ) }, 1: int h() "},
		{"class A { enum E { X { int f() { } } , Y { int f() { ( } } } void f() { \"}\".g('}'); /* } */ } // }\n }",
			"1: int f() "},
		{"class A { class B { void f() { ( } } class C { ] } record R(int a) { R { ; } int a() { a a a; } } }",
			"1: void f(), 1: class C , 1: int a() "},
		{"void main() { 1 2 } int x; int f() { return x; }", "1: void mai"},
		{"class A { String s = \"\"\"\n {{{ \\\"\"\" { \"\"\"; void f() { ( } }", "2: void f()"},
	} {
		program, err := p.Parse([]byte(c.src))
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		var broken []string
		var find func(n *Node)
		find = func(n *Node) {
			if n.Broken != nil {
				text := string(n.Text([]byte(c.src)))
				broken = append(broken, fmt.Sprintf("%d: %s", n.Broken.Line, text[:min(8, len(text))]))
			}
			for x := n.First; x != nil; x = x.Next {
				find(x)
			}
		}
		find(program)
		if got := strings.Join(broken, ", "); got != c.broken {
			t.Errorf("%q:\n got %s\nwant %s", c.src, got, c.broken)
		}
	}
}

// TestParseOtherEncoding reads a source in Latin-1, which is not UTF-8: offsets are those of its bytes.
func TestParseOtherEncoding(t *testing.T) {
	p := NewParser()
	defer p.Close()
	src := []byte("class A { // \xe4\n String gr\xfc\xdfe = \"\xe9\"; void f() { g(); } }")
	n, err := p.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	body := n.First.Child(ClassBody).Child(MethodDecl).Child(Block)
	if got := string(body.Text(src)); got != "{ g(); }" {
		t.Errorf("body is %q", got)
	}
}

func TestLines(t *testing.T) {
	l := NewLines([]byte("a\nb\rc\r\nd\f\n\ne"))
	for offset, want := range map[uint32]int{0: 1, 1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 3, 7: 4, 8: 4, 9: 4, 10: 5, 11: 6} {
		if got := l.Line(offset); got != want {
			t.Errorf("offset %d is in line %d, want %d", offset, got, want)
		}
	}
}

// TestPlaces has sources with comments, white space, and operators in literals, which the parser does not see. It has
// the texts of the nodes of a statement, in order.
func TestPlaces(t *testing.T) {
	p := NewParser()
	defer p.Close()
	lambda := "() ->\r\n\r\n g(\"\"\"\n && \\\"\"\" {\n \"\"\" + \"\"\"\n\"\" \"\"\")"
	for statement, want := range map[string][]string{
		"f(\"a && b\" /* ? */, '?', \"->\", \"\\\"{\");": {},
		"a /* && */ && // {\n\t\t\"||\".f() /**/;": {
			"a /* && */ && // {\n\t\t\"||\".f()", "a", "\"||\".f()"},
		"f('\\'', '\"', \"//\", \"\", " + lambda + " /* */ );": {
			"f('\\'', '\"', \"//\", \"\", " + lambda + " /* */ )", "f",
			"('\\'', '\"', \"//\", \"\", " + lambda + " /* */ )", lambda, "()", lambda[len("() ->\r\n\r\n "):]},
	} {
		src := []byte("/** {@code '} */class T{//\n void f ( ) {/***/ " + statement + " } }")
		n, err := p.Parse(src)
		if err != nil {
			t.Errorf("%s: %v", statement, err)
			continue
		}
		s := n.First.Child(ClassBody).Child(MethodDecl).Child(Block).First
		if got := string(s.Text(src)); got != statement {
			t.Errorf("the statement is %q, want %q", got, statement)
		}
		got := []string{}
		var list func(n *Node)
		list = func(n *Node) {
			for x := n.First; x != nil; x = x.Next {
				got = append(got, string(x.Text(src)))
				list(x)
			}
		}
		if list(s); len(want) > 0 && !slices.Equal(got, want) || len(want) == 0 && len(got) > 1 {
			t.Errorf("%s: nodes\n%q, want\n%q", statement, got, want)
		}
	}
}
