package lex

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// names are those of the kinds that are no single character.
var names = map[Kind]string{
	EOF: "eof", Space: "space", Comment: "comment", Word: "word", Number: "number", Quoted: "quoted",
	Unknown: "unknown",
	Arrow:   "arrow", DoubleColon: "double colon", Ellipsis: "ellipsis", Equal: "equal", NotEqual: "not equal",
	LessEqual: "less or equal", GreaterEqual: "greater or equal", And: "and", Or: "or", Increment: "increment",
	Decrement: "decrement", ShiftLeft: "shift left", ShiftRight: "shift right",
	UnsignedShiftRight: "unsigned shift right",
	Assign:             "assign",
}

// scanned lists the tokens of a text but for white space, as kind:text, with | for line ends.
func scanned(t *testing.T, src string) string {
	t.Helper()
	checkCover(t, []byte(src))
	var all []string
	s := New([]byte(src))
	for tok := s.Next(); tok.Kind != EOF; tok = s.Next() {
		name, known := names[tok.Kind]
		switch {
		case tok.Kind == Space:
			continue
		case !known:
			name = string(rune(tok.Kind))
		}
		all = append(all, name+":"+strings.NewReplacer("\r\n", "|", "\n", "|", "\r", "|").Replace(string(tok.Text)))
	}
	return strings.Join(all, " ")
}

// checkCover fails where the tokens of a text are not the text, without gaps, overlaps and empty ones, or where the
// other ways to read it disagree.
func checkCover(t *testing.T, src []byte) {
	t.Helper()
	list := AppendTokens(nil, src)
	at, n := 0, 0
	s := New(src)
	for tok := s.Next(); tok.Kind != EOF; tok = s.Next() {
		if tok.Start != at || len(tok.Text) == 0 || tok.End() > len(src) || !bytes.Equal(tok.Text, src[at:tok.End()]) {
			t.Fatalf("%q: token %q at %d after %d", src, tok.Text, tok.Start, at)
		}
		at = tok.End()
		if tok.Kind == Space || tok.Kind == Comment {
			continue
		}
		if n == len(list) || list[n].Kind != tok.Kind || list[n].Start != tok.Start || list[n].End() != tok.End() {
			t.Fatalf("%q: AppendTokens has not %q at %d", src, tok.Text, tok.Start)
		}
		n++
	}
	if at != len(src) || n != len(list) {
		t.Fatalf("%q: ends at %d of %d, with %d of %d tokens", src, at, len(src), n, len(list))
	}
	if end := s.Next(); end.Kind != EOF || end.Start != len(src) || end.End() != len(src) {
		t.Fatalf("%q: %v after the end", src, end)
	}
}

func check(t *testing.T, tests [][2]string) {
	t.Helper()
	for _, tt := range tests {
		if got := scanned(t, tt[0]); got != tt[1] {
			t.Errorf("%q\n got %s\nwant %s", tt[0], got, tt[1])
		}
	}
}

func TestWords(t *testing.T) {
	check(t, [][2]string{
		{`int $x_1`, `word:int word:$x_1`},
		{`Straße true`, `word:Straße word:true`},
		{"\xff\x80 x", "word:\xff\x80 word:x"}, // in whatever encoding
		{`non-sealed class`, `word:non -:- word:sealed word:class`},
		{`@interface A`, `@:@ word:interface word:A`},
		{`@ Foo`, `@:@ word:Foo`},
	})
}

func TestNumbers(t *testing.T) {
	for _, number := range []string{
		"0", "42L", "0x1F", "0X1f", "0b1010_1010", "017", "0_7", "1_000", "1.5", "1.", ".5", ".5f", "1e10", "1E+5",
		"1.5e-10D", "1.e3", ".1e-3", "0x1p3", "0x1.8P-3", "0x.8p+1f", "0xE", "3f",
	} {
		if got := scanned(t, number); got != "number:"+number {
			t.Errorf("%s: %s", number, got)
		}
	}
	check(t, [][2]string{
		{`-1`, `-:- number:1`},
		{`1+2`, `number:1 +:+ number:2`},
		{`0x1e+1`, `number:0x1e +:+ number:1`}, // e is a digit
		{`0x1p+1-2`, `number:0x1p+1 -:- number:2`},
		{`1e+1-2`, `number:1e+1 -:- number:2`},
		{`a.b`, `word:a .:. word:b`},
		{`1.2.3`, `number:1.2 number:.3`},
		{`1..2`, `number:1. number:.2`},
	})
}

