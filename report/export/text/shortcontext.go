package text

import "strings"

// shortContext shortens the name of a method in a tree, with the blanks in front of it. It removes the package first,
// then parameters, then the start of the class, so that the method stays. Of several methods, it removes the end.
func shortContext(text string, width int) string {
	name := strings.TrimLeft(text, " ")
	margin := text[:len(text)-len(name)]
	if name = shortMethod(name); columnsOf(margin+name) <= width {
		return margin + name
	}
	open, end := strings.Index(name, "("), strings.Index(name, ")")
	if open >= 0 && end > open+1 && !strings.Contains(name[end:], ",") { // of a list of methods, the end goes
		params := name[open+1 : end]
		if room := width - columnsOf(margin+name) + columnsOf(params); room >= 1 {
			return margin + name[:open+1] + cutEnd(params, room) + name[end:]
		}
		name = name[:open+1] + ellipsis + name[end:]
	}
	if open >= 0 && !strings.Contains(name, " ") && width > columnsOf(margin)+1 {
		return margin + cutStart(name, width-columnsOf(margin))
	}
	return cutEnd(margin+name, width)
}

// shortMethod returns a signature without the package of the class: Foo$Bar.baz(int) for org.example.Foo$Bar.baz(int).
// It shortens each word of a text.
func shortMethod(text string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		before, params, found := strings.Cut(w, "(")
		if !found {
			continue
		}
		dot := strings.LastIndexByte(before, '.')
		if dot < 0 {
			continue
		}
		class := before[:dot]
		words[i] = class[strings.LastIndexByte(class, '.')+1:] + before[dot:] + "(" + params
	}
	return strings.Join(words, " ")
}
