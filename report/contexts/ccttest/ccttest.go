// Package ccttest makes calling context trees for tests: small ones from a drawing, and large ones of any size.
//
// In: a text with one node a line. Two more spaces of indentation are one more level:
//
//	thread main
//	  Sum.main([Ljava/lang/String;)V 1 18
//	    Sum.sum(II)I 1 107 int[]=2/10 java.lang.String=3
//
// A line has the key of a method, then its calls, its bytecodes, and what it made: TYPE=OBJECTS or
// TYPE[]=ARRAYS/ELEMENTS.
// The thread "(beyond the limit)" comes last. Out: the tree, children and threads in order, checked.
package ccttest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"jprof/report/contexts/cct"
)

// Tree returns the tree that the text draws. Methods of java.* and jdk.* belong to the JDK, those of lib.* to a
// library. Change About and Losses as the test needs them.
func Tree(t testing.TB, drawing string) *cct.Tree {
	t.Helper()
	b := NewBuilder()
	if err := draw(b, drawing); err != nil {
		t.Fatal(err)
	}
	tree := b.Tree()
	tree.About = cct.About{Coverage: "app", Blocks: "exact", Recursion: "full", Limit: 2_000_000, JVMs: 1,
		Java: []string{"21.0.1"}}
	return tree
}

// draw adds the nodes of a drawing, line by line.
func draw(b *Builder, drawing string) error {
	base := -1
	for i, line := range strings.Split(drawing, "\n") {
		text := strings.TrimSpace(line)
		if text == "" {
			continue
		}
		margin := line[:strings.Index(line, text)]
		indent := strings.Count(margin, " ") + 2*strings.Count(margin, "\t")
		if base < 0 {
			base = indent
		}
		depth := (indent - base) / 2
		if thread, is := strings.CutPrefix(text, "thread "); is && depth == 0 {
			b.Thread(thread)
		} else if err := add(b, depth, text); err != nil {
			return fmt.Errorf("line %d: %s: %w", i+1, text, err)
		}
	}
	return nil
}

func add(b *Builder, depth int, text string) error {
	fields := strings.Fields(text)
	method, err := methodOf(fields[0])
	if err != nil {
		return err
	}
	var numbers [2]uint64
	var allocs []cct.Allocation
	for i, f := range fields[1:] {
		if i < len(numbers) {
			if numbers[i], err = strconv.ParseUint(f, 10, 64); err != nil {
				return err
			}
			continue
		}
		a, err := allocation(f)
		if err != nil {
			return err
		}
		allocs = append(allocs, a)
	}
	b.Node(depth, b.Method(method), numbers[0], numbers[1], allocs)
	return nil
}

func allocation(text string) (cct.Allocation, error) {
	name, number, _ := strings.Cut(text, "=")
	a := cct.Allocation{Type: name}
	var err error
	if made, elements, array := strings.Cut(number, "/"); array {
		if a.Arrays, err = strconv.ParseUint(made, 10, 64); err == nil {
			a.Elements, err = strconv.ParseUint(elements, 10, 64)
		}
	} else {
		a.Objects, err = strconv.ParseUint(number, 10, 64)
	}
	return a, err
}

// methodOf returns the method with a key.
func methodOf(key string) (cct.Method, error) {
	name, descriptor, found := strings.Cut(key, "(")
	dot := strings.LastIndexByte(name, '.')
	if !found || dot < 0 {
		return cct.Method{}, fmt.Errorf("not pkg.Class.name(descriptor): %s", key)
	}
	m := cct.Method{Class: name[:dot], Name: name[dot+1:], Descriptor: "(" + descriptor}
	outer, _, _ := strings.Cut(m.Class[strings.LastIndexByte(m.Class, '.')+1:], "$")
	m.Source = outer + ".java"
	switch {
	case strings.HasPrefix(m.Class, "java.") || strings.HasPrefix(m.Class, "jdk."):
		m.Kind = cct.JDK
	case strings.HasPrefix(m.Class, "lib."):
		m.Kind = cct.Library
	}
	return m, nil
}