func TestQuoted(t *testing.T) {
	for _, quoted := range []string{
		`""`, `"a"`, `"\""`, `"\\"`, `"'"`, `"//"`, `"/*"`, `"\u0041"`, `'a'`, `'\''`, `'"'`, `'\\'`, `'\u0027`, `'ß'`,
		"\"\"\"\n\"\"\"", "\"\"\"\n a \"\" b \\\"\"\" c\r\n \\\\\"\"\"", "\"\"\"  \n \"quoted\" \\\n\"\"\"",
	} {
		if got := scanned(t, quoted); !strings.HasPrefix(got, "quoted:") ||
			len(AppendTokens(nil, []byte(quoted))) != 1 {
			t.Errorf("%s: %s", quoted, got)
		}
	}
	check(t, [][2]string{
		{`"a""b"`, `quoted:"a" quoted:"b"`},
		{`"" "x"`, `quoted:"" quoted:"x"`},
		{`""+'"'+""`, `quoted:"" +:+ quoted:'"' +:+ quoted:""`},
		{"\"\"\"\na\"\"\" \"\"", "quoted:\"\"\"|a\"\"\" quoted:\"\""},
		{"\"\"\"\na\"\"\"\"", "quoted:\"\"\"|a\"\"\" quoted:\""},
	})
}

