package source

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jprof/report"
)

func TestTokenize(t *testing.T) {
	tests := []struct{ src, want string }{
		{`int x = 0x1F; // "no string"`, `k:int s:0x1F c:// "no string"`},
		{`s = "a\"b" + 'c' + '\'';`, `s:"a\"b" s:'c' s:'\''`},
		{"/* a\n\" */ String", `c:/* a|" */`},
		{"t = \"\"\"\n  \"quoted\" \\\"\"\" text\"\"\"; new", "s:\"\"\"|  \"quoted\" \\\"\"\" text\"\"\" k:new"},
		{"@Override public @interface A", `a:@Override k:public k:interface`},
		{"internal classy $if Straßeif", ``},
		{`"never closed`, `s:"never closed`},
		{`"ends with \`, `s:"ends with \`},
		{`/* never closed`, `c:/* never closed`},
		{`"""never closed\`, `s:"""never closed\`},
		{`'`, `s:'`},
		{`a / b @ c`, ``},
		{"// one\r\nif", `c:// one k:if`},
	}
	for _, tt := range tests {
		var got []string
		at := 0
		for _, tok := range tokenize([]byte(tt.src)) {
			if tok.Start < at || tok.End <= tok.Start || tok.End > len(tt.src) {
				t.Fatalf("%q: token from %d to %d after %d", tt.src, tok.Start, tok.End, at)
			}
			at = tok.End
			got = append(got, fmt.Sprintf("%c:%s", tok.Class, strings.ReplaceAll(tt.src[tok.Start:tok.End], "\n", "|")))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.src, strings.Join(got, " "), tt.want)
		}
	}
}

func TestSegmentsCoverTheFile(t *testing.T) {
	span := func(start, end uint32) report.Span {
		return report.Span{Start: report.Pos{Offset: start, Line: 1}, End: report.Pos{Offset: end, Line: 1}}
	}
	f := &report.File{
		Blocks: []report.Block{{Span: span(2, 20), Measured: true}, {Span: span(6, 10), Measured: true},
			{Span: span(30, 40)}},
		Regions: []report.Region{{Block: 0, Span: span(3, 15), Measured: true},
			{Block: 1, Span: span(6, 10), Measured: true},
			{Block: 0, Span: span(12, 18), Measured: true}}, // across the first
		Omitted: []report.Part{{Span: span(30, 99)}},
	}
	got := segments(f, 50)
	want := []segment{{0, 2, -1, -1, -1}, {2, 3, 0, -1, -1}, {3, 6, 0, 0, -1}, {6, 10, 1, 1, -1}, {10, 12, 0, 0, -1},
		{12, 15, 0, 2, -1},
		{15, 20, 0, -1, -1}, {20, 30, -1, -1, -1}, {30, 50, -1, -1, 0}}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if got := segments(f, 0); len(got) != 0 {
		t.Errorf("segments of an empty file: %v", got)
	}
}
