package mcp

import (
	"cmp"
	"fmt"
	"strings"

	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
)

// answer is the result of a tool.
type answer interface {
	text() string
	note(notes []string)
}

// Page asks for a part of a list.
type Page struct {
	Limit  int `json:"limit,omitempty" jsonschema:"the number of items, by default 8, at most 200"`
	Offset int `json:"offset,omitempty" jsonschema:"the number of items to skip: nextOffset of the answer before"`
}

// The default and the largest Limit.
const (
	usualItems = 8
	mostItems  = 200
)

// List is an answer with items, some of a whole list.
type List[T fmt.Stringer] struct {
	Run        string   `json:"run,omitempty" jsonschema:"the ID of the run that the numbers are of"`
	Summary    string   `json:"summary" jsonschema:"the answer in a sentence"`
	Total      int      `json:"total" jsonschema:"the number of all items"`
	Items      []T      `json:"items"`
	NextOffset int      `json:"nextOffset,omitempty" jsonschema:"the offset that gets further items, 0 for none"`
	Notes      []string `json:"notes,omitempty" jsonschema:"reservations about the numbers"`
}

// listOf returns the part of a list that a page asks for. make returns an item of the answer.
func listOf[S any, T fmt.Stringer](p Page, all []S, make func(S) T) List[T] {
	part, list := pageOf[S, T](p, all)
	for _, x := range part {
		list.Items = append(list.Items, make(x))
	}
	return list
}

// check returns an error for a part that no list has.
func (p Page) check() error {
	switch {
	case p.Limit < 0 || p.Limit > mostItems:
		return exit.Usagef("ask for several pages: offset", "limit must be 1 to %d, not %d", mostItems, p.Limit)
	case p.Offset < 0:
		return exit.Usagef("leave offset out for the first items", "offset must be at least 0, not %d", p.Offset)
	}
	return nil
}

// pageOf returns the elements of a list that a page asks for, and an answer without items for them.
func pageOf[S any, T fmt.Stringer](p Page, all []S) ([]S, List[T]) {
	list := List[T]{Total: len(all), Items: []T{}}
	first := min(p.Offset, len(all))
	end := min(first+cmp.Or(p.Limit, usualItems), len(all))
	if end < len(all) {
		list.NextOffset = end
	}
	return all[first:end], list
}

// mostShown limits the characters of code, names and messages in an answer.
const mostShown = 200

// shown returns text of a project in one line, safe to show, and not too long.
func shown(text string) string {
	text = report.Printable(text)
	if short := []rune(text); len(short) > mostShown {
		return string(short[:mostShown]) + "…"
	}
	return text
}

// mostNotes limits the notes of an answer.
const mostNotes = 5

func (l *List[T]) note(notes []string) {
	l.Notes = append(l.Notes, notes...)
	if more := len(l.Notes) - mostNotes; more > 0 {
		l.Notes = append(l.Notes[:mostNotes], words.Plural(more, "further note"))
	}
}

// text returns the answer in lines: the sentence, an item each, the number of the others, notes.
func (l *List[T]) text() string {
	lines := []string{l.Summary}
	for _, x := range l.Items {
		lines = append(lines, x.String())
	}
	if l.NextOffset > 0 {
		lines = append(lines, fmt.Sprintf("%s more: offset %d", words.Thousands(uint64(l.Total-l.NextOffset)),
			l.NextOffset))
	}
	for _, n := range l.Notes {
		lines = append(lines, "note: "+n)
	}
	return strings.Join(lines, "\n")
}