// TestUnclosed has literals and comments that are not closed: javac reports an error, and a lexer has to go on.
func TestUnclosed(t *testing.T) {
	check(t, [][2]string{
		{"\"a\nb\"", `quoted:"a word:b quoted:"`}, // a string ends with its line
		{"\"a\r\nb", `quoted:"a word:b`},
		{"\"a\rb", `quoted:"a word:b`},
		{"\"a\\\nb\"", `quoted:"a\ word:b quoted:"`}, // \ at the end of a line is an escape of text blocks only
		{"'a\nb'", `quoted:'a word:b quoted:'`},
		{"'\\\r'", `quoted:'\ quoted:'`},
		{`"a`, `quoted:"a`},
		{`"a\`, `quoted:"a\`},
		{`'`, `quoted:'`},
		{"\"\"\"\n a\nb \\", `quoted:"""| a|b \`},
		{"/* a\n * b", `comment:/* a| * b`},
		{"/*/ a", `comment:/*/ a`},
		{`/`, `/:/`},
	})
}

func TestComments(t *testing.T) {
	check(t, [][2]string{
		{"a // b \"\nc", `word:a comment:// b " word:c`},
		{"// a\rb", `comment:// a word:b`},
		{"// a\r\nb", `comment:// a word:b`},
		{"// a /* b\nc", `comment:// a /* b word:c`},
		{"/* a // b */c", `comment:/* a // b */ word:c`},
		{"/* /* a */ b", `comment:/* /* a */ word:b`},
		{"/**/a/***/b", `comment:/**/ word:a comment:/***/ word:b`},
		{"/* a \\ b */ c", `comment:/* a \ b */ word:c`},
		{"a/b/ *c", `word:a /:/ word:b /:/ *:* word:c`},
		{"//", `comment://`},
	})
}

func TestOperators(t *testing.T) {
	check(t, [][2]string{
		{`( ) { } [ ] ; , . @`, `(:( ):) {:{ }:} [:[ ]:] ;:; ,:, .:. @:@`},
		{`= < > ! ~ ? : + - * / & | ^ %`, `=:= <:< >:> !:! ~:~ ?:? ::: +:+ -:- *:* /:/ &:& |:| ^:^ %:%`},
		{`-> :: ...`, `arrow:-> double colon::: ellipsis:...`},
		{`== != <= >=`, `equal:== not equal:!= less or equal:<= greater or equal:>=`},
		{`&& || ++ --`, `and:&& or:|| increment:++ decrement:--`},
		{`<< >> >>>`, `shift left:<< shift right:>> unsigned shift right:>>>`},
		{`+= -= *= /= %=`, `assign:+= assign:-= assign:*= assign:/= assign:%=`},
		{`&= |= ^= <<= >>= >>>=`, `assign:&= assign:|= assign:^= assign:<<= assign:>>= assign:>>>=`},
	})
}

// TestLongestMatch has operators that could be split otherwise, also where javac then reports an error.
func TestLongestMatch(t *testing.T) {
	check(t, [][2]string{
		{`a+++b`, `word:a increment:++ +:+ word:b`},
		{`a---b`, `word:a decrement:-- -:- word:b`},
		{`a-->b`, `word:a decrement:-- >:> word:b`},
		{`List<List<List<X>>>x`, `word:List <:< word:List <:< word:List <:< word:X unsigned shift right:>>> word:x`},
		{`List<List<X>>=`, `word:List <:< word:List <:< word:X assign:>>=`},
		{`a>>>>b`, `word:a unsigned shift right:>>> >:> word:b`},
		{`a<<<b`, `word:a shift left:<< <:< word:b`},
		{`a===b`, `word:a equal:== =:= word:b`},
		{`!==`, `not equal:!= =:=`},
		{`~=?=:=`, `~:~ =:= ?:? =:= ::: =:=`},
		{`:::`, `double colon::: :::`},
		{`&&&=`, `and:&& assign:&=`},
		{`..`, `.:. .:.`},
		{`int...x`, `word:int ellipsis:... word:x`},
		{`....5`, `ellipsis:... number:.5`},
		{`+ +`, `+:+ +:+`},
		{`a<-b`, `word:a <:< -:- word:b`},
		{`a=-b`, `word:a =:= -:- word:b`},
		{`**//`, `*:* *:* comment://`},
	})
}

func TestUnicodeEscapes(t *testing.T) {
	check(t, [][2]string{
		{`caf\u00e9 x`, `word:caf\u00e9 word:x`},
		{`\u0069nt\uuu0020x`, `word:\u0069nt word:x`}, // int x
		{`"a\u0022b`, `quoted:"a\u0022 word:b`},
		{`"a\\u0022b"`, `quoted:"a\\u0022b"`},
		{`"a\\\u0022b`, `quoted:"a\\\u0022 word:b`}, // the third of three backslashes starts one
		{`"a\u005c"b"`, `quoted:"a\u005c"b"`},
		{`"a\u005c\u005c"b`, `quoted:"a\u005c\u005c" word:b`},
		{`'\u005c''`, `quoted:'\u005c''`},
		{`\u0022\u0022\u0022 a " \u0022"" b`, `quoted:\u0022\u0022\u0022 a " \u0022"" word:b`},
		{`// a\u000a b`, `comment:// a word:b`},
		{`// a \\u000a b`, `comment:// a \\u000a b`},
		{`/* a *\u002f b`, `comment:/* a *\u002f word:b`},
		{`\u002f\u002a a */ b`, `comment:\u002f\u002a a */ word:b`},
		{`a \u002b\u003d 1\u002e5`, `word:a assign:\u002b\u003d number:1\u002e5`},
		{`\u12 \u 12345`, `unknown:\ word:u12 unknown:\ word:u number:12345`},
		{`"\u12"`, `quoted:"\u12"`},
		{`\ud83d\ude00`, `word:\ud83d\ude00`},
	})
}

func TestUnknown(t *testing.T) {
	check(t, [][2]string{
		{"a # b", `word:a unknown:# word:b`},
		{"` \\ \v", "unknown:` unknown:\\ unknown:\v"},
		{"a\x00\x01", "word:a unknown:\x00 unknown:\x01"},
		{"a\x1ab", "word:a unknown:\x1a word:b"},
		{"a\x1a", `word:a`}, // the end of files of old
		{"", ``},
	})
}

func TestKeywords(t *testing.T) {
	for _, word := range []string{"class", "true", "null", "goto", "strictfp", "while"} {
		if !IsKeyword(word) {
			t.Errorf("%s is no keyword", word)
		}
	}
	for _, word := range []string{"var", "record", "yield", "sealed", "permits", "when", "module", "Class", ""} {
		if IsKeyword(word) {
			t.Errorf("%s is a keyword", word)
		}
	}
	for word, want := range map[string]bool{"int": true, "boolean": true, "void": false, "String": false} {
		if IsPrimitive(word) != want || IsPrimitive([]byte(word)) != want {
			t.Errorf("IsPrimitive(%s) is not %v", word, want)
		}
	}
}

func TestToken(t *testing.T) {
	list := AppendTokens(nil, []byte(`if (if_) "if"`))
	if got := fmt.Sprint(list[0].Is("if"), list[2].Is("if"), list[4].Is(`"if"`)); got != "true false false" {
		t.Errorf("Is: %s", got)
	}
	if list[2].Start != 4 || list[2].End() != 7 {
		t.Errorf("if_ from %d to %d, want 4 to 7", list[2].Start, list[2].End())
	}
}

func TestAngles(t *testing.T) {
	depth := 0
	for _, tok := range AppendTokens(nil, []byte("A<B<C>, D<E<F<?>>>> 1 << 2 <= 3 >= 4 -> 5")) {
		if depth += tok.Kind.Angles(); depth < 0 {
			t.Errorf("depth %d after %s", depth, tok.Text)
		}
	}
	if depth != 0 {
		t.Errorf("depth %d at the end", depth)
	}
}

func TestScannerCopies(t *testing.T) {
	s := New([]byte("a b"))
	s.Next()
	ahead := s
	if a, b := ahead.NextToken(), s.NextToken(); string(a.Text) != "b" || string(b.Text) != "b" {
		t.Errorf("the copy reads %q, the scanner %q; want b", a.Text, b.Text)
	}
}

// TestAllocations fails where a scanner allocates: reports read all sources of a project.
func TestAllocations(t *testing.T) {
	src := []byte("class A { /* a */ int x = 0x1F; String s = \"a\\n\" + 'b'; } // \\u0041")
	if n := testing.AllocsPerRun(10, func() {
		s := New(src)
		for s.Next().Kind != EOF {
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
