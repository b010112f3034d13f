package reporttest

import "strings"

// Hostile returns files with hostile names: markup, ends of lines and of cells, formulas, control characters, and
// extreme length. Paths of projects may be like that, and so may class names in maps.
func Hostile() []File {
	const body = "‹b body 0|{\n‹r 0|·if (‹c condition 1 0-1|a›) ·b();›\n}››"
	return []File{
		{Module: "<b>m&\"'\n|`]]>", Package: "p.<i>&amp;",
			Path: "=cmd|' /C calc'!A0/<script>alert(1)</script>/a\\|b`c\"d'\n" +
				"| x | y |\r\x07\x1b[31m\u202e\u2028\xff.java",
			Text: "‹t class A<img/src=x>&\"'`|class A {\n" +
				"‹m f(@X(\"]]><!--\") Map<K, V> m, String[](http://example.org) s) 0|¤f " + body + "\n}›",
			Counters: []uint64{3, 1}},
		{Module: "-2+3", Package: "", Path: "@sum,(1;2)/\U0001F600 %41%2f#?.java",
			Text:     "‹t class \U0001D4D0|class A {\n‹m \U0001F600`[x](javascript:alert(1))() 0|¤f " + body + "\n}›",
			Counters: []uint64{1 << 62, 0}},
		{Module: "long", Package: strings.Repeat("p", 3000), Path: strings.Repeat("d/", 2000) + "A.java",
			Text: "‹t class " + strings.Repeat("A", 3000) + "|class A {\n‹m " + strings.Repeat("f", 3000) +
				"() 0|¤f " + body + "\n}›",
			Counters: []uint64{0, 0}},
	}
}
