package cctbuild

import (
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/report/contexts/cct"
)

// TestSizes checks that sizes come from the fields of classes and their superclasses, and are unknown without them.
func TestSizes(t *testing.T) {
	field := func(access int, descriptor string) classfile.Field {
		return classfile.Field{Access: access, Name: "f", Descriptor: descriptor}
	}
	byName := map[string]class{}
	for _, f := range []*classfile.File{
		{Name: "p/Base", Super: object, Fields: []classfile.Field{field(0, "J"), field(classfile.Static, "J"),
			field(0, "Z")}},
		{Name: "p/Sub", Super: "p/Base", Fields: []classfile.Field{field(0, "[I"), field(0, "J")}},
		{Name: "p/List", Super: "java/util/ArrayList"},
		{Name: "p/Loop", Super: "p/Loop"},
	} {
		byName[f.Name] = classOf(f)
	}
	for name, want := range map[string]int32{"java/lang/Object": 16, "p/Base": 24, "p/Sub": 40, "p/List": 0,
		"p/Loop": 0, "p/Other": 0} {
		if got := sizeOf(name, byName); got != want {
			t.Errorf("%s: %d bytes, want %d", name, got, want)
		}
	}
	s, pack := compiled(t)
	s.add(t, "thread main", "* P.again 1", "** P.two 1", "* P.bare 2 made=p.Q")
	tree, err := Tree(s, pack, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int32{"P": 16, "java.lang.Object": 16, "p.Q": 0} {
		i := slices.Index(tree.Allocs.Types, name)
		if got := tree.Allocs.Sizes[i]; got != want {
			t.Errorf("%s: %d bytes, want %d", name, got, want)
		}
	}
}

// TestObjectIsExplained checks that java.lang.Object is not said to have no contexts where its constructor has some.
func TestObjectIsExplained(t *testing.T) {
	s, pack := compiled(t)
	s.head.Losses = []contexts.Loss{{Class: "java.lang.Object", Reason: "as the agent says"}}
	s.add(t, "thread main", "* P.<init> 2")
	tree, err := Tree(s, pack, Options{})
	if err != nil || tree.Losses[0].Reason != "as the agent says" {
		t.Errorf("app: %v, %v", tree.Losses, err)
	}
	s.head.Coverage = contexts.All
	tree, err = Tree(s, pack, Options{})
	if err != nil || !strings.Contains(tree.Losses[0].Reason, "only calls of its constructor have contexts") {
		t.Errorf("all: %v, %v", tree.Losses, err)
	}
}

// TestArraysOfKilledJVMs checks that arrays that may not have been made are said to be such.
func TestArraysOfKilledJVMs(t *testing.T) {
	s, pack := compiled(t)
	s.head.Snapshots = 1
	s.add(t, "thread main", "* P.make 3 0", "* P.make 1 9")
	tree, err := Tree(s, pack, Options{})
	if err != nil || tree.About.Unmade != 3 {
		t.Fatalf("%d arrays, %v", tree.About.Unmade, err)
	}
	notes := tree.Notes()
	if !slices.ContainsFunc(notes, func(n cct.Note) bool {
		return strings.HasPrefix(n.Text, "3 arrays without elements may not have been made (≤): where a JVM was killed")
	}) {
		t.Errorf("notes: %v", notes)
	}
}
